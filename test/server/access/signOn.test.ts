import type { AdminOverview } from '#contract/administration/admin.ts';
import type { SignOnSettings } from '#contract/administration/signOn.ts';
import { signOnCleanUp } from '#server/access/signOn/index.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import { startIdentityProvider, type TestIdentityProvider } from '#test/support/identityProvider.ts';
import { PASSWORD, type TestOrganisation } from '#test/support/testOrganisation.ts';
import { createDevice } from './passkeyApi.ts';
import { claimsOf, createBrowser, ORIGIN, saveSignOn, settingsFor, withSignOn } from './signOnApi.ts';

let api: TestApi;
let provider: TestIdentityProvider;
beforeAll(async () => {
  [api, provider] = await Promise.all([startApi(), startIdentityProvider()]);
}, 60_000);
afterAll(() => Promise.all([api.close(), provider.stop()]));
beforeEach(() => {
  provider.state.claims = {};
  provider.state.userinfo = {};
});

const refusalOf = (page: string) => new URL(page, 'http://x').searchParams.get('refused');
async function personAt(org: TestOrganisation, email: string) {
  const { rows } = await api.pool.query(
    `select id, status, is_admin, department_id, first_name, last_name from users where tenant_id = $1 and email = $2`,
    [org.tenantId, email],
  );
  return rows[0] as
    | {
        id: number;
        status: string;
        is_admin: boolean;
        department_id: number | null;
        first_name: string;
        last_name: string;
      }
    | undefined;
}

