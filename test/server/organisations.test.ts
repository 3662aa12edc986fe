import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionUser } from '#contract/access/session.ts';
import { createOrganisation, type NewOrganisation } from '#server/access/organisations/index.ts';
import { copyPreparedData } from '#test/journeys/support/preparedData.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

const lark: NewOrganisation = {
  name: 'Lark & Sons',
  domains: ['lark.example', 'lark.test'],
  admin: { email: 'ada@lark.example', firstName: 'Ada', lastName: 'Lovelace' },
};
const NOW = new Date('2026-11-21T12:00:00Z');

describe('a new organisation', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  }, 60_000);
  afterAll(() => api.close());

  const create = (changed: Partial<NewOrganisation> = {}) =>
    createOrganisation(api.pool, { ...lark, ...changed }, NOW);
  const named = (name: string, domain: string): NewOrganisation => ({
    name,
    domains: [domain],
    admin: { ...lark.admin, email: `ada@${domain}` },
  });

  it('lets its administrator sign in, and is hidden from other organisations', async () => {
    const other = await api.organisation();
    const { email, password, tenantId } = await create();
    expect(password).toMatch(/^([a-z0-9]{4}-){3}[a-z0-9]{4}$/);

    const pool = await api.call('GET', `/api/user-pool?email=anyone@lark.test`);
    expect(pool.body).toMatchObject({ tenantName: 'Lark & Sons' });
    const { userPoolId, clientId } = pool.body;
    const signIn = (secret: string) =>
      api.call('POST', '/api/auth/sign-in', { body: { userPoolId, clientId, email, password: secret } });
    expect((await signIn(`${password}x`)).status).toBe(401);
    const { status, body } = await signIn(password);
    expect(status).toBe(200);

    const authorization = String(body.idToken);
    const session = await api.call<SessionUser>('GET', '/api/session', { headers: { authorization } });
    expect(session.body).toMatchObject({
      tenantId,
      tenantName: 'Lark & Sons',
      emailAddress: 'ada@lark.example',
      isAdmin: true,
      roles: { isAdmin: true, mayAuthor: true, hasReports: false, isCoach: false, ownsProgram: false },
      lastProfileUpdate: null,
      joinedAt: NOW.toISOString(),
    });
    const stranger = await api.as(other, other.admin);
    expect((await stranger.get(`/api/people/${session.body.userId}`)).status).toBe(404);
  });

  it.each([
    ['a domain that is taken', named('Lark again', 'lark.test'), /domain lark\.test already exists/],
    ['a name that is taken', named('LARK & sons', 'other.example'), /named Lark & Sons already exists/],
    [
      'an administrator who could not sign in',
      { ...lark, name: 'Wren', domains: ['wren.example'] },
      /ada@lark\.example could not sign in, because lark\.example is not a domain/,
    ],
  ])('is refused with %s, and stores nothing', async (_, organisation, message) => {
    const count = async () => {
      const { rows } = await api.pool.query('select count(*)::int as n from tenants');
      return rows[0].n as number;
    };
    const before = await count();
    await expect(createOrganisation(api.pool, organisation, NOW)).rejects.toThrow(message);
    expect(await count()).toBe(before);
  });

  it('is created once if two processes create it at the same time', async () => {
    const twice = await Promise.allSettled([1, 2].map(() => create(named('Robin', 'robin.example'))));
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = twice.find((one) => one.status === 'rejected');
    expect(String(refused?.reason)).toMatch(/robin\.example already exists/);
  });
});

describe('npm run organisation', () => {
  const home = mkdtempSync(join(tmpdir(), 'trellis-organisation-'));
  // A full test run has prepared data with the demo organisations; otherwise the database is empty.
  beforeAll(() => copyPreparedData(home));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['bin/trellis', 'organisation', ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: home, PORT: '4460' },
      encoding: 'utf8',
      timeout: 60_000,
    });
  const ada = ['--admin', ' Ada@Lark.example', '--first-name', 'Ada', '--last-name', 'Lovelace'];

  it('creates the organisation and prints how to sign in, and reports an existing one on the second call', () => {
    const first = run('--name', 'Lark & Sons', ...ada);
    expect(first.status).toBe(0);
    expect(first.stdout).toMatch(
      /^Lark & Sons was created\. .*\n {2}URL {7}http:\/\/localhost:4460\/login\n {2}email {5}ada@lark\.example\n {2}password {2}\S{19}\n/,
    );
    const second = run('--name', 'Larks', ...ada);
    expect([second.status, second.stdout]).toEqual([1, '']);
    expect(second.stderr).toMatch(/^An organisation with the domain lark\.example already exists\.\n$/m);
  }, 60_000);

  it('reports every invalid option and prints the usage', () => {
    const { status, stdout, stderr } = run('--name', 'a\nb', '--admin', 'ada', '--time-zone', 'Mars');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.split('\n').slice(0, 6)).toEqual([
      '--name must be on one line',
      '--admin does not look like an email address',
      '--first-name is missing',
      '--last-name is missing',
      '--time-zone is not a time zone',
      'Creates an organisation. Use the settings of the server:',
    ]);
    expect(run('--nonsense').stderr).toMatch(/'--nonsense'.*\nCreates an organisation/);
  }, 60_000);
});
