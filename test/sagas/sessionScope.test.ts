import { messageSubmitted } from '#store/chat/chatSlice.ts';
import { selectIsUnreachable, sessionRejected, signOutRequested } from '#store/session/sessionSlice.ts';
import { aUser } from '../fixtures/people.ts';
import { pass } from '../support/client.ts';
import { clientsUnderFakeTimers } from '../support/clients.ts';
import { json, problem } from '../support/fakeApi.ts';

const start = clientsUnderFakeTimers();

describe('a session', () => {
  it('begins where the browser has one, and listens to its own channels', async () => {
    const { state, messaging } = start();
    await pass();
    expect(state().session).toMatchObject({ status: 'signedIn', user: { userId: 7 } });
    const [connection] = [...messaging.connections];
    expect([...connection!.channels].sort()).toEqual(['app_T3_checkin', 'notif_T3_U7', 'uuid-lena']);
  });

  it('sends a stranger to login with the way back, and says nothing of a missing token', async () => {
    const { path, state } = start({
      restored: { kind: 'none' },
      at: '/program/aaaaaaaaaaaaaaaa?show=topics',
    });
    await pass();
    expect(path()).toBe(`/login?redirectUrl=${encodeURIComponent('/program/aaaaaaaaaaaaaaaa?show=topics')}`);
    expect(state().session.notice).toBeNull();
  });

  it('goes on from login to the place that was wanted, once the person has signed in', async () => {
    const { path, tokens } = start({ restored: { kind: 'none' }, at: '/team' });
    await pass();
    tokens.say({ kind: 'signedIn', expiresAt: 2_000_000_000_000 });
    await pass();
    expect(path()).toBe('/team');
  });

  it('leaves nothing behind at sign-out: no listener, no timer, no answer of the service', async () => {
    const { store, messaging, state, path, page, effects } = start();
    await pass();
    store.dispatch(signOutRequested());
    await pass();
    expect(path()).toBe('/login');
    expect(effects).toContain('service told of the sign-out');
    expect(messaging.connections.size).toBe(0);
    expect(messaging.listenerCount()).toBe(0);
    expect(state().chat.conversations).toEqual({});
    expect(state().api.queries).toEqual({});
    expect(page.listenerCount()).toBe(1); // the page's own watcher lives as long as the page
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sends a rejected session to login with the way back and keeps what was not sent', async () => {
    const { store, messaging, path, state } = start({ at: '/program' });
    await pass();
    messaging.goAway();
    store.dispatch(
      messageSubmitted('chat_T3_U7.U9', { id: 7, firstName: 'Lena', lastName: 'Larsen' }, 'Hello'),
    );
    await pass();
    store.dispatch(sessionRejected({ reason: 'session-ended', status: 401, endpoint: 'getProgram' }));
    await pass();
    expect(path()).toBe('/login?redirectUrl=%2Fprogram');
    expect(state().session.notice).toBe('session-ended');
    const thread = state().chat.threads['chat_T3_U7.U9'];
    expect(thread?.waiting.map(({ status }) => status)).toEqual(['interrupted']);
    expect(messaging.listenerCount()).toBe(0);
  });

  it('ends in every tab when the person leaves in one', async () => {
    const { tokens, path, messaging } = start();
    await pass();
    tokens.say({ kind: 'signedOutElsewhere' });
    await pass();
    expect(path()).toBe('/login');
    expect(messaging.listenerCount()).toBe(0);
  });

  it('serves the second person after the first, and shows nothing of the first', async () => {
    const { store, tokens, api, state, messaging } = start();
    await pass();
    store.dispatch(
      messageSubmitted('chat_T3_U7.U9', { id: 7, firstName: 'Lena', lastName: 'Larsen' }, 'Hello'),
    );
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
    expect(state().chat.threads).toEqual({});
    expect([...[...messaging.connections][0]!.channels]).toContain('notif_T3_U12');
  });

  it('waits for a service that is away instead of sending anybody to login', async () => {
    const { tokens, path, state } = start({ restored: { kind: 'unavailable' }, at: '/team' });
    await pass();
    expect(selectIsUnreachable(state())).toBe(true);
    expect(path()).toBe('/team');
    tokens.restores({ kind: 'token', expiresAt: 2_000_000_000_000 });
    await pass(1_000);
    expect(state().session.status).toBe('signedIn');
    expect(path()).toBe('/team');
  });

  it('asks again who is there after a 503, and gives up the question after a 401', async () => {
    const { api, state } = start({ answers: { 'GET /api/session': () => problem(503, 'unavailable') } });
    await pass(3_000);
    expect(state().session.status).toBe('unknown');
    expect(api.asked('GET /api/session')).toBeGreaterThan(1);
    api.on('GET /api/session', () => problem(401, 'token-invalid'));
    await pass(30_000);
    expect(state().session).toMatchObject({ status: 'signedOut', notice: 'session-ended' });
  });
});
