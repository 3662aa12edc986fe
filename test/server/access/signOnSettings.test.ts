import type { SignOnSettings } from '#contract/administration/signOn.ts';
import { createIdentityProviders, createSecretBox } from '#server/access/signOn/index.ts';
import { AddressRefused, createPublicFetch, isPublicAddress } from '#server/http/publicFetch.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import {
  startIdentityProvider,
  startServer,
  type TestIdentityProvider,
} from '#test/support/identityProvider.ts';
import { saveSignOn, settingsFor, withSignOn } from './signOnApi.ts';

const txtRecords = new Map<string, string[][]>();
const resolveTxt = async (domain: string) => {
  const records = txtRecords.get(domain);
  if (!records) throw new Error('ENOTFOUND');
  return records;
};
let api: TestApi;
let provider: TestIdentityProvider;
beforeAll(async () => {
  [api, provider] = await Promise.all([startApi({ resolveTxt }), startIdentityProvider()]);
}, 60_000);
afterAll(() => Promise.all([api.close(), provider.stop()]));

describe('the settings of single sign-on', () => {
  it('never contain the client secret in responses, the database, the audit log or the log', async () => {
    const { org, admin } = await withSignOn(api, provider, { clientSecret: 'known-only-to-the-provider' });
    await saveSignOn(admin, settingsFor(provider, { clientSecret: 'second-known-secret' }));
    const answers = [await admin.get('/api/admin/sign-on'), await admin.get('/api/admin/audit')];
    const { rows } = await api.pool.query(
      `select (select string_agg(s::text, '') from sign_on_settings as s) || (select string_agg(a::text, '') from audit_entries as a) as text`,
    );
    const everything = JSON.stringify([answers.map(({ body }) => body), rows, api.lines]);
    expect(everything).toContain(provider.issuer);
    for (const secret of ['known-only-to-the-provider', 'second-known-secret'])
      expect(everything).not.toContain(secret);
    expect(JSON.stringify(answers[0]?.body)).not.toContain('clientSecret');
    expect(org.tenantId).toBeGreaterThan(0);
  });

  it('are encrypted for one organisation and one installation', () => {
    const box = createSecretBox(Buffer.alloc(32, 1));
    const text = box.encrypt(7, 'secret');
    expect(box.decrypt(7, text)).toBe('secret');
    expect(box.decrypt(8, text)).toBeNull();
    expect(createSecretBox(Buffer.alloc(32, 2)).decrypt(7, text)).toBeNull();
    expect(box.decrypt(7, 'x')).toBeNull();
  });

  it('keep the saved secret if none is sent, and require one the first time', async () => {
    const org = await api.organisation();
    const admin = await api.as(org, org.admin);
    const { clientSecret: _secret, ...withoutSecret } = settingsFor(provider);
    const first = await saveSignOn(admin, withoutSecret);
    expect([first.status, first.body.fields]).toEqual([400, { clientSecret: 'is missing' }]);
    await saveSignOn(admin, settingsFor(provider));
    expect((await saveSignOn(admin, withoutSecret)).status).toBe(200);
    const { body } = await admin.post<{ url: string }>('/api/admin/sign-on/test');
    expect(body.url).toContain(provider.issuer);
  });

  it('refuse a department from another organisation', async () => {
    const { admin } = await withSignOn(api, provider);
    const stranger = await api.organisation();
    const { rows } = await api.pool.query<{ id: number }>(
      'select id from departments where tenant_id = $1 limit 1',
      [stranger.tenantId],
    );
    const change = settingsFor(provider, { groups: [{ group: 'x', departmentId: rows[0]?.id ?? 0 }] });
    expect((await saveSignOn(admin, change)).status).toBe(422);
  });

  it('are recorded in the audit log with the changed fields, and not recorded without a change', async () => {
    const { admin } = await withSignOn(api, provider);
    const { clientSecret: _secret, ...same } = settingsFor(provider);
    await saveSignOn(admin, same);
    await saveSignOn(admin, { ...same, mode: 'off', createsPeople: true });
    const { body } = await admin.get<{ data: { changes: object }[] }>(
      '/api/admin/audit?action=sign-on.changed',
    );
    expect(body.data.map(({ changes }) => Object.keys(changes).sort())).toEqual([
      ['createsPeople', 'mode'],
      ['clientId', 'clientSecret', 'createsPeople', 'issuer', 'mode'],
    ]);
  });

  it('are not overwritten by a second administrator, who is told who saved first', async () => {
    const { org, admin } = await withSignOn(api, provider);
    const { body: read } = await admin.get<SignOnSettings>('/api/admin/sign-on');
    const version = read.settings?.version;
    const save = (change: object) =>
      admin.put<SignOnSettings>('/api/admin/sign-on', { ...settingsFor(provider, change), version });
    const answers = await Promise.all([save({ createsPeople: true }), save({ clientId: 'another' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const second = answers.find(({ status }) => status === 409)?.body as unknown as { message: string };
    expect(second.message).toMatch(/Another administrator changed single sign-on/);
    const { body: now } = await admin.get<SignOnSettings>('/api/admin/sign-on');
    expect(now.settings).toMatchObject({
      version: Number(version) + 1,
      changedBy: { userId: org.admin.userId },
      changedAt: expect.any(String),
    });
  });

  it('are available to administrators only', async () => {
    const { org } = await withSignOn(api, provider);
    const manager = await api.as(org, org.manager);
    expect((await manager.get('/api/admin/sign-on')).status).toBe(404);
    expect((await manager.put('/api/admin/sign-on', { version: 1, ...settingsFor(provider) })).status).toBe(
      404,
    );
    expect((await manager.post('/api/admin/sign-on/test')).status).toBe(404);
  });

  it('explain why the provider cannot be used', async () => {
    const org = await api.organisation();
    const admin = await api.as(org, org.admin);
    const nonsense = await startServer((_request, response) => response.end('no provider'));
    const elsewhere = await startServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ issuer: provider.issuer, authorization_endpoint: `${provider.issuer}/authorize` }),
      );
    });
    const hostOf = (url: string) => new URL(url).host;
    for (const [issuer, reason] of [
      [nonsense.url, `${hostOf(nonsense.url)} did not respond as an identity provider with OpenID Connect.`],
      [elsewhere.url, `${hostOf(elsewhere.url)} responded with another issuer.`],
      ['http://127.0.0.1:1', '127.0.0.1:1 did not respond.'],
      ['http://login.invalid', 'There is no server with the name login.invalid.'],
    ] as const) {
      await saveSignOn(admin, settingsFor(provider, { issuer }));
      const { status, body } = await admin.post('/api/admin/sign-on/test');
      expect([status, body.message]).toEqual([
        422,
        `Your identity provider could not be used. ${reason} Check the issuer URL.`,
      ]);
    }
    await Promise.all([nonsense.stop(), elsewhere.stop()]);
  });
});