describe('a sign-in attempt', () => {
  it.each([
    ['the token of another issuer', { iss: 'https://other.example' }, 'token'],
    ['a token for another client', { aud: 'another client' }, 'token'],
    ['a wrong nonce', { nonce: 'another nonce' }, 'token'],
    ['a token that has expired', { exp: 1_000 }, 'token'],
    ['an address that is not verified', { email_verified: false }, 'email-unverified'],
    ['an address that is not verified, as text', { email_verified: 'false' }, 'email-unverified'],
    ['no address', { email: undefined }, 'email-missing'],
    ['an address on an unknown domain', { email: 'learner@elsewhere.example' }, 'domain'],
    ['a person who was not invited', { email: 'stranger@DOMAIN', sub: 'stranger' }, 'not-invited'],
  ])('is refused with %s', async (_what, claims, refusal) => {
    const { org } = await withSignOn(api, provider);
    const given = Object.fromEntries(
      Object.entries(claims).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replace('DOMAIN', org.domain) : value,
      ]),
    );
    const browser = createBrowser(api, provider);
    const page = await browser.signIn(org, { ...claimsOf(org.learner), ...given });
    expect(refusalOf(page)).toBe(refusal);
    expect(page).not.toContain('token=');
    const { rows } = await api.pool.query('select 1 from sign_on_identities where tenant_id = $1', [
      org.tenantId,
    ]);
    expect(rows).toEqual([]);
  });

  it('is refused if the token was signed with another key', async () => {
    const { org } = await withSignOn(api, provider);
    const browser = createBrowser(api, provider);
    const callback = await browser.begin(org);
    provider.state.claims = claimsOf(org.learner);
    provider.service.once('beforeResponse', (answer: { body: { id_token: string } }) => {
      const [head, payload, signature = ''] = answer.body.id_token.split('.');
      const other = signature.startsWith('A') ? 'B' : 'A';
      answer.body.id_token = [head, payload, other + signature.slice(1)].join('.');
    });
    expect(refusalOf(await browser.open(callback))).toBe('token');
  });

  it('is refused if its state is unknown, already used, or expired', async () => {
    const { org } = await withSignOn(api, provider);
    provider.state.claims = claimsOf(org.learner);
    const browser = createBrowser(api, provider);
    const callback = await browser.begin(org);

    const unknown = new URL(callback);
    const state = callback.searchParams.get('state') ?? '';
    unknown.searchParams.set('state', `${state.slice(0, -3)}xyz`);
    expect(refusalOf(await browser.open(unknown))).toBe('state');

    expect(await browser.open(callback)).toContain('#token=');
    expect(refusalOf(await browser.open(callback))).toBe('state');

    const late = await browser.begin(org);
    api.clock.pass(10 * 60_000 + 1);
    expect(refusalOf(await browser.open(late))).toBe('state');
  });

  it('is refused in a browser that did not begin it, without using up the attempt', async () => {
    const { org } = await withSignOn(api, provider);
    provider.state.claims = claimsOf(org.learner);
    const browser = createBrowser(api, provider);
    const callback = await browser.begin(org);
    const stranger = createBrowser(api, provider);
    expect(refusalOf(await stranger.open(callback))).toBe('state');
    await stranger.begin(org);
    expect(refusalOf(await stranger.open(callback))).toBe('state');
    expect(await browser.open(callback)).toContain('#token=');
  });

  it('is refused if the code was replayed', async () => {
    const { org } = await withSignOn(api, provider);
    provider.state.claims = claimsOf(org.learner);
    const browser = createBrowser(api, provider);
    const first = await browser.begin(org);
    await browser.open(first);
    const second = await browser.begin(org);
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect(refusalOf(await browser.open(second))).toBe('provider');
  });

  it('is refused if its response was sent to another organisation', async () => {
    const { org } = await withSignOn(api, provider);
    const other = await withSignOn(api, provider);
    provider.state.claims = claimsOf(org.learner);
    const browser = createBrowser(api, provider);
    const callback = await browser.begin(org);
    callback.pathname = callback.pathname.replace(org.userPoolId, other.org.userPoolId);
    expect(refusalOf(await browser.open(callback))).toBe('state');
  });

  it('is refused for a person of another organisation, even with the same identity provider', async () => {
    const { org } = await withSignOn(api, provider, { createsPeople: true });
    const other = await withSignOn(api, provider, { createsPeople: true });
    const browser = createBrowser(api, provider);
    expect(refusalOf(await browser.signIn(org, claimsOf(other.org.learner)))).toBe('domain');
    expect(await personAt(org, other.org.learner.email)).toBeUndefined();
  });

  it('is refused for a deactivated person', async () => {
    const { org, admin } = await withSignOn(api, provider, { createsPeople: true });
    const browser = createBrowser(api, provider);
    expect(await browser.signIn(org, claimsOf(org.colleague))).toContain('#token=');
    await admin.patch(`/api/admin/people/${org.colleague.userId}`, { status: 'deactivated' });
    expect(refusalOf(await browser.signIn(org, claimsOf(org.colleague)))).toBe('deactivated');
    // Another account at the provider or another address does not help.
    expect(refusalOf(await browser.signIn(org, claimsOf(org.colleague, { sub: 'another' })))).toBe(
      'deactivated',
    );
    const renamed = claimsOf(org.colleague, { email: `renamed@${org.domain}` });
    expect(refusalOf(await browser.signIn(org, renamed))).toBe('deactivated');
  });

  it('is refused for a person who is deactivated before the browser fetches the session', async () => {
    const { org, admin } = await withSignOn(api, provider);
    const browser = createBrowser(api, provider);
    const page = await browser.signIn(org, claimsOf(org.colleague));
    await admin.patch(`/api/admin/people/${org.colleague.userId}`, { status: 'deactivated' });
    expect((await browser.enter(page)).status).toBe(403);
  });

  it('is refused for another account at the provider that got a colleague’s address', async () => {
    const { org } = await withSignOn(api, provider);
    const browser = createBrowser(api, provider);
    await browser.signIn(org, claimsOf(org.colleague));
    expect(refusalOf(await browser.signIn(org, claimsOf(org.colleague, { sub: 'a new employee' })))).toBe(
      'other-account',
    );
  });

  it('is refused if the invitation was withdrawn', async () => {
    const { org, admin } = await withSignOn(api, provider);
    const email = `invited@${org.domain}`;
    const { body } = await admin.post<{ userId: number }>('/api/admin/people', {
      emailAddress: email,
      firstName: 'In',
      lastName: 'Vited',
    });
    await admin.delete(`/api/admin/people/${body.userId}/invitation`);
    const browser = createBrowser(api, provider);
    expect(refusalOf(await browser.signIn(org, claimsOf({ email })))).toBe('not-invited');
  });

  it('is refused if the person cancelled it at the provider, or a parameter is repeated', async () => {
    const { org } = await withSignOn(api, provider);
    const browser = createBrowser(api, provider);
    const cancelled = await browser.begin(org);
    cancelled.searchParams.delete('code');
    cancelled.searchParams.set('error', 'access_denied');
    expect(refusalOf(await browser.open(cancelled))).toBe('denied');
    const repeated = await browser.begin(org);
    repeated.searchParams.append('state', 'x');
    expect(refusalOf(await browser.open(repeated))).toBe('state');
  });

  it('is refused if it began before the settings were changed', async () => {
    const { org, admin } = await withSignOn(api, provider);
    const browser = createBrowser(api, provider);
    provider.state.claims = claimsOf(org.learner);
    const callback = await browser.begin(org);
    await saveSignOn(admin, settingsFor(provider, { clientId: 'another' }));
    expect(refusalOf(await browser.open(callback))).toBe('settings');
    const next = await browser.begin(org);
    await saveSignOn(admin, settingsFor(provider, { clientId: 'another', mode: 'off' }));
    expect(refusalOf(await browser.open(next))).toBe('settings');
    expect((await browser.start(org)).status).toBe(422);
  });

  it('writes no code, state or address to the log when it is refused', async () => {
    const { org } = await withSignOn(api, provider);
    const browser = createBrowser(api, provider);
    provider.state.claims = claimsOf(org.learner, { aud: 'other' });
    const from = api.lines.length;
    const callback = await browser.begin(org, { email: org.learner.email });
    await browser.open(callback);
    const log = api.lines.slice(from).join('\n');
    expect(log).toContain('sign-on refused');
    for (const name of ['code', 'state']) expect(log).not.toContain(callback.searchParams.get(name));
    expect(log).not.toContain(org.learner.email);
  });
});

