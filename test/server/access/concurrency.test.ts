import { sql } from '#server/db/drizzle.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { startIdentityProvider, type TestIdentityProvider } from '#test/support/identityProvider.ts';
import { onEachDatabase } from '#test/support/testPostgres.ts';
import { createDevice } from './passkeyApi.ts';
import { claimsOf, createBrowser, withSignOn } from './signOnApi.ts';

jest.setTimeout(60_000); // creating databases takes a long time

onEachDatabase((openDatabase) => {
  let api: TestApi;
  let provider: TestIdentityProvider;
  beforeAll(async () => {
    [api, provider] = await Promise.all([startApi({ openDatabase }), startIdentityProvider()]);
  });
  afterAll(() => Promise.all([api.close(), provider.stop()]));

  it('completes a sign-in at the identity provider once, even if its response arrives twice at the same moment', async () => {
    const { org } = await withSignOn(api, provider);
    const browser = createBrowser(api, provider);
    provider.state.claims = claimsOf(org.learner);
    const callback = await browser.begin(org);
    const pages = await Promise.all([browser.open(callback), browser.open(callback)]);
    expect(pages.filter((page) => page.includes('#token='))).toHaveLength(1);
    expect(pages.filter((page) => page.includes('refused=state'))).toHaveLength(1);

    const page = pages.find((one) => one.includes('#token=')) ?? '';
    const entered = await Promise.all([browser.enter(page), browser.enter(page)]);
    expect(entered.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('creates a new person once, even if they sign in for the first time in two browsers at the same moment', async () => {
    const { org, admin } = await withSignOn(api, provider, { createsPeople: true });
    const browsers = [createBrowser(api, provider), createBrowser(api, provider)];
    provider.state.claims = claimsOf({ email: `new@${org.domain}` });
    const callbacks = [];
    for (const browser of browsers) callbacks.push({ browser, callback: await browser.begin(org) });
    const pages = await Promise.all(callbacks.map(({ browser, callback }) => browser.open(callback)));
    expect(pages).toEqual([expect.stringContaining('#token='), expect.stringContaining('#token=')]);
    const { body } = await admin.get<{ total: number }>('/api/admin/people?search=new@');
    expect(body.total).toBe(1);
    const log = await admin.get<{ data: object[] }>('/api/admin/audit?action=person.provisioned');
    expect(log.body.data).toHaveLength(1);
  });

  it('allows 20 passkeys, even if two are added at the same moment', async () => {
    const org = await api.organisation();
    const { userId } = org.learner;
    await withTenant(api.pool, org.tenantId, (tx) =>
      tx.execute(sql`
        insert into passkeys (id, tenant_id, user_id, public_key, counter, transports, name, created_at)
        select 'key' || ${userId}::int || '-' || n, ${org.tenantId}, ${userId}::int, '', 0, '', 'Laptop', now()
        from generate_series(1, 19) as n`),
    );
    const learner = await api.as(org, org.learner);
    const added = await Promise.all([createDevice(api).add(learner), createDevice(api).add(learner)]);
    expect(added.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
    const { body } = await learner.get<{ data: object[] }>('/api/auth/passkeys');
    expect([body.data.length, body]).toEqual([20, expect.objectContaining({ addRefusal: 'limit' })]);
  });
});
