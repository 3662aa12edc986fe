import { programsApi } from '#store/programs/programsApi.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

const start = clientsUnderFakeTimers();

const PROGRAMS = 'GET /api/programs';
const PROGRAM = 'GET /api/programs/p-1';
const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

/** A user with an open screen that shows the programs and one of them. */
async function withScreens(answers: Record<string, Answer>) {
  const client = start({ answers });
  await pass(100);
  const programs = client.store.dispatch(programsApi.endpoints.listPrograms.initiate());
  void client.store.dispatch(programsApi.endpoints.getProgram.initiate({ programId: 'p-1' }));
  await pass(1_000);
  const goOnline = async () => {
    client.page.change('offline', { isOnline: false });
    await pass(1_000);
    client.page.change('online', { isOnline: true });
    await pass(500);
  };
  return { client, programs, goOnline };
}

it('loads only failed queries again when the network is back', async () => {
  const { client, goOnline } = await withScreens({
    [PROGRAMS]: unreachable,
    [PROGRAM]: () => problem(404, 'not-found'),
  });
  const before = client.api.asked(PROGRAMS);
  await goOnline();
  expect(client.api.asked(PROGRAMS)).toBeGreaterThan(before);
  expect(client.api.asked(PROGRAM)).toBe(1);
});

it('retries a query whose failure arrives after the network is back', async () => {
  const { client, goOnline } = await withScreens({});
  client.api.on(PROGRAMS, async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    throw new TypeError('Failed to fetch');
  });
  void client.store.dispatch(programsApi.endpoints.listPrograms.initiate(undefined, { forceRefetch: true }));
  await goOnline();
  client.api.on(PROGRAMS, () => problem(503, 'unavailable'));
  const before = client.api.asked(PROGRAMS);
  await pass(10_000);
  expect(client.api.asked(PROGRAMS)).toBeGreaterThan(before);
});

it('loads a failed query again when the service is back, even if the network never changed', async () => {
  const { client } = await withScreens({ [PROGRAMS]: () => problem(503, 'unavailable') });
  client.messaging.goAway();
  await pass(5_000);
  const before = client.api.asked(PROGRAMS);
  client.messaging.comeBack();
  await pass(20_000);
  expect(client.state().connection.phase).toBe('connected');
  expect(client.api.asked(PROGRAMS)).toBeGreaterThan(before);
});

it('does not load data that is no longer on screen', async () => {
  const { client, programs, goOnline } = await withScreens({ [PROGRAMS]: unreachable });
  programs.unsubscribe();
  await pass(10_000);
  const before = client.api.asked(PROGRAMS);
  await goOnline();
  expect(client.api.asked(PROGRAMS)).toBe(before);
});

it('loads a failed query again when only the API is back, with growing pauses between attempts', async () => {
  const { client } = await withScreens({ [PROGRAMS]: () => problem(503, 'unavailable') });
  await pass(60_000);
  const asked = client.api.asked(PROGRAMS);
  expect(asked).toBeGreaterThan(5);
  expect(asked).toBeLessThan(20);
  client.api.on(PROGRAMS, () => json({ data: [], total: 0 }));
  await pass(9_000);
  const { data } = programsApi.endpoints.listPrograms.select()(client.state());
  expect(data).toEqual([]);
  const after = client.api.asked(PROGRAMS);
  await pass(30_000);
  expect(client.api.asked(PROGRAMS)).toBe(after);
});
