import { createSignInDelays } from '#server/access/session/signInDelays.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import { createSharedDatabase, type SharedDatabase } from '#test/support/sharedPostgres.ts';
import type { TestOrganisation, TestPerson } from '#test/support/testOrganisation.ts';
import { describeOnPostgres } from '#test/support/testPostgres.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const MINUTE = 60_000;
/** Every call of a test has its own address, because failures are also counted by address. */
let lastAddress = 0;
const newAddress = () => `203.0.113.${++lastAddress}`;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const unlock = (token: string) => api.call('POST', '/api/auth/unlock', { body: { token } });
const cookiesOf = ({ cookies }: Awaited<ReturnType<typeof unlock>>) =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]));

/** Fails the given number of times, each time after the wait that the server returned. Returns the waits in seconds. */
async function fail(org: TestOrganisation, person: Pick<TestPerson, 'email'>, times: number) {
  const waits: number[] = [];
  for (let count = 0; count < times; ) {
    const { status, headers } = await api.signIn(org, person, 'wrong', from(newAddress()));
    if (status === 401) count += 1;
    else {
      waits.push(Number(headers['retry-after']));
      api.clock.pass(Number(headers['retry-after']) * 1_000);
    }
  }
  return waits;
}

describe('failed sign-ins', () => {
  it('check at most 5 of 50 parallel passwords', async () => {
    const org = await api.organisation();
    const guesses = await Promise.all(
      Array.from({ length: 50 }, () => api.signIn(org, org.learner, 'guess', from(newAddress()))),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(45);
    expect((await api.signIn(org, org.learner)).status).toBe(429);
    expect((await api.signIn(org, org.manager)).status).toBe(200);
  });

  it('delay the next attempt longer each time, up to 1 hour, and report the delay', async () => {
    const org = await api.organisation();
    expect(await fail(org, org.learner, 13)).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600]);
    expect(await api.signIn(org, org.learner)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: {
        code: 'too-many-requests',
        message: expect.stringMatching(/^Too many failed attempts to sign in. Try again in 1 hour. /),
      },
    });
    api.clock.pass(60 * MINUTE);
    expect((await api.signIn(org, org.learner)).status).toBe(200);
    expect((await api.signIn(org, org.learner, 'wrong')).status).toBe(401);
    expect((await api.signIn(org, org.learner)).status).toBe(200);
  });

  it('expire one by one over hours', async () => {
    const org = await api.organisation();
    await fail(org, org.learner, 5);
    api.clock.pass(6 * 60 * MINUTE);
    expect(await fail(org, org.learner, 3)).toEqual([]);
    expect((await api.signIn(org, org.learner)).status).toBe(429);
  });

  it('get the same response whether or not the account exists', async () => {
    const org = await api.organisation();
    const unknown = { email: `absent@${org.domain}` };
    const answers = [];
    for (const person of [unknown, org.learner]) {
      const waits = await fail(org, person, 7);
      const { status, body } = await api.signIn(org, person);
      answers.push({ waits, status, code: body.code, message: body.message });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({
      status: 429,
      message: expect.stringContaining('in 2 minutes. If there is'),
    });
  });

  it('delay an address after failures for many accounts, but never for more than 10 seconds', async () => {
    const delays = createSignInDelays(api.pool, api.clock.now);
    const address = newAddress();
    let account = 0;
    const guess = () =>
      delays.begin({
        userPoolId: 'pool',
        email: `absent${++account}@t.example`,
        address,
        knownBrowser: null,
      });
    const burst = await Promise.all(Array.from({ length: 130 }, guess));
    expect(burst.filter(({ waitMs }) => waitMs === 0)).toHaveLength(101);
    const waits: number[] = [];
    while (account < 500) {
      const { waitMs } = await guess();
      if (waitMs > 0) waits.push(waitMs);
      api.clock.pass(waitMs);
    }
    expect(waits.length).toBeGreaterThan(100);
    expect(waits[0]).toBeLessThan(500);
    expect(waits[100]).toBeGreaterThan(3_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
  });

  it('cause no delay for two people at one address even if they are counted in reverse order', async () => {
    const at = (instant: string) => createSignInDelays(api.pool, () => new Date(instant));
    const person = { userPoolId: 'pool', address: newAddress(), knownBrowser: null };
    await at('2026-01-01T00:00:00.005Z').begin({ ...person, email: 'one@example.org' });
    const { waitMs } = await at('2026-01-01T00:00:00.000Z').begin({ ...person, email: 'other@example.org' });
    expect(waitMs).toBe(0);
  });

  it('do not delay a browser that has signed in to the account before, if they come from other people', async () => {
    const org = await api.organisation();
    const cookies = cookiesOf(await api.signIn(org, org.learner));
    const known = { cookies: { trellis_browser: cookies.trellis_browser ?? '' } };
    await fail(org, org.learner, 8);
    expect((await api.signIn(org, org.learner)).status).toBe(429);
    expect((await api.signIn(org, org.learner, undefined, known)).status).toBe(200);
    expect((await api.signIn(org, org.learner)).status).toBe(429);

    // The browser is known for this account only, and its own guesses are delayed like those of any browser.
    await fail(org, org.manager, 8);
    expect((await api.signIn(org, org.manager, undefined, known)).status).toBe(429);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => api.signIn(org, org.learner, 'guess', known)),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
  });
});

