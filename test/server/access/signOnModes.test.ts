import type { AdminOverview } from '#contract/administration/admin.ts';
import type { SignOnSettings } from '#contract/administration/signOn.ts';
import { signOnCleanUp } from '#server/access/signOn/index.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import { startIdentityProvider, type TestIdentityProvider } from '#test/support/identityProvider.ts';
import { PASSWORD, type TestOrganisation } from '#test/support/testOrganisation.ts';
import { createDevice } from './passkeyApi.ts';
import {
  claimsOf,
  createBrowser,
  ORIGIN,
  personAt,
  saveSignOn,
  settingsFor,
  withSignOn,
} from './signOnApi.ts';

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
    expect(await personAt(api, org, org.learner.email)).toMatchObject({
      department_id: first,
      is_admin: true,
    });
    await browser.signIn(org, claimsOf(org.learner, { groups: ['second'] }));
    expect(await personAt(api, org, org.learner.email)).toMatchObject({
      department_id: second,
      is_admin: false,
    });
    await browser.signIn(org, claimsOf(org.learner, { groups: ['unknown'] }));
    expect(await personAt(api, org, org.learner.email)).toMatchObject({ department_id: second });
  });

  it('change nothing if the provider sends none', async () => {
    const { org, browser } = await withGroups();
    await browser.signIn(org, claimsOf(org.learner, { groups: ['admins'] }));
    await browser.signIn(org, claimsOf(org.learner));
    expect(await personAt(api, org, org.learner.email)).toMatchObject({ is_admin: true });
  });

  it('never remove the right of the last administrator or of the emergency administrator', async () => {
    const { org, admin, browser } = await withGroups();
    expect(await browser.signIn(org, claimsOf(org.admin, { groups: [] }))).toContain('#token=');
    expect(await personAt(api, org, org.admin.email)).toMatchObject({ is_admin: true });
    await admin.patch(`/api/admin/people/${org.manager.userId}`, { isAdmin: true });
    const current = await admin.get<SignOnSettings>('/api/admin/sign-on');
    await saveSignOn(admin, {
      ...settingsFor(provider, { groups: current.body.settings?.groups ?? [] }),
      emergencyAdminId: org.admin.userId,
    });
    await browser.signIn(org, claimsOf(org.admin, { groups: [] }));
    expect(await personAt(api, org, org.admin.email)).toMatchObject({ is_admin: true });
    await browser.signIn(org, claimsOf(org.manager, { groups: [] }));
    expect(await personAt(api, org, org.manager.email)).toMatchObject({ is_admin: false });
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

  it('refuses all passwords except the correct one of the emergency administrator', async () => {
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
    expect(mailOf(email)?.text).toContain('Sign in with your work account to start.');
    expect(mailOf(email)?.text).not.toContain('password');
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
