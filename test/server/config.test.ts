import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigError, readConfig } from '#server/config.ts';
import { drizzle, sql } from '#server/db/drizzle.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { createLog } from '#server/log.ts';
import { loadSecrets } from '#server/secrets.ts';

const problemsOf = (env: Record<string, string>) => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};
const staging = {
  DEPLOYMENT: 'staging',
  PUBLIC_URL: 'https://trellis.example',
  PACKAGES_ORIGIN: 'https://packages.example',
  DATABASE_URL: 'postgres://localhost/trellis',
  PUBNUB_PUBLISH_KEY: 'p',
  PUBNUB_SUBSCRIBE_KEY: 's',
  PUBNUB_SECRET_KEY: 'sec-c-0123456789abcdef0123456789',
};

describe('the configuration of the server', () => {
  it('accepts a demo organisation of up to 1,000,000 people', () => {
    expect(readConfig({ DEMO_PEOPLE: '20000' }).demoPeople).toBe(20_000);
    expect(readConfig({}).demoPeople).toBe(0);
    for (const value of ['-1', '1e3', '1000001'])
      expect(problemsOf({ DEMO_PEOPLE: value })).toEqual(['DEMO_PEOPLE must be a number from 0 to 1000000.']);
  });

  it('needs no variables in a local deployment', () => {
    expect(readConfig({ PORT: '', HOST: ' ' })).toMatchObject({
      deployment: 'local',
      host: '127.0.0.1',
      port: 4_000,
      messagingPort: 4_001,
      dataDir: join(process.cwd(), '.data'),
      databaseUrl: null,
      pubnub: null,
      publicUrl: 'http://localhost:4000',
      isDemo: true,
      shutdownDelaySeconds: 0,
      hasServiceWorker: true,
    });
    expect(readConfig({ PORT: '5000', DEMO: '0' })).toMatchObject({ messagingPort: 5_001, isDemo: false });
  });

  it('serves packages from another port, and in deployments from another host name', () => {
    expect(readConfig({ PORT: '5000' }).packages).toEqual({ port: 5_002, origin: null, s3: null });
    expect(readConfig(staging).packages).toMatchObject({ port: 4_002, origin: 'https://packages.example' });
    expect(problemsOf({ PACKAGES_PORT: '4001' })).toEqual([
      'PACKAGES_PORT must differ from PORT and MESSAGING_PORT, because packages need their own origin.',
    ]);
    expect(problemsOf({ ...staging, PACKAGES_ORIGIN: 'https://trellis.example:8443' })[0]).toContain(
      'PACKAGES_ORIGIN must have another host name than PUBLIC_URL',
    );
    expect(problemsOf({ PACKAGES_S3_ENDPOINT: 'https://s3.example', PACKAGES_S3_BUCKET: 'b' })).toHaveLength(
      2,
    );
  });

  it('refuses a TURN server without a secret, because browsers do not use it without credentials', () => {
    const servers = 'stun:stun.company.example, turn:turn.company.example:3478';
    expect(problemsOf({ RTC_ICE_SERVERS: servers })).toEqual([
      'RTC_TURN_SECRET is missing: browsers need a user name and password for the TURN server in RTC_ICE_SERVERS.',
    ]);
    expect(problemsOf({ RTC_ICE_SERVERS: servers, RTC_TURN_SECRET: 'shared with coturn' })).toEqual([]);
    expect(problemsOf({ RTC_ICE_SERVERS: 'stun:stun.company.example' })).toEqual([]);
  });

  it('accepts only valid settings for mail', () => {
    expect(readConfig({}).mail).toEqual({ smtpUrl: null, from: 'Trellis <trellis@localhost>' });
    const SMTP_URL = 'smtps://me%40company:secret@mail.company.example:465';
    const MAIL_FROM = 'Trellis at Company <trellis@company.example>';
    expect(readConfig({ ...staging, SMTP_URL, MAIL_FROM }).mail).toEqual({
      smtpUrl: SMTP_URL,
      from: MAIL_FROM,
    });
    expect(readConfig({ MAIL_FROM: 'trellis@company.example' }).mail.from).toBe('trellis@company.example');
    expect(problemsOf({ ...staging, SMTP_URL })).toEqual([expect.stringMatching(/^MAIL_FROM is missing/)]);
    for (const wrong of ['mail.company.example:25', 'http://mail.example', 'smtp://', 'smtp://x/y?z=1'])
      expect(problemsOf({ SMTP_URL: wrong })).toEqual([expect.stringMatching(/^SMTP_URL must be/)]);
    for (const wrong of ['Trellis', 'a@b, c@d', 'Trellis <a@b>\r\nBcc: <c@d>', '<script>@x'])
      expect(problemsOf({ MAIL_FROM: wrong })).toEqual([expect.stringMatching(/^MAIL_FROM must be/)]);
  });

  it('reports all problems together, each starting with the name of its variable', () => {
    const problems = problemsOf({
      PORT: 'four',
      MESSAGING_PORT: '70000',
      DEMO: 'yes',
      TRUSTED_PROXIES: 'nginx',
      DATABASE_URL: 'mysql://x',
      PUBLIC_URL: 'trellis.example',
      PUBNUB_PUBLISH_KEY: 'p',
      PUBNUB_ORIGIN: 'http://x',
    });
    expect(new Set(problems.map((problem) => problem.split(' ')[0]))).toEqual(
      new Set([
        'DATABASE_URL',
        'DEMO',
        'MESSAGING_PORT',
        'PORT',
        'PUBLIC_URL',
        'PUBNUB_ORIGIN',
        'PUBNUB_SECRET_KEY',
        'PUBNUB_SUBSCRIBE_KEY',
        'TRUSTED_PROXIES',
      ]),
    );
    expect(problemsOf({ PORT: '65535' })[0]).toMatch(/^MESSAGING_PORT is missing/);
    expect(problemsOf({ PORT: '4000', MESSAGING_PORT: '4000' })[0]).toMatch(/^MESSAGING_PORT/);
    expect(problemsOf({ PUBNUB_ORIGIN: 'localhost:4001' })[0]).toMatch(
      /^PUBNUB_ORIGIN needs the 3 PubNub keys/,
    );
  });

  it('trusts a proxy on the same machine outside local deployments, and other listed proxies', () => {
    expect(readConfig({}).trustedProxies).toEqual([]);
    expect(readConfig(staging).trustedProxies).toEqual(['loopback']);
    expect(readConfig({ ...staging, TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '::1',
    ]);
  });

  it('refuses unsafe settings outside local deployments', () => {
    expect(problemsOf(staging)).toEqual([]);
    expect(readConfig(staging)).toMatchObject({ isDemo: false, isLocal: false });
    const names = (env: Record<string, string>) => problemsOf(env).map((problem) => problem.split(' ')[0]);
    expect(names({ DEPLOYMENT: 'staging' })).toEqual([
      'PUBLIC_URL',
      'PACKAGES_ORIGIN',
      'DATABASE_URL',
      'PUBNUB_PUBLISH_KEY,',
    ]);
    expect(problemsOf({ ...staging, PUBNUB_SECRET_KEY: 's'.repeat(31) })).toEqual([
      'PUBNUB_SECRET_KEY must have at least 32 characters, because a shorter one can be guessed.',
    ]);
    expect(problemsOf({ ...staging, DEPLOYMENT: 'production', DEVELOPER_TOOLS: '1' })).toEqual([
      expect.stringMatching(/^DEVELOPER_TOOLS must be 0 /),
    ]);
    expect(problemsOf({ ...staging, DEVELOPER_TOOLS: '1', HOST: '0.0.0.0' })).toEqual([]);
    expect(names({ ...staging, DEMO: '1', PUBLIC_URL: 'http://trellis.example', PUBNUB_SSL: '0' })).toEqual([
      'DEMO',
      'PUBLIC_URL',
      'PUBNUB_SSL',
    ]);
  });
});

describe('a local deployment', () => {
  it('can be reached from other machines only on request', () => {
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'my-laptop']) {
      expect(problemsOf({ HOST })).toEqual([
        expect.stringMatching(/^HOST must be 127.0.0.1 .* DEMO_EXPOSED=1/),
      ]);
      expect(readConfig({ HOST, DEMO_EXPOSED: '1' })).toMatchObject({ host: HOST, isExposed: true });
    }
    for (const HOST of ['localhost', '127.0.0.1', '::1'])
      expect(readConfig({ HOST })).toMatchObject({ isExposed: false });
  });
});

