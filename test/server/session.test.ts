import { importJWK, SignJWT, UnsecuredJWT } from 'jose';
import type { SessionUser } from '#contract/access/session.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

describe('the organisation for an email address', () => {
  it('is found by its domain, whether or not the account exists', async () => {
    const org = await api.organisation();
    const known = await api.call('GET', `/api/user-pool?email=${org.learner.email}`);
    const unknown = await api.call('GET', `/api/user-pool?email=unknown@${org.domain.toUpperCase()}`);
    expect(known.body).toEqual({
      userPoolId: org.userPoolId,
      clientId: org.clientId,
      tenantName: `Organisation ${org.tenantId}`,
      branding: { logo: null, accent: null, signInText: null },
      signOn: 'off',
    });
    expect(unknown.body).toEqual(known.body);
  });

  it('is refused for an unknown domain and an invalid address', async () => {
    expect(await api.call('GET', '/api/user-pool?email=a@nowhere.example')).toMatchObject({
      status: 404,
      body: { code: 'organisation-not-found' },
    });
    expect(await api.call('GET', '/api/user-pool?email=nonsense')).toMatchObject({
      status: 400,
      body: { code: 'bad-request', fields: { email: 'does not look like an email address' } },
    });
  });
});

describe('signing in', () => {
  it('returns a token and cookies, and the session belongs to the person', async () => {
    const org = await api.organisation();
    const { status, body, cookies } = await api.signIn(org, org.manager);
    expect(status).toBe(200);
    expect(body.expiresIn).toBe(3_600);
    expect(cookies).toEqual([
      expect.objectContaining({ name: 'trellis_refresh', httpOnly: true, sameSite: 'Strict', path: '/' }),
      expect.objectContaining({ name: 'trellis_session', value: '1', sameSite: 'Strict' }),
      expect.objectContaining({ name: 'trellis_browser', httpOnly: true, sameSite: 'Strict', path: '/' }),
    ]);
    expect(cookies[1]).not.toHaveProperty('httpOnly');
    const session = await api.call('GET', '/api/session', {
      headers: { authorization: `Bearer ${String(body.idToken)}` },
    });
    expect(session.body).toMatchObject({
      userId: org.manager.userId,
      tenantId: org.tenantId,
      emailAddress: org.manager.email,
      isAdmin: false,
      roles: { isAdmin: false, hasReports: true, mayAuthor: false, isCoach: false, ownsProgram: false },
      uuid: org.manager.uuid,
    });
    await api.pool.query('update programs set owner_id = $1 where id = $2', [
      org.manager.userId,
      org.programId,
    ]);
    const manager = await api.as(org, org.manager);
    expect((await manager.get<SessionUser>('/api/session')).body.roles.ownsProgram).toBe(true);
  });

  it('gives the same response for a wrong password, an unknown or deactivated account and an unknown pool', async () => {
    const org = await api.organisation();
    await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.colleague.userId]);
    const answers = [
      await api.signIn(org, org.learner, 'wrong'),
      await api.signIn(org, { ...org.learner, email: `unknown@${org.domain}` }),
      await api.signIn(org, org.colleague),
      await api.signIn({ ...org, userPoolId: 'unknown-pool' }, org.learner),
    ];
    for (const { status, body, cookies } of answers) {
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 'credentials-refused', message: answers[0]?.body.message });
      expect(cookies).toEqual([]);
    }
  });

  it('is accepted only from our own pages', async () => {
    const org = await api.organisation();
    const from = (headers: Record<string, string>) =>
      api.call('POST', '/api/auth/refresh', { headers: { host: 'localhost:4000', ...headers } });
    expect((await from({ 'sec-fetch-site': 'cross-site' })).status).toBe(400);
    expect((await from({ origin: 'https://evil.example' })).status).toBe(400);
    expect((await from({ origin: 'http://localhost:4000' })).body.code).toBe('refresh-refused');
    const form = await api.call('POST', '/api/auth/sign-in', {
      body: `email=${org.learner.email}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form).toMatchObject({ status: 415, body: { code: 'unsupported-type' } });
  });
});

describe('an id token', () => {
  const session = (authorization?: string) =>
    api.call('GET', '/api/session', { headers: authorization === undefined ? {} : { authorization } });

  it('is required for calls', async () => {
    expect(await session()).toMatchObject({
      status: 401,
      body: { code: 'token-missing', message: 'Access Token Not Found' },
    });
  });

  it('is refused when it is forged, unsigned, expired, of another type or for another audience', async () => {
    const org = await api.organisation();
    const { token } = await api.as(org, org.learner);
    const [head, claims = '', signature] = token.split('.');
    const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    const key = await importJWK(api.signingKey, 'ES256');
    const signed = (changes: Record<string, unknown>) =>
      new SignJWT({ ...payload, ...changes }).setProtectedHeader({ alg: 'ES256', kid: 'test' }).sign(key);
    const raised = Buffer.from(JSON.stringify({ ...payload, sub: String(org.admin.userId) })).toString(
      'base64url',
    );

    expect((await session(await signed({}))).status).toBe(200);
    const bad = [
      'nonsense',
      `${head}.${raised}.${signature}`,
      new UnsecuredJWT(payload).encode(),
      await signed({ token_use: 'access' }),
      await signed({ iss: 'https://evil.example' }),
      await signed({ aud: 'another-client' }),
      await signed({ sub: String(org.admin.userId) }),
      await signed({ tenant: org.tenantId + 1_000 }),
      await signed({ sid: 'aaaaaaaaaaaaaaaa' }),
    ];
    for (const one of bad)
      expect(await session(one)).toMatchObject({ status: 401, body: { code: 'token-invalid' } });
    api.clock.pass(3_601_000);
    expect(await session(token)).toMatchObject({ status: 401, body: { code: 'token-invalid' } });
  });

  it('stops working immediately when the person or organisation is deactivated, and follows role changes', async () => {
    const org = await api.organisation();
    const [learner, admin] = [await api.as(org, org.learner), await api.as(org, org.admin)];
    expect((await admin.get('/api/admin/overview')).status).toBe(200);
    await api.pool.query('update users set is_admin = false where id = $1', [org.admin.userId]);
    expect((await admin.get('/api/admin/overview')).status).toBe(404);

    await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.learner.userId]);
    expect(await learner.get('/api/session')).toMatchObject({ status: 403, body: { code: 'session-ended' } });
    await api.pool.query(`update tenants set status = 'suspended' where id = $1`, [org.tenantId]);
    expect(await admin.get('/api/session')).toMatchObject({ status: 403, body: { code: 'session-ended' } });
  });

  it('can be verified with the public keys', async () => {
    const { body } = await api.call<{ keys: Record<string, unknown>[] }>('GET', '/.well-known/jwks.json');
    expect(body.keys).toHaveLength(1);
    expect(body.keys[0]).toMatchObject({ kid: 'test', alg: 'ES256', crv: 'P-256' });
    expect(body.keys[0]).not.toHaveProperty('d');
  });
});

describe('signing out', () => {
  it('ends the id token and the refresh token immediately, and can be repeated', async () => {
    const org = await api.organisation();
    const { body, cookies } = await api.signIn(org, org.learner);
    const authorization = String(body.idToken);
    const cookie = { trellis_refresh: cookies[0]?.value ?? '' };

    const out = await api.call('POST', '/api/auth/sign-out', { headers: { authorization }, cookies: cookie });
    expect(out.status).toBe(204);
    expect(out.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['trellis_refresh', ''],
      ['trellis_session', ''],
    ]);
    expect((await api.call('GET', '/api/session', { headers: { authorization } })).status).toBe(401);
    expect((await api.call('POST', '/api/auth/refresh', { cookies: cookie })).status).toBe(401);
    expect((await api.call('POST', '/api/auth/sign-out', { cookies: cookie })).status).toBe(204);
  });
});
