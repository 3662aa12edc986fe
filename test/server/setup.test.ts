import type { SessionUser } from '#contract/access/session.ts';
import { createOrganisation, issueSetupAddress } from '#server/access/organisations/index.ts';
import { PUBLIC_ORIGIN, startApi, type TestApi } from '#test/support/api.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';

const PASSWORD = 'violet harbour spoon';
const DAY_MS = 24 * 60 * 60_000;
const lark = {
  organisation: ' Lark & Sons ',
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailAddress: 'Ada@lark.example',
  newPassword: PASSWORD,
};

onEachDatabase((openDatabase) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ openDatabase });
  }, 120_000);
  afterAll(() => api.close());

  /** Calls it like the start of a server. */
  async function printedToken() {
    const address = (await issueSetupAddress(api.pool, PUBLIC_ORIGIN, api.clock.now())) ?? '';
    const [, token = ''] = /^http:\/\/localhost:4000\/setup\?token=([\w-]{43})$/.exec(address) ?? [];
    return token;
  }
  const details = (token: string) => api.call('POST', '/api/auth/setup/details', { body: { token } });
  const setUp = (token: string, changed: object = {}) =>
    api.call('POST', '/api/auth/setup', { body: { ...lark, ...changed, token } });
  const count = async (table: string) => {
    const { rows } = await api.pool.query(`select count(*)::int as n from ${table}`);
    return rows[0].n as number;
  };

  it('opens the set-up with the printed address for 24 hours, and stores nothing for invalid input', async () => {
    const token = await printedToken();
    expect(await details(token)).toMatchObject({ status: 200, body: { isOpen: true } });
    expect((await details(`${token}x`)).body).toEqual({ isOpen: false });
    expect(JSON.stringify((await api.pool.query('select * from setup_tokens')).rows)).not.toContain(token);

    expect(await setUp(`${token}x`)).toMatchObject({
      status: 422,
      body: { fields: { token: 'does not work' } },
    });
    expect(await setUp(token, { newPassword: 'passwordpassword' })).toMatchObject({
      status: 400,
      body: { fields: { newPassword: expect.stringContaining('easy to guess') } },
    });
    expect(await setUp(token, { organisation: '', emailAddress: 'ada' })).toMatchObject({
      status: 400,
      body: { fields: { organisation: 'is missing', emailAddress: 'does not look like an email address' } },
    });
    expect(await setUp(token, { timeZone: 'Europe/Atlantis' })).toMatchObject({
      status: 400,
      body: { fields: { timeZone: 'is not a time zone' } },
    });
    expect(await count('tenants')).toBe(0);

    const newer = await printedToken();
    expect((await details(token)).body).toEqual({ isOpen: true });
    api.clock.pass(DAY_MS);
    for (const old of [token, newer]) {
      expect((await details(old)).body).toEqual({ isOpen: false });
      expect((await setUp(old)).status).toBe(422);
    }
    await printedToken();
    expect(await count('setup_tokens')).toBe(1);
  });

  it('creates one organisation for several simultaneous set-ups, and responds with 404 afterwards', async () => {
    const tokens = [await printedToken(), await printedToken()];
    const answers = await Promise.all(
      [...tokens, ...tokens].map((token, index) =>
        setUp(token, {
          organisation: `Lark ${index}`,
          emailAddress: `ada@lark${index}.example`,
          timeZone: 'Europe/Zurich',
        }),
      ),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404', '404', '404']);
    expect([await count('tenants'), await count('users'), await count('setup_tokens')]).toEqual([1, 1, 0]);
    for (const token of [...tokens, 'none']) {
      expect((await details(token)).status).toBe(404);
      expect((await setUp(token)).status).toBe(404);
    }
    expect(await issueSetupAddress(api.pool, PUBLIC_ORIGIN, api.clock.now())).toBeNull();

    const created = answers.find(({ status }) => status === 200);
    expect(created?.cookies.map(({ name }) => name)).toContain('trellis_session');
    const authorization = String(created?.body.idToken);
    const call = <Body>(path: string) => api.call<Body>('GET', path, { headers: { authorization } });
    const { body: session } = await call<SessionUser>('/api/session');
    expect(session).toMatchObject({ firstName: 'Ada', isAdmin: true, lastProfileUpdate: null });
    expect((await call('/api/profile')).body).toMatchObject({ timeZone: 'Europe/Zurich' });
    expect((await call('/api/admin/settings')).body).toMatchObject({ timeZone: 'Europe/Zurich' });
    const { body: log } = await call<{ data: unknown[] }>('/api/admin/audit');
    expect(log.data).toMatchObject([
      {
        action: 'organisation.created',
        actor: { userId: session.userId },
        subject: { type: 'organisation', id: String(session.tenantId) },
      },
    ]);
    const { body: pool } = await api.call('GET', `/api/user-pool?email=${session.emailAddress}`);
    const { userPoolId, clientId } = pool;
    const credentials = { userPoolId, clientId, email: session.emailAddress, password: PASSWORD };
    expect((await api.call('POST', '/api/auth/sign-in', { body: credentials })).status).toBe(200);
    expect(api.lines.filter((line) => tokens.some((token) => line.includes(token)))).toEqual([]);
  });
});

it('makes a printed address invalid when the command creates the organisation', async () => {
  const api = await startApi();
  try {
    const address = await issueSetupAddress(api.pool, PUBLIC_ORIGIN, api.clock.now());
    const admin = { email: 'ada@wren.example', firstName: 'Ada', lastName: 'Lovelace' };
    await createOrganisation(api.pool, { name: 'Wren', domains: ['wren.example'], admin }, api.clock.now());
    const token = address?.split('token=')[1];
    expect((await api.call('POST', '/api/auth/setup', { body: { ...lark, token } })).status).toBe(404);
    const { rows } = await api.pool.query('select 1 from setup_tokens');
    expect(rows).toEqual([]);
  } finally {
    await api.close();
  }
});