describe('email domains', () => {
  const recordOf = (body: SignOnSettings, domain: string) =>
    body.domains.find((one) => one.domain === domain)?.record ?? '';

  it('are verified by their TXT record, after which people with such addresses find the organisation', async () => {
    const { org, admin } = await withSignOn(api, provider);
    const domain = `new${org.tenantId}.example`;
    const added = await admin.post<SignOnSettings>('/api/admin/sign-on/domains', {
      domain: ` ${domain.toUpperCase()}`,
    });
    const url = `/api/admin/sign-on/domains/${domain}/verification`;
    expect(added.body.domains).toContainEqual(expect.objectContaining({ domain, isVerified: false }));
    expect((await admin.post(url)).status).toBe(422);
    txtRecords.set(domain, [['v=spf1'], ['trellis-verify=wrong']]);
    expect((await admin.post(url)).status).toBe(422);
    expect((await api.call('GET', `/api/user-pool?email=a@${domain}`)).status).toBe(404);
    const record = recordOf(added.body, domain);
    txtRecords.set(domain, [['v=spf1'], [record.slice(0, 5), record.slice(5)]]);
    const verified = await admin.post<SignOnSettings>(url);
    expect(verified.body.domains).toContainEqual(
      expect.objectContaining({ domain, isVerified: true, record: null, verifiedAt: expect.any(String) }),
    );
    expect((await api.call('GET', `/api/user-pool?email=a@${domain}`)).body.signOn).toBe('allowed');
    const log = await admin.get<{ data: { changes: object }[] }>(
      '/api/admin/audit?action=sign-on.domain-verified',
    );
    expect(log.body.data.map(({ changes }) => changes)).toEqual([
      { domain: { before: null, after: domain } },
    ]);
  });

  it('belong to one organisation', async () => {
    const [one, two] = [await withSignOn(api, provider), await withSignOn(api, provider)];
    const domain = `shared${one.org.tenantId}.example`;
    const records: string[] = [];
    for (const { admin } of [one, two])
      records.push(
        recordOf((await admin.post<SignOnSettings>('/api/admin/sign-on/domains', { domain })).body, domain),
      );
    expect(new Set(records).size).toBe(2);
    txtRecords.set(
      domain,
      records.map((record) => [record]),
    );
    const url = `/api/admin/sign-on/domains/${domain}/verification`;
    expect((await one.admin.post(url)).status).toBe(200);
    expect((await two.admin.post(url)).status).toBe(409);
    expect((await two.admin.post(`/api/admin/sign-on/domains/${one.org.domain}/verification`)).status).toBe(
      404,
    );
  });

  it('can be removed if no person has an address at the domain', async () => {
    const { org, admin } = await withSignOn(api, provider);
    const domain = `gone${org.tenantId}.example`;
    await admin.post('/api/admin/sign-on/domains', { domain });
    expect((await admin.delete(`/api/admin/sign-on/domains/${domain}`)).status).toBe(200);
    expect((await admin.delete(`/api/admin/sign-on/domains/${domain}`)).status).toBe(404);
    expect((await admin.delete(`/api/admin/sign-on/domains/${org.domain}`)).status).toBe(422);
  });
});

