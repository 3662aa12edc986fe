import { noRefresh } from '#src/app/ports/refreshRecord.ts';
import { createServerClock } from '#src/app/ports/serverClock.ts';
import { createTokenManager } from '#src/app/ports/tokenManager.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { watchFloods } from '#store/devtools/watchFloods.ts';
import { homeApi } from '#store/home/homeApi.ts';
import { selectIsUnreachable, sessionRejected, signOutRequested } from '#store/session/sessionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json, problem } from '#test/support/fakeApi.ts';
import { CHANNEL, lenaSays } from '#test/support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();
const TOKEN_LIFETIME_MS = 60_000;
const getHome = () => homeApi.endpoints.getHome.initiate(undefined, { forceRefetch: true });

/** The browser's token port, with a server that can refuse the refresh. */
function tokenPort() {
  const server = { refuses: false };
  const clock = createServerClock();
  const tokenManager = createTokenManager({
    fetch: async () =>
      server.refuses
        ? problem(401, 'refresh-refused')
        : json({ idToken: 'id-1', expiresIn: TOKEN_LIFETIME_MS / 1_000 }),
    clock,
    lock: (work) => work(),
    refreshRecords: { read: async () => noRefresh, update: async (change) => void change(noRefresh) },
    channel: { send: () => {}, listen: () => () => {} },
    hint: { exists: () => true, clear: () => {} },
  });
  return { ...tokenManager, server, signOut: async () => {} };
}