describe('a sign-in through the identity provider', () => {
  it('starts the session of the person with the address, uses PKCE, and keeps the target', async () => {
    const { org } = await withSignOn(api, provider);
    provider.state.claims = claimsOf(org.learner);
    const browser = createBrowser(api, provider);
    const started = await browser.start(org, {
      email: org.learner.email,
      redirectUrl: '/program?tab=1#topic',
    });
    const url = new URL(started.body.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
      client_id: 'trellis',
      scope: 'openid email profile',
      login_hint: org.learner.email,
      redirect_uri: `http://localhost:4000/api/auth/sign-on/callback/${org.userPoolId}`,
    });
    const cookie = started.cookies.find(({ name }) => name === 'trellis_sign_on');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 600 });
    const page = await browser.open(await provider.authorize(started.body.url));
    expect(page.split('#')[0]).toBe('/sign-on?redirectUrl=%2Fprogram%3Ftab%3D1%23topic');
    const entered = await browser.enter(page);
    expect(entered.status).toBe(200);
    expect(entered.cookies.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['trellis_refresh', 'trellis_session', 'trellis_browser']),
    );
    const { body } = await api.call('GET', '/api/session', {
      headers: { authorization: String(entered.body.idToken) },
    });
    expect(body).toMatchObject({ userId: org.learner.userId });
    const refreshed = await api.call('POST', '/api/auth/refresh', {
      headers: ORIGIN,
      cookies: browser.cookies,
    });
    expect(refreshed.status).toBe(200);
  });

  it('returns the session once, only to the same browser, and for 2 minutes', async () => {
    const { org } = await withSignOn(api, provider);
    const browser = createBrowser(api, provider);
    const page = await browser.signIn(org, claimsOf(org.learner));
    expect((await createBrowser(api, provider).enter(page)).status).toBe(401);
    expect((await browser.enter(page)).status).toBe(200);
    expect((await browser.enter(page)).status).toBe(401);
    const late = await browser.signIn(org, claimsOf(org.learner));
    api.clock.pass(2 * 60_000 + 1);
    expect((await browser.enter(late)).status).toBe(401);
  });

  it('works in two tabs of a browser at the same time', async () => {
    const { org } = await withSignOn(api, provider);
    provider.state.claims = claimsOf(org.learner);
    const browser = createBrowser(api, provider);
    const [one, two] = [await browser.begin(org), await browser.begin(org)];
    expect(await browser.open(two)).toContain('#token=');
    expect(await browser.open(one)).toContain('#token=');
  });

  it('finds the person again after the address at the provider has changed', async () => {
    const { org } = await withSignOn(api, provider);
    const browser = createBrowser(api, provider);
    await browser.signIn(org, claimsOf(org.learner));
    const page = await browser.signIn(org, claimsOf(org.learner, { email: `married@${org.domain}` }));
    const { body } = await browser.enter(page);
    const session = await api.call('GET', '/api/session', {
      headers: { authorization: String(body.idToken) },
    });
    expect(session.body).toMatchObject({ userId: org.learner.userId, emailAddress: org.learner.email });
  });

  it('reads the address from the userinfo of a provider that sends only the subject', async () => {
    const { org } = await withSignOn(api, provider);
    provider.state.userinfo = { email: org.learner.email, email_verified: true };
    expect(await createBrowser(api, provider).signIn(org, { sub: 'only the subject' })).toContain('#token=');
  });

  it('accepts a provider that does not say whether addresses are verified', async () => {
    const { org } = await withSignOn(api, provider);
    const claims = claimsOf(org.learner, { email_verified: undefined });
    expect(await createBrowser(api, provider).signIn(org, claims)).toContain('#token=');
  });

  it('creates a person once on the first sign-in, if the settings allow it', async () => {
    const { org, admin } = await withSignOn(api, provider, { createsPeople: true });
    const email = `first.time@${org.domain}`;
    const claims = claimsOf(
      { email },
      { given_name: 'Ngọc\u0000', family_name: undefined, name: 'Ngọc Trần Anh' },
    );
    const browsers = [createBrowser(api, provider), createBrowser(api, provider)];
    const pages = await Promise.all(browsers.map((browser) => browser.signIn(org, claims)));
    for (const page of pages) expect(page).toContain('#token=');
    expect(await personAt(org, email)).toMatchObject({
      status: 'active',
      is_admin: false,
      first_name: 'Ngọc',
      last_name: 'Trần Anh',
    });
    const { body } = await admin.get<{ data: unknown[] }>('/api/admin/audit?action=person.provisioned');
    expect(body.data).toHaveLength(1);
  });

  it('accepts an invitation: the person becomes active, and the mailed link stops working', async () => {
    const { org, admin } = await withSignOn(api, provider);
    const email = `invited@${org.domain}`;
    await admin.post('/api/admin/people', { emailAddress: email, firstName: 'In', lastName: 'Vited' });
    const page = await createBrowser(api, provider).signIn(org, claimsOf({ email }));
    expect(page).toContain('#token=');
    expect(await personAt(org, email)).toMatchObject({ status: 'active', first_name: 'In' });
    const { rows } = await api.pool.query(
      `select 1 from account_links where tenant_id = $1 and purpose = 'invitation' and revoked_at is null and used_at is null`,
      [org.tenantId],
    );
    expect(rows).toEqual([]);
  });

  it('makes the provider ask for a new sign-in if the sign-in confirms an action', async () => {
    const { org } = await withSignOn(api, provider);
    const promptOf = async (more: object) => {
      const { body } = await createBrowser(api, provider).start(org, { ...more });
      return new URL(body.url).searchParams.get('prompt');
    };
    expect([await promptOf({}), await promptOf({ asksAgain: true })]).toEqual([null, 'login']);
  });

  it('shows on the sign-in page whether an organisation uses it, without revealing a person', async () => {
    const { org } = await withSignOn(api, provider);
    const plain = await api.organisation();
    const modeOf = async (domain: string) =>
      (await api.call('GET', `/api/user-pool?email=absent@${domain}`)).body.signOn;
    expect([await modeOf(org.domain), await modeOf(plain.domain)]).toEqual(['allowed', 'off']);
    expect((await createBrowser(api, provider).start(plain)).status).toBe(422);
  });
});

