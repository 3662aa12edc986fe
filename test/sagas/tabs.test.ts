import { shareRealtime } from '#sagas/realtime/sharedRealtime.ts';
import { selectUnreadTotal } from '#store/chat/conversationSelectors.ts';
import { selectMessage } from '#store/chat/messageSelectors.ts';
import { selectConnectionStatus } from '#store/connection/connectionSlice.ts';
import { signOutRequested } from '#store/session/sessionSlice.ts';
import { type Client, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { fakeMessaging } from '#test/support/fakeRealtime.ts';
import { fakeBrowser } from '#test/support/fakeTabs.ts';
import { CHANNEL } from '#test/support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();

/** Lena with several tabs in one browser. Max writes to her. */
async function lenaWith(count: number) {
  const messaging = fakeMessaging();
  messaging.setMember(CHANNEL, 'uuid-lena', undefined);
  messaging.setMember(CHANNEL, 'uuid-max', undefined);
  const browser = fakeBrowser();
  const openTab = () => {
    const tab = browser.open();
    const client = start({ messaging, connect: shareRealtime(messaging.connect, tab) });
    const kill = () => {
      tab.kill();
      client.root.cancel();
    };
    return { client, tab, kill };
  };
  const tabs = Array.from({ length: count }, openTab);
  await pass(2_000);
  let written = 0;
  const write = () => {
    written += 1;
    const message = {
      user: { id: 9, firstName: 'Max', lastName: 'M' },
      details: `message ${written}`,
      timestamp: Date.now(),
    };
    messaging.publishAs('uuid-max', CHANNEL, message, { id: `from-max-${written}` });
  };
  const lines = () => [...messaging.connections].filter(({ channels }) => channels.size > 0).length;
  return { messaging, tabs, openTab, write, lines };
}
const unread = ({ state }: Client) => selectUnreadTotal(state());
const status = ({ state }: Client) => selectConnectionStatus(state());

describe('the tabs of one browser', () => {
  it('share one connection, and each tab receives every event', async () => {
    const { tabs, write, lines } = await lenaWith(10);
    write();
    write();
    await pass(100);
    expect(lines()).toBe(1);
    expect(tabs.map(({ client }) => unread(client))).toEqual(Array(10).fill(2));
    expect(tabs.map(({ client }) => status(client))).toEqual(Array(10).fill('online'));
  });

  it('miss no message when the leader is closed', async () => {
    const { tabs, write, lines } = await lenaWith(4);
    write();
    tabs[0]!.kill();
    write();
    await pass(1_000);
    write();
    await pass(5_000);
    const left = tabs.slice(1);
    expect(left.map(({ client }) => unread(client))).toEqual([3, 3, 3]);
    expect(left.map(({ client }) => status(client))).toEqual(['online', 'online', 'online']);
    expect(lines()).toBe(1);
  });

  it('elect a new leader when the browser freezes the leader, which becomes a follower when it resumes', async () => {
    const { tabs, write, lines } = await lenaWith(3);
    tabs[0]!.tab.isFrozen = true;
    await pass(15_000);
    write();
    await pass(1_000);
    expect(tabs.slice(1).map(({ client }) => unread(client))).toEqual([1, 1]);
    tabs[0]!.tab.isFrozen = false;
    await pass(10_000);
    write();
    await pass(1_000);
    expect(tabs.map(({ client }) => unread(client))).toEqual([2, 2, 2]);
    expect(lines()).toBe(1);
  });

  it('fetch the events that they missed while they were frozen', async () => {
    const { tabs, write } = await lenaWith(2);
    tabs[1]!.tab.isFrozen = true;
    write();
    write();
    await pass(1_000);
    tabs[1]!.tab.isFrozen = false;
    write();
    await pass(2_000);
    expect(unread(tabs[1]!.client)).toBe(3);
    expect(selectMessage(tabs[1]!.client.state(), CHANNEL, 'from-max-1')).toMatchObject({ status: 'sent' });
  });

  it('receive the channels that a later tab subscribes to', async () => {
    const { messaging, tabs, openTab } = await lenaWith(2);
    const late = openTab();
    await pass(2_000);
    messaging.announce('app_T3_checkin', ['uuid-zoe'], []);
    await pass(100);
    for (const { client } of [...tabs, late])
      expect(Object.keys(client.state().presence.online)).toContain('uuid-zoe');
  });

  it('show that they are disconnected until the service is back, and then reconnect', async () => {
    const { messaging, tabs, write, lines } = await lenaWith(3);
    messaging.goAway();
    await pass(200_000);
    expect(tabs.map(({ client }) => status(client))).toEqual(Array(3).fill('reconnecting'));
    messaging.comeBack();
    write();
    await pass(15_000);
    expect(tabs.map(({ client }) => status(client))).toEqual(Array(3).fill('online'));
    expect(tabs.map(({ client }) => unread(client))).toEqual([1, 1, 1]);
    expect(lines()).toBe(1);
  });

  it('continue with a new key after their key is refused', async () => {
    const { messaging, tabs, write } = await lenaWith(3);
    messaging.goAway(true);
    messaging.comeBack();
    await pass(5_000);
    write();
    await pass(100);
    expect(tabs.map(({ client }) => unread(client))).toEqual([1, 1, 1]);
    expect(messaging.calls).toContain('renewKey key-1');
  });

  it('each have their own connection in a browser without locks', async () => {
    const messaging = fakeMessaging();
    const browser = fakeBrowser();
    const connect = () => shareRealtime(messaging.connect, { ...browser.open(), locks: undefined });
    const clients = [start({ messaging, connect: connect() }), start({ messaging, connect: connect() })];
    await pass(1_000);
    expect(clients.map(status)).toEqual(['online', 'online']);
  });

  it('release everything at sign-out', async () => {
    const { messaging, tabs } = await lenaWith(2);
    for (const { client } of tabs) client.store.dispatch(signOutRequested());
    await pass(2_000);
    expect(messaging.connections.size).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });
});