describe('a session', () => {
  it('is restored at start and subscribes to its own channels', async () => {
    const { state, messaging } = start();
    await pass();
    expect(state().session).toMatchObject({ status: 'signedIn', user: { userId: 7 } });
    const [connection] = [...messaging.connections];
    expect([...connection!.channels].sort()).toEqual(['app_T3_checkin', 'notif_T3_U7', 'uuid-lena']);
  });

  it('starts without a warning about repeated actions', async () => {
    const onFlood = jest.fn();
    const { actions, log } = start({ at: '/home' });
    watchFloods(log, { now: () => Date.now(), maxPerSecond: 25, onFlood });
    await pass(1_000);
    expect(actions.length).toBeGreaterThan(15);
    expect(onFlood).not.toHaveBeenCalled();
  });

  it('redirects a signed-out visitor to login with a redirectUrl and without an error', async () => {
    const { path, state } = start({
      restored: { kind: 'none' },
      at: '/program/aaaaaaaaaaaaaaaa?show=topics',
    });
    await pass();
    expect(path()).toBe(`/login?redirectUrl=${encodeURIComponent('/program/aaaaaaaaaaaaaaaa?show=topics')}`);
    expect(state().session.notice).toBeNull();
  });

  it('opens the requested page after a sign-in', async () => {
    const { path, tokens } = start({ restored: { kind: 'none' }, at: '/team' });
    await pass();
    tokens.say({ kind: 'signedIn', expiresAt: 2_000_000_000_000 });
    await pass();
    expect(path()).toBe('/team');
  });

  it('leaves no listener, timer or cached response behind at sign-out', async () => {
    const { store, messaging, state, path, page, effects } = start();
    await pass();
    store.dispatch(signOutRequested());
    await pass();
    expect(path()).toBe('/login');
    expect(effects).toContain('service told of the sign-out');
    expect(messaging.connections.size).toBe(0);
    expect(messaging.listenerCount()).toBe(0);
    expect(state().chat.conversations.byChannel).toEqual({});
    expect(state().api.queries).toEqual({});
    expect(page.listenerCount()).toBe(1); // the page's own listener stays as long as the page
    expect(jest.getTimerCount()).toBe(0);
  });

  it('shows login with a redirectUrl after a rejection and keeps unsent messages', async () => {
    const { store, messaging, path, state } = start({ at: '/program' });
    await pass();
    messaging.goAway();
    store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'Hello'));
    await pass();
    store.dispatch(sessionRejected({ reason: 'session-ended', status: 401, endpoint: 'getProgram' }));
    await pass();
    expect(path()).toBe('/login?redirectUrl=%2Fprogram');
    expect(state().session.notice).toBe('session-ended');
    const messages = state().chat.messages.byChannel[CHANNEL];
    expect(messages?.pending.map(({ status }) => status)).toEqual(['interrupted']);
    expect(messaging.listenerCount()).toBe(0);
  });

  it('ends in every tab when the user signs out in one', async () => {
    const { tokens, path, messaging } = start();
    await pass();
    tokens.say({ kind: 'signedOutElsewhere' });
    await pass();
    expect(path()).toBe('/login');
    expect(messaging.listenerCount()).toBe(0);
  });

  it('shows the next user no data of the previous user', async () => {
    const { store, tokens, api, state, messaging } = start();
    await pass();
    store.dispatch(messageSubmitted(CHANNEL, lenaSays, 'Hello'));
    await pass();
    tokens.say({ kind: 'signedOutElsewhere' });
    await pass();
    api.on('GET /api/session', () => json(aUser({ userId: 12, uuid: 'uuid-zoe' })));
    api.on('GET /api/messaging/config', () =>
      json({ authKey: 'key-2', subKey: 'sub', pubKey: 'pub', uuid: 'uuid-zoe', expiresIn: 3_600 }),
    );
    tokens.say({ kind: 'signedIn', expiresAt: 2_000_000_000_000 });
    await pass();
    expect(state().session.user?.userId).toBe(12);
    expect(state().chat.messages.byChannel).toEqual({});
    expect([...[...messaging.connections][0]!.channels]).toContain('notif_T3_U12');
  });

  it('waits while the server is unreachable, and does not redirect to login', async () => {
    const { tokens, path, state } = start({ restored: { kind: 'unavailable' }, at: '/team' });
    await pass();
    expect(selectIsUnreachable(state())).toBe(true);
    expect(path()).toBe('/team');
    tokens.restores({ kind: 'token', expiresAt: 2_000_000_000_000 });
    await pass(1_000);
    expect(state().session.status).toBe('signedIn');
    expect(path()).toBe('/team');
  });

  it('loads the user again after a 503 and stops after a 401', async () => {
    const { api, state } = start({ answers: { 'GET /api/session': () => problem(503, 'unavailable') } });
    await pass(3_000);
    expect(state().session.status).toBe('unknown');
    expect(api.asked('GET /api/session')).toBeGreaterThan(1);
    api.on('GET /api/session', () => problem(401, 'token-invalid'));
    await pass(30_000);
    expect(state().session).toMatchObject({ status: 'signedOut', notice: 'session-ended' });
  });

  it('is rejected exactly once when the refresh of an expired token is refused', async () => {
    const tokens = tokenPort();
    const { store, actions, state } = start({ tokens });
    await pass(1_000);
    tokens.server.refuses = true;
    await pass(TOKEN_LIFETIME_MS);
    await Promise.all(Array.from({ length: 5 }, () => store.dispatch(getHome())));
    expect(actions.filter((type) => type === sessionRejected.type)).toHaveLength(1);
    expect(state().session).toMatchObject({ status: 'signedOut', notice: 'session-ended' });
  });

  it('is rejected exactly once when several calls get a 401 and the refresh is refused', async () => {
    const tokens = tokenPort();
    const { store, actions, state } = start({
      tokens,
      answers: { 'GET /api/home': () => problem(401, 'token-invalid') },
    });
    await pass(1_000);
    tokens.server.refuses = true;
    const calls = Promise.all(Array.from({ length: 5 }, () => store.dispatch(getHome())));
    await pass(5_000);
    await calls;
    expect(actions.filter((type) => type === sessionRejected.type)).toHaveLength(1);
    expect(state().session).toMatchObject({ status: 'signedOut', notice: 'session-ended' });
  });
});
