import type { NotificationMessage } from '#contract/notifications.ts';
import { selectBadge, selectNotificationRows } from '#store/notifications/notificationsSelectors.ts';
import { panelClosed, panelOpened } from '#store/notifications/notificationsSlice.ts';
import { selectPeerAlert } from '#store/peer-alert/peerAlertSlice.ts';
import { PROGRAM_ID } from '../fixtures/programs.ts';
import { pass } from '../support/client.ts';
import { clientsUnderFakeTimers } from '../support/clients.ts';
import { fakeMessaging } from '../support/fakeRealtime.ts';

const start = clientsUnderFakeTimers();
const CHANNEL = 'notif_T3_U7';
const completed = (behaviorName: string): NotificationMessage => ({
  notificationType: 'LEARNER_COMPLETED_TOPIC',
  payload: { userId: 9, programId: PROGRAM_ID, programName: 'Leading well', extraPayload: { behaviorName } },
});
const joined: NotificationMessage = {
  notificationType: 'PEER_JOINED_SESSION',
  payload: { userId: 9, programId: PROGRAM_ID, extraPayload: { sessionId: 'ssssssssssssssss' } },
};
let sent = 0;
const tell = (messaging: ReturnType<typeof fakeMessaging>, message: unknown) =>
  messaging.publishAs('server', CHANNEL, message, { id: `outbox-row-${++sent}` });
const words = (lena: ReturnType<typeof start>) =>
  selectNotificationRows(lena.state()).map(({ parts }) => parts.map(({ text }) => text).join(''));

describe('the bell', () => {
  it('shows what was there at the start after 3.5 s, and what comes later at once', async () => {
    const messaging = fakeMessaging();
    tell(messaging, completed('Listening'));
    const lena = start({ messaging });
    await pass(3_000);
    expect(selectBadge(lena.state())).toBeNull();
    await pass(1_000);
    expect(selectBadge(lena.state())).toBe('1');
    tell(messaging, completed('Asking'));
    await pass(50);
    expect(selectBadge(lena.state())).toBe('2');
    expect(words(lena)).toEqual([
      'Max Mustermann completed the topic Asking in Leading well',
      'Max Mustermann completed the topic Listening in Leading well',
    ]);
  });

  it('waits with the badge also for what comes live while the page is starting up', async () => {
    const lena = start();
    await pass(1_000);
    tell(lena.messaging, completed('Listening'));
    await pass(1_000);
    expect(selectBadge(lena.state())).toBeNull();
    await pass(2_500);
    expect(selectBadge(lena.state())).toBe('1');
  });

  it('resets the count when it is opened, clears the marks after 2 s, and remembers with the service', async () => {
    const messaging = fakeMessaging();
    tell(messaging, completed('Listening'));
    const lena = start({ messaging });
    await pass(4_000);
    lena.store.dispatch(panelOpened());
    expect(selectBadge(lena.state())).toBeNull();
    expect(selectNotificationRows(lena.state())).toMatchObject([{ status: 'new', isSinceLastVisit: true }]);
    await pass(2_100);
    expect(selectNotificationRows(lena.state())).toMatchObject([{ status: '', isSinceLastVisit: true }]);
    lena.store.dispatch(panelClosed());
    expect(selectNotificationRows(lena.state())).toMatchObject([{ isSinceLastVisit: false }]);
    const reloaded = start({ messaging });
    await pass(4_000);
    expect(selectBadge(reloaded.state())).toBeNull();
    expect(selectNotificationRows(reloaded.state())).toMatchObject([{ status: '' }]);
  });

  it('that was opened in one browser has no badge in the other', async () => {
    const messaging = fakeMessaging();
    const here = start({ messaging });
    const there = start({ messaging });
    await pass(4_000);
    tell(messaging, completed('Listening'));
    await pass(50);
    expect(selectBadge(there.state())).toBe('1');
    here.store.dispatch(panelOpened());
    await pass(100);
    expect(selectBadge(there.state())).toBeNull();
  });

  it('shows each notification once though it was delivered twice, and skips what breaks the contract', async () => {
    const messaging = fakeMessaging();
    const lena = start({ messaging });
    await pass(4_000);
    messaging.publishAs('server', CHANNEL, completed('Listening'), { id: 'outbox-row-twice' });
    messaging.publishAs('server', CHANNEL, { text: 'nobody knows this' }, { id: 'outbox-row-odd' });
    messaging.publishAs('server', CHANNEL, completed('Listening'), { id: 'outbox-row-twice' });
    await pass(50);
    expect(words(lena)).toHaveLength(1);
    expect(selectBadge(lena.state())).toBe('1');
    expect(lena.errors).toHaveLength(1);
  });
});

describe('the alert of a peer who joined', () => {
  it('is raised live, leads to the session and is no item of the list', async () => {
    const lena = start();
    await pass(4_000);
    tell(lena.messaging, joined);
    await pass(300);
    const path = `/program/${PROGRAM_ID}/coaching/ssssssssssssssss?type=remote`;
    expect(selectPeerAlert(lena.state())).toMatchObject({ userId: 9, path });
    expect(selectNotificationRows(lena.state())).toEqual([]);
    lena.visit(path);
    expect(selectPeerAlert(lena.state())).toBeNull();
  });

  it('is not raised at somebody who looks at that session, nor from history', async () => {
    const messaging = fakeMessaging();
    tell(messaging, joined);
    const lena = start({ messaging, at: `/program/${PROGRAM_ID}/coaching/ssssssssssssssss` });
    await pass(4_000);
    tell(messaging, joined);
    await pass(300);
    expect(selectPeerAlert(lena.state())).toBeNull();
  });
});
