import { selectConnection } from '#store/connection/connectionSlice.ts';
import { selectOnline } from '#store/presence/presenceSlice.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json } from '#test/support/fakeApi.ts';
import { fakeMessaging } from '#test/support/fakeRealtime.ts';

const start = clientsUnderFakeTimers();
const CHECKIN = 'app_T3_checkin';

describe('the connection of a session', () => {
  it('reconnects automatically, however long the service was unreachable', async () => {
    const lena = start();
    await pass(100);
    lena.messaging.goAway();
    await pass(3_600_000);
    expect(selectConnection(lena.state()).phase).toBe('reconnecting');
    lena.messaging.comeBack();
    await pass(31_000);
    expect(selectConnection(lena.state())).toMatchObject({ phase: 'connected', attempt: 0 });
  });

  it('retries immediately when the network is back or the user returns to the page', async () => {
    const lena = start();
    await pass(100);
    lena.messaging.goAway();
    await pass(600_000);
    lena.messaging.comeBack();
    lena.page.change('online', { isOnline: true });
    await pass(100);
    expect(selectConnection(lena.state()).phase).toBe('connected');
  });

  it('renews a refused key before it retries', async () => {
    const lena = start();
    await pass(100);
    lena.api.on('GET /api/messaging/config', () =>
      json({ authKey: 'key-2', subKey: 'sub', pubKey: 'pub', uuid: 'uuid-lena', expiresIn: 3_600 }),
    );
    lena.messaging.goAway(true);
    lena.messaging.comeBack();
    await pass(2_000);
    expect(lena.messaging.calls).toContain('renewKey key-2');
    expect(selectConnection(lena.state()).phase).toBe('connected');
  });

  it('renews its key before it expires', async () => {
    const lena = start();
    await pass(3_600_000 * 0.9);
    expect(lena.api.asked('GET /api/messaging/config')).toBe(2);
    expect(lena.messaging.calls).toContain('renewKey key-1');
  });

  it('waits for a messaging service that is unreachable at the start', async () => {
    const lena = start({ answers: { 'GET /api/messaging/config': () => new Response('', { status: 503 }) } });
    await pass(20_000);
    expect(lena.state().session.status).toBe('signedIn');
    expect(lena.messaging.connections.size).toBe(0);
    lena.api.on('GET /api/messaging/config', () =>
      json({ authKey: 'key-1', subKey: 'sub', pubKey: 'pub', uuid: 'uuid-lena', expiresIn: 3_600 }),
    );
    await pass(31_000);
    expect(selectConnection(lena.state()).phase).toBe('connected');
  });

  it('never puts a key into the state or an action', async () => {
    const lena = start();
    await pass(1_000);
    expect(JSON.stringify(lena.state())).not.toContain('key-1');
    expect(JSON.stringify(lena.state())).not.toContain('id-1');
  });
});

describe('the presence list', () => {
  const online = (lena: ReturnType<typeof start>) => Object.keys(selectOnline(lena.state())).sort();

  it('shows who is online, who joins and who leaves', async () => {
    const messaging = fakeMessaging();
    messaging.present.add('uuid-max');
    const lena = start({ messaging });
    await pass(100);
    expect(online(lena)).toEqual(['uuid-max']);
    messaging.announce(CHECKIN, ['uuid-zoe'], []);
    await pass(100);
    expect(online(lena)).toEqual(['uuid-max', 'uuid-zoe']);
    messaging.announce(CHECKIN, [], ['uuid-max']);
    await pass(10_100);
    expect(online(lena)).toEqual(['uuid-zoe']);
  });

  it('does not show a user who reloads the page as offline', async () => {
    const lena = start();
    await pass(100);
    lena.messaging.announce(CHECKIN, ['uuid-max'], []);
    lena.messaging.announce(CHECKIN, [], ['uuid-max']);
    await pass(5_000);
    lena.messaging.announce(CHECKIN, ['uuid-max'], []);
    await pass(30_000);
    expect(online(lena)).toEqual(['uuid-max']);
    expect(lena.actions.filter((type) => type === 'presence/peopleChanged')).toHaveLength(1);
  });

  it('loads the memberships again 20 s after presence events, once for many events', async () => {
    const lena = start();
    await pass(100);
    const before = lena.messaging.calls.filter((call) => call === 'memberships').length;
    const refreshes = () => lena.messaging.calls.filter((call) => call === 'memberships').length - before;
    for (let n = 0; n < 50; n++) lena.messaging.announce(CHECKIN, [`uuid-${n}`], []);
    await pass(19_000);
    expect(refreshes()).toBe(0);
    lena.messaging.announce(CHECKIN, ['uuid-late'], []);
    await pass(1_500);
    expect(refreshes()).toBe(1);
    await pass(60_000);
    expect(refreshes()).toBe(1);
  });
});
