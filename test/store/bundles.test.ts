import { parseNotification } from '#contract/notifications/notifications.ts';
import { bundleNotifications } from '#store/notifications/bundles.ts';
import type { NotificationRow } from '#store/notifications/notificationRows.ts';
import { presentNotification } from '#store/notifications/present.ts';

let count = 0;
function aRow(fromUserId: number, notificationType = 'LEARNER_COMPLETED_TOPIC', over = {}): NotificationRow {
  const { notification } = parseNotification({
    notificationType,
    payload: {
      userId: fromUserId,
      programId: 'aaaaaaaaaaaaaaaa',
      programName: 'Leading well',
      extraPayload: { behaviorName: 'Listening' },
      ...over,
    },
  });
  if (!notification) throw new Error('The message is not a notification');
  const fromName = `Person ${fromUserId}`;
  count += 1;
  return {
    ...notification,
    id: `row-${count}`,
    timetoken: String(1_000 - count),
    fromUserId,
    fromUser: null,
    fromName,
    timestamp: 1_000 - count,
    status: '',
    isSinceLastVisit: false,
    ...presentNotification(notification, { name: fromName, isMany: false }),
  };
}
const textsOf = (rows: NotificationRow[]) =>
  bundleNotifications(rows).map(({ parts }) => parts.map(({ text }) => text).join(''));

describe('similar notifications', () => {
  it('become one row, with the number of people if there are several', () => {
    expect(textsOf([aRow(1), aRow(2), aRow(3)])).toEqual([
      '3 people completed the topic Listening in Leading well',
    ]);
  });

  it.each([
    ['LEARNER_UPDATED_PROGRAM_GOALS', '2 people have updated goals in: Leading well.'],
    ['LEARNER_COMPLETED_ALL_TOPICS', '2 people have completed all selected topics in Leading well'],
    ['MANAGER_UPDATED_USER_OBJECTIVE', '2 people have modified your growth objectives.'],
    [
      'NEW_INTERACTIVE_CONTENT_UPLOADED',
      '2 people have uploaded new interactive challenge content to Leading well',
    ],
    ['OF_TOMORROW', '2 people accomplished something in Leading well.'],
  ])('have a text that matches the number of people for the type %s', (type, text) => {
    expect(textsOf([aRow(1, type), aRow(2, type)])).toEqual([text]);
  });

  it('keep the person’s name if they are all about one person', () => {
    const [bundle, ...rest] = bundleNotifications([aRow(1), aRow(1)]);
    expect(rest).toEqual([]);
    expect(bundle).toMatchObject({ people: 1, rows: [{}, {}], link: { label: 'View topics' } });
  });

  it('become one row, even from several senders, if their text names no one', () => {
    const type = 'SCHEDULE_SESSION_REMINDER';
    expect(bundleNotifications([aRow(1, type), aRow(2, type)])).toMatchObject([
      { people: 1, parts: [{ text: 'A friendly reminder to schedule a session' }, {}, {}, {}] },
    ]);
  });

  it('take the position of the newest one, and different notifications stay separate', () => {
    const other = aRow(2, 'LEARNER_COMPLETED_TOPIC', { extraPayload: { behaviorName: 'Asking' } });
    const rows = [aRow(1), other, aRow(3)];
    expect(textsOf(rows)).toEqual([
      '2 people completed the topic Listening in Leading well',
      'Person 2 completed the topic Asking in Leading well',
    ]);
  });
});
