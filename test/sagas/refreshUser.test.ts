import { blankProgram } from '#src/programs/setup/useProgramDocument.ts';
import { personApi } from '#store/admin/personApi.ts';
import { joiningApi } from '#store/programs/joiningApi.ts';
import { setupApi } from '#store/programs/setupApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { anAdminPerson } from '#test/fixtures/adminPeople.ts';
import { aUser, max } from '#test/fixtures/people.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json, problem } from '#test/support/fakeApi.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const start = clientsUnderFakeTimers();
const SESSION = 'GET /api/session';
const manager = aUser({ roles: { isAdmin: false, hasReports: true, mayAuthor: false } });

async function startUser() {
  const client = start({ user: aUser({ roles: { isAdmin: false, hasReports: false, mayAuthor: false } }) });
  await pass(1_000);
  expect(selectUser(client.state())?.roles.hasReports).toBe(false);
  client.api.on(SESSION, () => json(manager));
  return client;
}

describe('the roles of the user', () => {
  it('are read again when the token is refreshed', async () => {
    const client = await startUser();
    client.tokens.say({ kind: 'refreshed', expiresAt: 2_000_000_000_000 });
    await pass(100);
    expect(selectUser(client.state())?.roles.hasReports).toBe(true);
  });

  it('are read again when the user changes a person', async () => {
    const client = await startUser();
    client.api.on('PATCH /api/admin/people/2', () => json(anAdminPerson()));
    void client.store.dispatch(
      personApi.endpoints.changePerson.initiate({ userId: 2, change: { managerId: manager.userId } }),
    );
    await pass(100);
    expect(selectUser(client.state())?.roles.hasReports).toBe(true);
  });

  it('are read again when the user accepts a learner whom they may coach', async () => {
    const client = await startUser();
    client.api.on(`PUT /api/programs/${PROGRAM_ID}/join-requests/9`, () =>
      json({ person: max, accepted: true }),
    );
    void client.store.dispatch(
      joiningApi.endpoints.answerJoinRequest.initiate({
        programId: PROGRAM_ID,
        userId: 9,
        answer: { accept: true, note: null },
      }),
    );
    await pass(100);
    expect(selectUser(client.state())?.roles.hasReports).toBe(true);
  });

  it.each([
    { status: 'active' as const, isRead: true },
    { status: 'draft' as const, isRead: false }, // saved while the user types
  ])('are read again after a change of a program: $status, $isRead', async ({ status, isRead }) => {
    const client = await startUser();
    client.api.on(`PATCH /api/programs/${PROGRAM_ID}`, () =>
      json({ ...blankProgram, programId: PROGRAM_ID, version: 2, status }),
    );
    void client.store.dispatch(
      setupApi.endpoints.saveProgram.initiate({
        programId: PROGRAM_ID,
        change: { version: 1, coachIds: [1] },
      }),
    );
    await pass(100);
    expect(selectUser(client.state())?.roles.hasReports).toBe(isRead);
  });

  it('are read once more after a change during a read', async () => {
    const client = await startUser();
    const before = selectUser(client.state());
    client.api.on(SESSION, async () => {
      await pause(50);
      return json(before);
    });
    client.api.on('PATCH /api/admin/people/2', () => json(anAdminPerson()));
    client.tokens.say({ kind: 'refreshed', expiresAt: 2_000_000_000_000 });
    await pass(20);
    client.api.on(SESSION, () => json(manager));
    void client.store.dispatch(
      personApi.endpoints.changePerson.initiate({ userId: 2, change: { managerId: manager.userId } }),
    );
    await pass(10);
    expect(selectUser(client.state())?.roles.hasReports).toBe(false);
    await pass(100);
    expect(selectUser(client.state())?.roles.hasReports).toBe(true);
  });

  it('are read together with what is no longer set', async () => {
    const client = start({ user: aUser({ erasesAt: '2026-12-01T10:00:00.000Z', locale: 'de-DE' }) });
    await pass(1_000);
    client.api.on(SESSION, () => json(aUser()));
    client.tokens.say({ kind: 'refreshed', expiresAt: 2_000_000_000_000 });
    await pass(100);
    expect(selectUser(client.state())).toMatchObject({ erasesAt: undefined, locale: undefined });
  });

  it('stay as they are while the server cannot be reached, until the next refresh', async () => {
    const client = await startUser();
    client.api.on(SESSION, () => problem(503, 'unavailable'));
    client.tokens.say({ kind: 'refreshed', expiresAt: 2_000_000_000_000 });
    await pass(100);
    expect(selectUser(client.state())?.roles.hasReports).toBe(false);
    client.api.on(SESSION, () => json(manager));
    client.tokens.say({ kind: 'refreshed', expiresAt: 2_000_000_000_000 });
    await pass(100);
    expect(selectUser(client.state())?.roles.hasReports).toBe(true);
  });
});
