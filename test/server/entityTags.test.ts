import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

it.each(['/api/home', '/api/programs', '/api/team', '/api/objectives', '/api/users?department=0'])(
  'answers %s with 304 until it changes, and never for another person',
  async (url) => {
    const org = await api.organisation();
    const [manager, learner] = [await api.as(org, org.manager), await api.as(org, org.learner)];
    const first = await manager.get(url);
    expect(first.status).toBe(200);
    const known = { 'if-none-match': String(first.headers.etag), 'accept-encoding': 'br' };
    const again = await manager.get<Buffer>(url, undefined, known);
    expect([again.status, again.headers.etag, again.body.length]).toEqual([304, first.headers.etag, 0]);
    if (url !== '/api/users?department=0')
      expect(await learner.get(url, undefined, known)).toMatchObject({ status: 200 });
  },
);

it('sends a list again after a change', async () => {
  const org = await api.organisation();
  const learner = await api.as(org, org.learner);
  const { headers } = await learner.get('/api/programs');
  await api.pool.query(`update programs set name = 'Another name' where id = $1`, [org.programId]);
  const known = { 'if-none-match': String(headers.etag) };
  const { status, body } = await learner.get('/api/programs', undefined, known);
  expect([status, JSON.stringify(body).includes('Another name')]).toEqual([200, true]);
});