describe('groups of the identity provider', () => {
  const departmentOf = async (org: TestOrganisation, name: string) => {
    const { rows } = await api.pool.query<{ id: number }>(
      'insert into departments (tenant_id, name) values ($1, $2) returning id',
      [org.tenantId, name],
    );
    return rows[0]?.id ?? 0;
  };
  async function withGroups() {
    const { org, admin } = await withSignOn(api, provider);
    const [first, second] = [await departmentOf(org, 'First'), await departmentOf(org, 'Second')];
    const change = settingsFor(provider, {
      groups: [
        { group: 'first', departmentId: first },
        { group: 'second', departmentId: second },
        { group: 'admins', departmentId: null },
      ],
    });
    expect((await saveSignOn(admin, change)).status).toBe(200);
    return { org, admin, first, second, browser: createBrowser(api, provider) };
  }

  it('assign the first listed group’s department and the administrator right, and also remove the right', async () => {
    const { org, first, second, browser } = await withGroups();
    await browser.signIn(org, claimsOf(org.learner, { groups: ['second', 'first', 'admins'] }));
    expect(await personAt(org, org.learner.email)).toMatchObject({ department_id: first, is_admin: true });
    await browser.signIn(org, claimsOf(org.learner, { groups: ['second'] }));
    expect(await personAt(org, org.learner.email)).toMatchObject({ department_id: second, is_admin: false });
    await browser.signIn(org, claimsOf(org.learner, { groups: ['unknown'] }));
    expect(await personAt(org, org.learner.email)).toMatchObject({ department_id: second });
  });

  it('change nothing if the provider sends none', async () => {
    const { org, browser } = await withGroups();
    await browser.signIn(org, claimsOf(org.learner, { groups: ['admins'] }));
    await browser.signIn(org, claimsOf(org.learner));
    expect(await personAt(org, org.learner.email)).toMatchObject({ is_admin: true });
  });

  it('never remove the right of the last administrator or of the emergency administrator', async () => {
    const { org, admin, browser } = await withGroups();
    expect(await browser.signIn(org, claimsOf(org.admin, { groups: [] }))).toContain('#token=');
    expect(await personAt(org, org.admin.email)).toMatchObject({ is_admin: true });
    await admin.patch(`/api/admin/people/${org.manager.userId}`, { isAdmin: true });
    const current = await admin.get<SignOnSettings>('/api/admin/sign-on');
    await saveSignOn(admin, {
      ...settingsFor(provider, { groups: current.body.settings?.groups ?? [] }),
      emergencyAdminId: org.admin.userId,
    });
    await browser.signIn(org, claimsOf(org.admin, { groups: [] }));
    expect(await personAt(org, org.admin.email)).toMatchObject({ is_admin: true });
    await browser.signIn(org, claimsOf(org.manager, { groups: [] }));
    expect(await personAt(org, org.manager.email)).toMatchObject({ is_admin: false });
  });
});