describe('the messaging service', () => {
  const start = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['server/messagingMain.ts'], {
      env: { PATH: process.env.PATH, DATA_DIR: '/nowhere', ...env },
      encoding: 'utf8',
      timeout: 20_000,
    });

  it('refuses a short secret, and no access control outside local deployments, in one line', () => {
    for (const [env, line] of [
      [{ MESSAGING_SECRET_KEY: 's' }, /^MESSAGING_SECRET_KEY must have at least 32 characters.*\n$/],
      [{ MESSAGING_ACCESS: 'off', DEPLOYMENT: 'staging' }, /^MESSAGING_ACCESS must be on, .*\n$/],
      [{ MESSAGING_ACCESS: 'off', HOST: '0.0.0.0' }, /^MESSAGING_ACCESS must be on, .*\n$/],
    ] as const) {
      const { status, stderr } = start(env);
      expect(stderr).toMatch(line);
      expect(status).toBe(1);
    }
  }, 30_000);
});

describe('the secrets of an installation', () => {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-secrets-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'data', 'secrets.json');

  it('are created once and readable only by their owner, even if two processes start together', async () => {
    const [one, two] = await Promise.all([
      loadSecrets(join(directory, 'data')),
      loadSecrets(join(directory, 'data')),
    ]);
    expect(two).toEqual(one);
    expect(await loadSecrets(join(directory, 'data'))).toEqual(one);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(join(directory, 'data')).mode & 0o777).toString(8)).toBe('700');
    expect(new Set([one.refreshKey, ...Object.values(one.messaging)]).size).toBe(4);
  });

  it('are not replaced if the file is damaged', async () => {
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.slice(0, 40));
    await expect(loadSecrets(join(directory, 'data'))).rejects.toThrow('is damaged');
    expect(readFileSync(file, 'utf8')).toHaveLength(40);
  });
});

