import { homeApi } from '#store/home/homeApi.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { type Answer, problem } from '#test/support/fakeApi.ts';

const start = clientsUnderFakeTimers();

const HOME = 'GET /api/home';
const PROGRAM = 'GET /api/programs/p-1';
const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

/** A user with an open screen that shows the home data and one program. */
async function withScreens(answers: Record<string, Answer>) {
  const client = start({ answers });
  await pass(100);
  const home = client.store.dispatch(homeApi.endpoints.getHome.initiate());
  void client.store.dispatch(programsApi.endpoints.getProgram.initiate({ programId: 'p-1' }));
  await pass(1_000);
  const goOnline = async () => {
    client.page.change('offline', { isOnline: false });
    await pass(1_000);
    client.page.change('online', { isOnline: true });
    await pass(500);
  };
  return { client, home, goOnline };
}

it('loads what failed without a network when the network is back, and nothing else', async () => {
  const { client, goOnline } = await withScreens({
    [HOME]: unreachable,
    [PROGRAM]: () => problem(404, 'not-found'),
  });
  expect(client.api.asked(HOME)).toBe(1);
  await goOnline();
  expect(client.api.asked(HOME)).toBeGreaterThan(1);
  expect(client.api.asked(PROGRAM)).toBe(1);
});

it('finds a failure that arrives after the network is back', async () => {
  const { client, goOnline } = await withScreens({});
  client.api.on(HOME, async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    throw new TypeError('Failed to fetch');
  });
  void client.store.dispatch(homeApi.endpoints.getHome.initiate(undefined, { forceRefetch: true }));
  await goOnline();
  client.api.on(HOME, () => problem(503, 'unavailable'));
  const before = client.api.asked(HOME);
  await pass(10_000);
  expect(client.api.asked(HOME)).toBeGreaterThan(before);
});

it('loads it when the service is back without a change of the network', async () => {
  const { client } = await withScreens({ [HOME]: () => problem(503, 'unavailable') });
  client.messaging.goAway();
  await pass(5_000);
  const before = client.api.asked(HOME);
  client.messaging.comeBack();
  await pass(20_000);
  expect(client.state().connection.phase).toBe('connected');
  expect(client.api.asked(HOME)).toBeGreaterThan(before);
});

it('does not load what no screen shows any more', async () => {
  const { client, home, goOnline } = await withScreens({ [HOME]: unreachable });
  home.unsubscribe();
  await pass(1_000);
  await goOnline();
  expect(client.api.asked(HOME)).toBe(1);
});
