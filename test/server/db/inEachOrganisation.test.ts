import { forEachOrganisation } from '#server/db/inEachOrganisation.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

it('continues with the other organisations after an error, and stops when the server stops', async () => {
  const [first, second] = [await api.organisation(), await api.organisation()];
  const run = async (fail: (stop: AbortController) => void) => {
    const stop = new AbortController();
    const seen: number[] = [];
    const work = async (tenantId: number) => {
      seen.push(tenantId);
      if (tenantId === first.tenantId) fail(stop);
    };
    const error = await forEachOrganisation(api.pool, stop.signal, work).catch((thrown: unknown) => thrown);
    return { error, seen };
  };
  const failed = await run(() => {
    throw new Error('Broken data');
  });
  expect(failed.seen).toContain(second.tenantId);
  expect(failed.error).toMatchObject({
    message: `The work for the organisations ${first.tenantId} failed`,
    cause: new Error('Broken data'),
  });
  const stopped = await run((stop) => {
    stop.abort(new Error('The server is stopping'));
    throw new Error('Connection closed');
  });
  expect(stopped.seen).not.toContain(second.tenantId);
  expect(stopped.error).toEqual(new Error('Connection closed'));
});