describe('the log of the server', () => {
  it('redacts tokens in headers, URLs, errors and bodies', () => {
    const lines: string[] = [];
    const log = createLog({ write: (line) => void lines.push(line) });
    const token = 'eyJhbGciOi.secret';
    log.info({ req: { id: '1', method: 'GET', url: `/v2/x?uuid=me&auth=${token}&signature=v2.${token}` } });
    log.error({ err: new Error(`GET /?auth=${token} failed`) });
    log.info({ token, idToken: token, password: token, body: { password: token } });
    expect(lines).toHaveLength(3);
    expect(lines.filter((line) => line.includes(token))).toEqual([]);
  });
});

describe('the log of a failed query', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase({ memory: true });
  }, 60_000);
  afterAll(() => database.close());

  it('contains the statement and the cause, but no parameters', async () => {
    const lines: string[] = [];
    const log = createLog({ write: (line) => void lines.push(line) });
    const text = 'a private text\n    on two lines';
    const failed = await drizzle({ client: database.pool })
      .execute(sql`insert into nowhere values (${text})`)
      .then(
        () => null,
        (error: unknown) => error,
      );
    log.error({ err: failed });
    expect(lines[0]).toContain('insert into nowhere');
    expect(lines[0]).toContain('relation \\"nowhere\\" does not exist');
    expect(lines[0]).toContain('config.test.ts');
    expect(lines[0]).not.toContain('a private text');
    expect(lines[0]).not.toContain('on two lines');
  });
});

describe('a server that cannot start', () => {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-start-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const start = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['server/main.ts'], {
      env: { PATH: process.env.PATH, DATA_DIR: join(directory, 'data'), ...env },
      encoding: 'utf8',
      timeout: 20_000,
    });

  it('reports in one line that its port is in use, and creates no files', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(4_190, '127.0.0.1', resolve));
    const { status, stdout, stderr } = start({ PORT: '4190' });
    await new Promise((resolve) => other.close(resolve));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Port 4190 is already in use.*set PORT.*\n$/);
    expect(() => statSync(join(directory, 'data'))).toThrow('ENOENT');
  }, 30_000);

  it('names every invalid variable', () => {
    const { status, stderr } = start({ PORT: 'x', DEPLOYMENT: 'staging' });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /PORT must be.*\n.*PUBLIC_URL is missing.*\n.*PACKAGES_ORIGIN is missing.*\n.*DATABASE_URL is missing/,
    );
  }, 30_000);
});
