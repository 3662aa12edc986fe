import { programsApi } from '#store/programs/programsApi.ts';
import { sessionRejected, signOutRequested } from '#store/session/sessionSlice.ts';
import { newVersionFound, reloadRequested, selectIsUpdateShown } from '#store/version/versionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { fakeSavedResponses, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

const start = clientsUnderFakeTimers();
const PROGRAMS = 'GET /api/programs';
const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const listPrograms = () => programsApi.endpoints.listPrograms.initiate();
const selectPrograms = programsApi.endpoints.listPrograms.select();
const EMPTY = { data: [], total: 0 };

/** A browser in which the programs were read once. */
async function browserWithPrograms() {
  const savedResponses = fakeSavedResponses();
  const online = start({ savedResponses, answers: { [PROGRAMS]: () => json(EMPTY) } });
  await pass(100);
  await online.store.dispatch(listPrograms());
  await pass(100);
  online.root.cancel();
  return savedResponses;
}

describe('saved responses', () => {
  it('open the session of the last person while the server cannot be reached', async () => {
    const savedResponses = await browserWithPrograms();
    const savedAt = savedResponses.kept.get('listPrograms(undefined)')?.savedAt;
    await pass(2 * 60 * 60_000);
    const { state, store } = start({
      savedResponses,
      restored: { kind: 'unavailable' },
      answers: { [PROGRAMS]: unreachable },
    });
    await pass(100);
    expect(state().session).toMatchObject({ status: 'signedIn', isSaved: true, user: { userId: 7 } });
    void store.dispatch(listPrograms());
    await pass(100);
    expect(selectPrograms(state())).toMatchObject({ data: [], fulfilledTimeStamp: savedAt });
  });

  it('are replaced when the server responds, without restarting the session', async () => {
    const savedResponses = await browserWithPrograms();
    const { state, store, tokens, api, actions } = start({
      savedResponses,
      restored: { kind: 'unavailable' },
      answers: { [PROGRAMS]: unreachable },
    });
    await pass(100);
    void store.dispatch(listPrograms());
    await pass(1_000);
    api.on(PROGRAMS, () => json(EMPTY));
    tokens.restores({ kind: 'token', expiresAt: 2_000_000_000_000 });
    await pass(30_000);
    expect(state().session).toMatchObject({ status: 'signedIn', isSaved: false, isUnreachable: false });
    expect(selectPrograms(state()).status).toBe('fulfilled');
    expect(actions.filter((type) => type === 'session/signedIn')).toHaveLength(1);
  });

  it('are shown when a call fails in an open session, but do not hide a refusal', async () => {
    const savedResponses = await browserWithPrograms();
    const failing = start({ savedResponses, answers: { [PROGRAMS]: () => problem(503, 'unavailable') } });
    await pass(100);
    void failing.store.dispatch(listPrograms());
    await pass(100);
    expect(selectPrograms(failing.state())).toMatchObject({ status: 'rejected', data: [] });
    failing.root.cancel();

    const refused = start({ savedResponses, answers: { [PROGRAMS]: () => problem(404, 'not-found') } });
    await pass(100);
    void refused.store.dispatch(listPrograms());
    await pass(100);
    expect(selectPrograms(refused.state()).data).toBeUndefined();
  });

  it('are not shown to another person', async () => {
    const savedResponses = await browserWithPrograms();
    const { state, store } = start({
      savedResponses,
      user: aUser({ userId: 8 }),
      answers: { [PROGRAMS]: unreachable },
    });
    await pass(100);
    void store.dispatch(listPrograms());
    await pass(100);
    expect(selectPrograms(state()).data).toBeUndefined();
  });

  it.each([
    ['a sign-out', signOutRequested()],
    [
      'a session that the server ended',
      sessionRejected({ reason: 'session-ended', status: 401, endpoint: 'getHome' }),
    ],
  ])('are deleted after %s', async (_name, end) => {
    const savedResponses = await browserWithPrograms();
    const { store } = start({ savedResponses, updates: fakeUpdates() });
    await pass(100);
    expect(savedResponses.kept.size).toBeGreaterThan(0);
    store.dispatch(end);
    await pass(100);
    expect(savedResponses.kept.size).toBe(0);
    expect(await savedResponses.user()).toBeNull();
  });

  it('are deleted at a start without a session', async () => {
    const savedResponses = await browserWithPrograms();
    start({ savedResponses, updates: fakeUpdates(), restored: { kind: 'none' } });
    await pass(100);
    expect(savedResponses.kept.size).toBe(0);
  });

  it('do not contain administration or searches', async () => {
    const savedResponses = await browserWithPrograms();
    const keys = [...savedResponses.kept.keys()].map((key) => key.split('(')[0]);
    expect(keys).toContain('listPrograms');
    expect(keys.filter((name) => /admin|audit|insight|search|participation|room/i.test(name ?? ''))).toEqual(
      [],
    );
  });

  it('end with the session when the server refuses it', async () => {
    const savedResponses = await browserWithPrograms();
    const { state, tokens } = start({ savedResponses, restored: { kind: 'unavailable' } });
    await pass(100);
    tokens.restores({ kind: 'none' });
    await pass(10_000);
    expect(state().session).toMatchObject({ status: 'signedOut', notice: 'session-ended' });
  });
});

function fakeUpdates() {
  const listeners = new Set<() => void>();
  const updates = {
    checks: 0,
    reloads: 0,
    listen(onNewVersion: () => void) {
      listeners.add(onNewVersion);
      return () => listeners.delete(onNewVersion);
    },
    check: () => void updates.checks++,
    reload: () => void updates.reloads++,
    find() {
      for (const found of listeners) found();
    },
  };
  return updates;
}

describe('a new version', () => {
  it('is offered, and loaded only when the user asks for it', async () => {
    const updates = fakeUpdates();
    const { state, store, actions } = start({ updates });
    await pass(100);
    expect(selectIsUpdateShown(state())).toBe(false);
    updates.find();
    await pass(60_000);
    expect(actions).toContain(newVersionFound.type);
    expect(selectIsUpdateShown(state())).toBe(true);
    expect(updates.reloads).toBe(0);
    store.dispatch(reloadRequested());
    expect(updates.reloads).toBe(1);
  });

  it('is checked for after a response that this version cannot read', async () => {
    const updates = fakeUpdates();
    const { store } = start({ updates, answers: { [PROGRAMS]: () => json({ programs: [] }) } });
    await pass(100);
    const before = updates.checks;
    await store.dispatch(listPrograms());
    await pass(100);
    expect(updates.checks).toBe(before + 1);
  });

  it('is checked for after each new connection', async () => {
    const updates = fakeUpdates();
    const { messaging } = start({ updates });
    await pass(1_000);
    const before = updates.checks;
    messaging.goAway();
    await pass(5_000);
    messaging.comeBack();
    await pass(20_000);
    expect(updates.checks).toBeGreaterThan(before);
  });
});
