import { deleteOldSessions, RETENTION_MS } from '#server/access/session/index.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const refresh = async (token: string) => {
  const answer = await api.call('POST', '/api/auth/refresh', { cookies: { trellis_refresh: token } });
  return { ...answer, next: answer.cookies.find(({ name }) => name === 'trellis_refresh')?.value ?? '' };
};
const signedIn = async () => {
  const org = await api.organisation();
  const { body, cookies } = await api.signIn(org, org.learner);
  return { org, idToken: String(body.idToken), token: cookies[0]?.value ?? '' };
};
const isAlive = async (idToken: string) =>
  (await api.call('GET', '/api/session', { headers: { authorization: idToken } })).status === 200;

it('returns a new id token and replaces the refresh token', async () => {
  const { token } = await signedIn();
  const answer = await refresh(token);
  expect(answer).toMatchObject({ status: 200, body: { expiresIn: 3_600 } });
  expect(answer.next).not.toBe(token);
  expect(await isAlive(String(answer.body.idToken))).toBe(true);
});

it('revokes the session when a token is reused after 10 seconds', async () => {
  const { token, idToken } = await signedIn();
  const { next } = await refresh(token);
  api.clock.pass(11_000);
  expect(await refresh(token)).toMatchObject({ status: 401, body: { code: 'refresh-refused' } });
  expect((await refresh(next)).status).toBe(401);
  expect(await isAlive(idToken)).toBe(false);
});

it('revokes the session when a token is reused after its successor was used', async () => {
  const { token, idToken } = await signedIn();
  const { next } = await refresh(token);
  const { next: third } = await refresh(next);
  expect((await refresh(token)).status).toBe(401);
  expect((await refresh(third)).status).toBe(401);
  expect(await isAlive(idToken)).toBe(false);
});

it('keeps the person’s other sessions', async () => {
  const { org, token } = await signedIn();
  const other = await api.as(org, org.learner);
  await refresh(token);
  api.clock.pass(11_000);
  await refresh(token);
  expect((await other.get('/api/session')).status).toBe(200);
});

it('ends after 7 days without use, and after 30 days in any case', async () => {
  const idle = await signedIn();
  api.clock.pass(7 * 86_400_000 + 1_000);
  expect((await refresh(idle.token)).status).toBe(401);

  let { token } = await signedIn();
  for (let week = 0; week < 5; week++) {
    const { next } = await refresh(token);
    token = next || token;
    api.clock.pass(6 * 86_400_000 + 3_600_000);
  }
  expect((await refresh(token)).status).toBe(401);
});

it('is refused for deactivated people and invalid tokens', async () => {
  const { org, token } = await signedIn();
  await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.learner.userId]);
  expect(await refresh(token)).toMatchObject({ status: 403, body: { code: 'session-ended' } });
  for (const nonsense of ['', 'x', '1.short', `999999999.${'a'.repeat(43)}`, `1.${'a'.repeat(43)}`])
    expect(await refresh(nonsense)).toMatchObject({ status: 401, body: { code: 'refresh-refused' } });
});

it('deletes a session with its tokens 30 days after its end, and not earlier', async () => {
  const [ended, kept] = [await signedIn(), await signedIn()];
  await refresh(ended.token);
  await api.call('POST', '/api/auth/sign-out', { headers: { authorization: ended.idToken } });
  const tokensOf = async ({ tenantId }: typeof ended.org) =>
    (await api.pool.query('select from refresh_tokens where tenant_id = $1', [tenantId])).rowCount;
  api.clock.pass(RETENTION_MS - 60_000);
  await deleteOldSessions(api.pool, api.clock.now());
  expect(await tokensOf(ended.org)).toBe(2);
  api.clock.pass(120_000);
  await deleteOldSessions(api.pool, api.clock.now());
  expect([await tokensOf(ended.org), await tokensOf(kept.org)]).toEqual([0, 1]);
});

it('stores no token in the database', async () => {
  const { token } = await signedIn();
  const { rows } = await api.pool.query(`select encode(hash, 'escape') as hash from refresh_tokens`);
  expect(JSON.stringify(rows)).not.toContain(token.split('.')[1]);
});
