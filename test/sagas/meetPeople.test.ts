import { chatChannel, notificationChannel } from '#contract/messaging/channels.ts';
import { selectConversationRows } from '#store/chat/conversationSelectors.ts';
import { conversationOpened } from '#store/chat/widgetSlice.ts';
import { selectNotificationRows } from '#store/notifications/notificationRows.ts';
import {
  peopleShown,
  selectIsNotInDirectory,
  selectPeople,
  selectPersonById,
} from '#store/people/directory.ts';
import { peopleApi } from '#store/people/peopleApi.ts';
import { max, TENANT, zoe } from '#test/fixtures/people.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json, problem } from '#test/support/fakeApi.ts';
import { CHANNEL, withHistory } from '#test/support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();
const GONE = 404;
const completedByZoe = {
  notificationType: 'LEARNER_COMPLETED_ALL_TOPICS',
  payload: { userId: zoe.userId, programId: PROGRAM_ID, programName: 'Leading' },
};
const known = [max, zoe];

/** Lena in an organisation that is too large to load. `requests` are the looked-up ids. */
function startInLargeOrganisation({ fails = 0, status = 503 } = {}) {
  const requests: string[] = [];
  const lena = start({
    messaging: withHistory(1),
    answers: {
      'GET /api/users': () => json({ data: [], isComplete: false }),
      'GET /api/users/known': (request) => {
        const ids = new URL(request.url).searchParams.get('ids') ?? '';
        requests.push(ids);
        if (requests.length <= fails) return problem(status, 'unavailable');
        return json({ data: known.filter(({ userId }) => ids.split(',').includes(String(userId))) });
      },
      'GET /api/users/search': () => json({ data: [zoe] }),
    },
  });
  return { lena, requests };
}

describe('a large organisation', () => {
  it('looks up the people in conversations and notifications in one request', async () => {
    const { lena, requests } = startInLargeOrganisation();
    lena.messaging.publishAs('trellis-server', notificationChannel(TENANT, 7), completedByZoe, null);
    await pass(1_000);
    expect(new Set(selectPeople(lena.state()).map(({ userId }) => userId))).toEqual(
      new Set([max.userId, zoe.userId]),
    );
    expect(selectConversationRows(lena.state())[0]?.name).toBe('Max Mustermann');
    expect(selectNotificationRows(lena.state())[0]?.fromUser?.userId).toBe(zoe.userId);
    const asked = requests.flatMap((ids) => ids.split(',').map(Number));
    expect(asked).toHaveLength(2);
    expect(new Set(asked)).toEqual(new Set([max.userId, zoe.userId]));
  });

  it('looks up the people on a screen once, and remembers who is not in the directory', async () => {
    const { lena, requests } = startInLargeOrganisation();
    await pass(1_000);
    const before = requests.length;
    const show = () => lena.store.dispatch(peopleShown({ userIds: [zoe.userId, GONE] }));
    show();
    show();
    await pass(200);
    expect(requests.slice(before)).toEqual([`${zoe.userId},${GONE}`]);
    expect(selectPersonById(lena.state(), zoe.userId)).toEqual(zoe);
    expect(selectIsNotInDirectory(lena.state(), GONE)).toBe(true);
    expect(selectIsNotInDirectory(lena.state(), 500)).toBe(false);
    show();
    await pass(200);
    expect(requests.slice(before)).toHaveLength(1);
  });

  it('tries again when a lookup fails', async () => {
    const { lena, requests } = startInLargeOrganisation({ fails: 2 });
    lena.store.dispatch(conversationOpened({ channel: CHANNEL, peerId: max.userId }));
    await pass(10_000);
    expect(requests).toHaveLength(3);
    expect(selectPersonById(lena.state(), max.userId)).toEqual(max);
  });

  it('does not repeat a refused request until one of its people appears again', async () => {
    const { lena, requests } = startInLargeOrganisation({ fails: 1, status: 400 });
    await pass(60_000);
    expect(requests).toHaveLength(1);
    lena.store.dispatch(conversationOpened({ channel: CHANNEL, peerId: max.userId }));
    await pass(1_000);
    expect(selectPersonById(lena.state(), max.userId)).toEqual(max);
  });

  it('remembers people who were found by a search', async () => {
    const { lena } = startInLargeOrganisation();
    await pass(100);
    await lena.store.dispatch(peopleApi.endpoints.searchUsers.initiate('zo'));
    expect(selectPersonById(lena.state(), zoe.userId)).toEqual(zoe);
  });

  it('opens the conversation that a mail links to', async () => {
    const { lena } = startInLargeOrganisation();
    lena.visit(`/home?chat=${zoe.userId}`);
    await pass(500);
    expect(lena.state().chat.widget.openChannel).toBe(chatChannel(TENANT, 7, zoe.userId));
  });
});