describe('the link that is mailed after many failures', () => {
  const mailsTo = ({ email }: TestPerson) => api.mails.filter(({ to }) => to.address === email);
  const tokenIn = (text: string) => /\/unlock#token=(\S+)/.exec(text)?.[1] ?? '';
  async function lockedOut() {
    const org = await api.organisation();
    await fail(org, org.learner, 7);
    await until(() => mailsTo(org.learner).length > 0);
    return { org, token: tokenIn(mailsTo(org.learner)[0]?.text ?? '') };
  }

  it('ends the delay once, and other people’s failures no longer delay the browser that used it', async () => {
    const { org, token } = await lockedOut();
    expect((await api.signIn(org, org.learner)).body.message).toMatch(
      /If there is an account .* email with a link/,
    );
    const answer = await unlock(token);
    expect(answer.status).toBe(204);
    const cookies = cookiesOf(answer);
    expect((await api.signIn(org, org.learner, 'wrong')).status).toBe(401);
    await fail(org, org.learner, 8);
    expect((await api.signIn(org, org.learner, undefined, { cookies })).status).toBe(200);

    expect(await unlock(token)).toMatchObject({ status: 422, body: { code: 'not-possible' } });
  });

  it('is mailed once while it works, and expires after 2 hours', async () => {
    const { org, token } = await lockedOut();
    await fail(org, org.learner, 2);
    expect(mailsTo(org.learner)).toHaveLength(1);
    api.clock.pass(121 * MINUTE);
    expect((await unlock(token)).status).toBe(422);
    await fail(org, org.learner, 3);
    await until(() => mailsTo(org.learner).length === 2);
  });

  it('is not sent when the account does not exist or is not active', async () => {
    const org = await api.organisation();
    await api.pool.query(`update users set status = 'deactivated' where id = $1`, [org.colleague.userId]);
    const before = api.mails.length;
    await fail(org, org.colleague, 8);
    await fail(org, { email: `absent@${org.domain}` }, 8);
    const { rows } = await api.pool.query('select from account_links where tenant_id = $1', [org.tenantId]);
    expect([rows.length, api.mails.length]).toEqual([0, before]);
  });

  it('works for one of two parallel requests, and its token is not stored', async () => {
    const { org, token } = await lockedOut();
    const answers = await Promise.all([unlock(token), unlock(token)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 422]));
    const { rows } = await api.pool.query('select * from account_links where tenant_id = $1', [org.tenantId]);
    const secret = token.split('.')[1] ?? '';
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(api.lines.join('')).not.toContain(secret);
    const wrong = ['none', `${org.tenantId}.${'a'.repeat(43)}`, `9999999999.${secret}`, `1.${secret}`];
    for (const one of wrong) expect((await unlock(one)).status).toBe(422);
  });
});

describe('an administrator and the delays', () => {
  it('ends the delay of people in the same organisation only', async () => {
    const [org, other] = [await api.organisation(), await api.organisation()];
    await fail(org, org.learner, 8);
    const call = async (admin: TestOrganisation, person: 'admin' | 'manager') =>
      (await api.as(admin, admin[person])).post(`/api/admin/people/${org.learner.userId}/unlock`);
    expect((await call(org, 'manager')).status).toBe(404);
    expect((await call(other, 'admin')).status).toBe(404);
    expect((await api.signIn(org, org.learner)).status).toBe(429);
    expect((await call(org, 'admin')).status).toBe(204);
    expect((await api.signIn(org, org.learner)).status).toBe(200);
  });
});

it('deletes expired counts', async () => {
  const delays = createSignInDelays(api.pool, () => new Date('2020-01-03T00:00:00Z'));
  const before = createSignInDelays(api.pool, () => new Date('2020-01-01T00:00:00Z'));
  const attempt = { userPoolId: 'old', email: 'a@b.example', address: '::1', knownBrowser: null };
  await before.begin(attempt);
  const count = async () =>
    (await api.pool.query(`select from sign_in_delays where counted_at < '2020-01-02'`)).rows.length;
  expect(await count()).toBe(2);
  await delays.deleteOld();
  expect(await count()).toBe(0);
});

describeOnPostgres('on PostgreSQL with several connections', () => {
  let shared: SharedDatabase;
  let databases: OpenDatabase[];
  beforeAll(async () => {
    shared = await createSharedDatabase();
    databases = await Promise.all([0, 1].map(() => openDatabase({ url: shared.appUrl })));
  }, 60_000);
  afterAll(async () => {
    for (const database of databases) await database.close();
    await shared.drop();
  });

  it('counts 100 parallel attempts of two processes without a deadlock, and checks 5 passwords', async () => {
    const processes = databases.map(({ pool }) => createSignInDelays(pool, () => new Date()));
    const attempt = { userPoolId: 'pool', email: 'ada@t.example', knownBrowser: null };
    const begun = await Promise.all(
      Array.from({ length: 50 }, (_, index) => index).flatMap((index) =>
        processes.map((process) => process.begin({ ...attempt, address: `203.0.113.${index % 10}` })),
      ),
    );
    expect(begun.filter(({ waitMs }) => waitMs === 0)).toHaveLength(5);
  });
});