describe('the addresses of identity providers', () => {
  it('must be public: not on this machine, in a private network or reserved for special use', () => {
    const refused = [
      '127.0.0.1',
      '10.1.2.3',
      '172.31.255.255',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      '::ffff:10.0.0.1',
      '::ffff:8.8.8.8',
      'fe80::1',
      'fc00::1',
      'fd12::1',
      'ff02::1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001:db8::1',
      'not an address',
    ];
    expect(refused.filter(isPublicAddress)).toEqual([]);
    expect(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'].filter(isPublicAddress)).toHaveLength(
      4,
    );
  });

  it('are not called if they use http, are private or resolve to this machine', async () => {
    let calls = 0;
    const server = await startServer((_request, response) => {
      calls += 1;
      response.end('{}');
    });
    const { port } = new URL(server.url);
    const fetch = createPublicFetch({ allowsLocal: false });
    for (const url of [
      server.url,
      `https://127.0.0.1:${port}`,
      `https://[::1]:${port}`,
      `https://localhost:${port}`,
      `https://0x7f000001:${port}`,
    ])
      await expect(fetch(url)).rejects.toThrow(AddressRefused);
    expect(calls).toBe(0);
    await server.stop();
  });

  it('are refused in the settings outside local deployments', async () => {
    const strict = await startApi({ deployment: 'staging' });
    const org = await strict.organisation();
    const admin = await strict.as(org, org.admin);
    for (const issuer of [
      'http://login.company.example',
      'https://10.0.0.1',
      'https://[::1]',
      'https://localhost:8443',
      'ftp://x.example',
      'login.example',
      'https://a:b@login.example',
      'https://login.example/?a=1',
    ]) {
      const { status, body } = await saveSignOn(admin, settingsFor(provider, { issuer }));
      expect([issuer, status, Object.keys(body.fields as object)]).toEqual([issuer, 400, ['issuer']]);
    }
    await strict.close();
  });

  it('are read only up to a limit, and their redirects are not followed', async () => {
    const server = await startServer((request, response) => {
      if (request.url === '/elsewhere') return response.writeHead(302, { location: '/secret' }).end();
      response.end(Buffer.alloc(1_000_001));
    });
    const fetch = createPublicFetch({ allowsLocal: true });
    expect((await fetch(`${server.url}/elsewhere`)).status).toBe(302);
    await expect(fetch(server.url)).rejects.toThrow('too long');
    await server.stop();
  });

  it('must have a sign-in page with https outside local deployments', async () => {
    const providers = createIdentityProviders({ allowsLocal: false, now: () => new Date() });
    const settings = { ...settingsFor(provider), clientSecret: 'x', tenantId: 1, providerVersion: 1 };
    await expect(providers.prepare(settings)).rejects.toThrow(/https/i);
  });
});
