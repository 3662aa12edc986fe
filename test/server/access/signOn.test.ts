import { startApi, type TestApi } from '#test/support/api.ts';
import { startIdentityProvider, type TestIdentityProvider } from '#test/support/identityProvider.ts';

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

const refusalOf = (page: string) => new URL(page, 'http://x').searchParams.get('refused');

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

  it('is refused for a person from another organisation, even with the same identity provider', async () => {
    const { org } = await withSignOn(api, provider, { createsPeople: true });
    const other = await withSignOn(api, provider, { createsPeople: true });
    const browser = createBrowser(api, provider);
    expect(refusalOf(await browser.signIn(org, claimsOf(other.org.learner)))).toBe('domain');
    expect(await personAt(api, org, other.org.learner.email)).toBeUndefined();
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

  it('is refused for another account that was given a colleague’s address at the provider', async () => {
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

  it('reads the address from the userinfo if the provider sends only the subject', async () => {
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
    expect(await personAt(api, org, email)).toMatchObject({
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
    expect(await personAt(api, org, email)).toMatchObject({ status: 'active', first_name: 'In' });
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