describe('enforced single sign-on', () => {
  async function enforced() {
    const { org, admin } = await withSignOn(api, provider);
    const browser = createBrowser(api, provider);
    await runTest(org, admin, browser);
    const change = settingsFor(provider, { mode: 'enforced', emergencyAdminId: org.admin.userId });
    expect((await saveSignOn(admin, change)).status).toBe(200);
    return { org, admin, browser, change };
  }
  async function runTest(
    org: TestOrganisation,
    admin: Awaited<ReturnType<TestApi['as']>>,
    browser: ReturnType<typeof createBrowser>,
  ) {
    provider.state.claims = claimsOf(org.admin);
    const started = await admin.post<{ url: string }>('/api/admin/sign-on/test');
    for (const { name, value } of started.cookies) browser.cookies[name] = value;
    return browser.open(await provider.authorize(started.body.url));
  }

  it('refuses correct passwords except the emergency administrator’s, and wrong ones as before', async () => {
    const { org } = await enforced();
    const learner = await api.signIn(org, org.learner);
    expect([learner.status, learner.cookies]).toEqual([422, []]);
    expect((await api.signIn(org, org.learner, 'wrong')).status).toBe(401);
    expect((await api.signIn(org, org.admin)).status).toBe(200);
  });

  it('treats passkeys like passwords: only the emergency administrator can add them and sign in with one', async () => {
    const { org, admin, change } = await enforced();
    await saveSignOn(admin, { ...change, mode: 'allowed' });
    const learner = await api.as(org, org.learner);
    const [ofLearner, ofAdmin, second] = [createDevice(api), createDevice(api), createDevice(api)];
    for (const added of [await ofLearner.add(learner), await ofAdmin.add(admin)])
      expect(added.status).toBe(201);
    expect((await ofLearner.signIn()).status).toBe(200);
    const started = await second.start(learner);

    expect((await saveSignOn(admin, change)).status).toBe(200);
    const password = await api.signIn(org, org.learner);
    const passkey = await ofLearner.signIn();
    expect([passkey.status, passkey.cookies]).toEqual([422, []]);
    expect(passkey.body).toEqual({ ...password.body, requestId: expect.any(String) });
    expect((await second.finish(learner, started.body.options)).status).toBe(422);
    expect((await second.start(learner)).status).toBe(422);
    const own = async (person: typeof learner) => (await person.get('/api/auth/passkeys')).body.addRefusal;
    expect([await own(learner), await own(admin)]).toEqual(['single-sign-on', null]);
    // An erasure is not confirmed with a password that no longer works.
    const confirmation = async (person: typeof learner) =>
      (await person.get('/api/data-requests')).body.confirmation;
    expect([await confirmation(learner), await confirmation(admin)]).toEqual(['none', 'password']);
    expect((await ofAdmin.signIn()).status).toBe(200);
    expect((await second.add(admin)).status).toBe(201);

    await saveSignOn(admin, { ...change, mode: 'allowed' });
    expect((await ofLearner.signIn()).status).toBe(200);
  });

  it('accepts no password for an invitation or a reset, and does not use up the link', async () => {
    const { org, admin } = await enforced();
    const email = `invited@${org.domain}`;
    await admin.post('/api/admin/people', { emailAddress: email, firstName: 'In', lastName: 'Vited' });
    const mailOf = (address: string) => api.mails.find(({ to }) => to.address === address);
    await until(() => mailOf(email) !== undefined);
    const token = /\/invitation\/(\S+)/.exec(mailOf(email)?.text ?? '')?.[1] ?? '';
    const accepted = await api.call('POST', '/api/auth/invitation', {
      body: { token, newPassword: 'four boats at noon' },
      headers: ORIGIN,
    });
    expect(accepted.status).toBe(422);
    const details = await api.call('POST', '/api/auth/invitation/details', {
      body: { token },
      headers: ORIGIN,
    });
    expect(details.body).toMatchObject({ state: 'open', signOn: 'enforced' });

    for (const person of [org.learner, org.admin])
      await api.call('POST', '/api/auth/password-reset', { body: { email: person.email }, headers: ORIGIN });
    await until(() => mailOf(org.admin.email) !== undefined);
    expect(mailOf(org.learner.email)).toBeUndefined();
    expect((await admin.post(`/api/admin/people/${org.learner.userId}/password-reset`)).status).toBe(422);
  });

  it('requires a test of the current values, and an emergency administrator with a password', async () => {
    const { org, admin } = await withSignOn(api, provider);
    const browser = createBrowser(api, provider);
    const enforce = settingsFor(provider, { mode: 'enforced', emergencyAdminId: org.admin.userId });
    const put = async (change: object) => {
      const { status, body } = await saveSignOn(admin, change);
      return [status, Object.keys((body.fields as object | undefined) ?? {})];
    };
    expect(await put(enforce)).toEqual([422, ['mode']]);
    expect(await runTest(org, admin, browser)).toBe('/admin/settings/sign-on');
    expect(await put({ ...enforce, emergencyAdminId: null })).toEqual([422, ['emergencyAdminId']]);
    expect(await put({ ...enforce, emergencyAdminId: org.learner.userId })).toEqual([
      422,
      ['emergencyAdminId'],
    ]);
    const stranger = await api.organisation();
    expect(await put({ ...enforce, emergencyAdminId: stranger.admin.userId })).toEqual([
      422,
      ['emergencyAdminId'],
    ]);
    expect(await put({ ...enforce, clientSecret: 'another secret' })).toEqual([422, ['mode']]);
    expect(await put({ ...enforce, issuer: `${provider.issuer}/` })).toEqual([422, ['mode']]);
    expect(await put(enforce)).toEqual([200, []]);
  });

  it('protects the emergency administrator', async () => {
    const { org, admin, change } = await enforced();
    await admin.patch(`/api/admin/people/${org.manager.userId}`, { isAdmin: true });
    const manager = await api.call('PATCH', `/api/admin/people/${org.admin.userId}`, {
      body: { isAdmin: false },
      headers: { authorization: admin.token },
    });
    expect(manager.status).toBe(422);
    expect((await saveSignOn(admin, { ...change, emergencyAdminId: org.manager.userId })).status).toBe(200);
    expect((await admin.patch(`/api/admin/people/${org.admin.userId}`, { isAdmin: false })).status).toBe(200);
  });

  it('shows the claims of a test to the administrator who ran it, without signing them in', async () => {
    const { org, admin } = await withSignOn(api, provider, { createsPeople: true });
    const browser = createBrowser(api, provider);
    const { rows: before } = await api.pool.query('select count(*) from sessions');
    await runTest(org, admin, browser);
    const { rows: after } = await api.pool.query('select count(*) from sessions');
    expect(after).toEqual(before);
    const { body } = await admin.get<SignOnSettings>('/api/admin/sign-on');
    expect(body.settings?.testedAt).toEqual(expect.any(String));
    expect(body.test).toMatchObject({ state: 'passed', refusal: null });
    const stepOfSetup = async () =>
      (await admin.get<AdminOverview>('/api/admin/overview')).body.setup.find(
        ({ step }) => step === 'sign-on-test',
      );
    expect(await stepOfSetup()).toMatchObject({ isDone: true, at: body.settings?.testedAt });
    await saveSignOn(admin, settingsFor(provider, { clientSecret: 'another secret' }));
    expect(await stepOfSetup()).toMatchObject({ isDone: false, at: null });
    expect(body.test?.claims).toContainEqual({ name: 'email', value: org.admin.email });
    await admin.patch(`/api/admin/people/${org.manager.userId}`, { isAdmin: true });
    const other = await (await api.as(org, org.manager)).get<SignOnSettings>('/api/admin/sign-on');
    expect(other.body.test).toBeNull();
    api.clock.pass(60 * 60_000 + 1);
    await signOnCleanUp(api.pool, api.clock.now).deleteOld(() => false);
    const { rows } = await api.pool.query('select 1 from sign_on_attempts');
    expect(rows).toEqual([]);
  });

  it('explains why a test failed, and does not count it as passed', async () => {
    const { org, admin } = await withSignOn(api, provider);
    const browser = createBrowser(api, provider);
    const started = await admin.post<{ url: string }>('/api/admin/sign-on/test');
    for (const { name, value } of started.cookies) browser.cookies[name] = value;
    provider.state.claims = claimsOf(org.admin, { email: 'admin@elsewhere.example' });
    await browser.open(await provider.authorize(started.body.url));
    const { body } = await admin.get<SignOnSettings>('/api/admin/sign-on');
    expect(body.test).toMatchObject({ state: 'failed', refusal: 'domain' });
    expect(body.test?.detail).toContain('elsewhere.example');
    expect(body.settings?.testedAt).toBeNull();
  });
});

describe('passwords in addition to single sign-on', () => {
  it('still work', async () => {
    const { org } = await withSignOn(api, provider);
    expect((await api.signIn(org, org.learner, PASSWORD)).status).toBe(200);
  });
});
