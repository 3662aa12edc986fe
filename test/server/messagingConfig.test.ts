import { parseChannel } from '#contract/channels.ts';
import { LEAVING_MS, startTakingBack } from '#server/messagingConfig/index.ts';
import { permissionsOf } from '#server/realtime/index.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());
afterEach(() => {
  api.messaging.isAway = false;
});

describe('the messaging configuration', () => {
  it('is the keys, the person’s name there, and a token that is asked for once and renewed at half its life', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const before = api.messaging.granted.length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => learner.get('/api/messaging/config')));
    expect(answers[0]).toMatchObject({
      status: 200,
      body: { subKey: 'sub', pubKey: 'pub', uuid: org.learner.uuid, origin: 'localhost:4001', ssl: false },
    });
    expect(new Set(answers.map(({ body }) => body.authKey)).size).toBe(1);
    expect(api.messaging.granted.slice(before)).toEqual([
      { tenantId: org.tenantId, userId: org.learner.userId, uuid: org.learner.uuid },
    ]);
    api.clock.pass(29 * 60_000);
    const same = await learner.get('/api/messaging/config');
    expect(same.body.authKey).toBe(answers[0]?.body.authKey);
    expect(Number(same.body.expiresIn)).toBeLessThan(31 * 60 + 1);
    api.clock.pass(2 * 60_000);
    expect((await learner.get('/api/messaging/config')).body.authKey).not.toBe(answers[0]?.body.authKey);
  });

  it('says that it is tried again when the service cannot be reached', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    api.messaging.isAway = true;
    expect(await learner.get('/api/messaging/config')).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
      headers: { 'retry-after': '5' },
    });
    expect(await api.call('GET', '/api/health')).toMatchObject({
      status: 503,
      body: { status: 'degraded', database: 'ok', messaging: 'failed' },
    });
    api.messaging.isAway = false;
    expect((await learner.get('/api/messaging/config')).status).toBe(200);
    expect((await api.call('GET', '/api/health')).body).toMatchObject({ status: 'ok' });
  });

  it('lets nobody be held back at the door when the service is away', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    await learner.get('/api/messaging/config');
    api.messaging.isAway = true;
    expect((await learner.post('/api/auth/sign-out')).status).toBe(204);
    expect((await learner.get('/api/session')).status).toBe(401);
  });
});

describe('a messaging token that the service refuses', () => {
  it('is replaced when its holder says so, by one for all tabs that ask together', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    const keyFrom = async (path: string) => String((await learner.get(path)).body.authKey);
    const first = await keyFrom('/api/messaging/config');
    api.clock.pass(60_000);
    expect(await keyFrom('/api/messaging/config')).toBe(first);
    const second = await keyFrom('/api/messaging/config?refused=1');
    expect(second).not.toBe(first);
    api.clock.pass(2_000);
    expect(await keyFrom('/api/messaging/config?refused=1')).toBe(second);
    expect(await keyFrom('/api/messaging/config')).toBe(second);
  });
});

describe('the messaging token of a session that is over', () => {
  /** A learner who holds one, and the one. */
  const holder = async () => {
    const org = await api.organisation();
    const { cookies, body } = await api.signIn(org, org.learner);
    const authorization = String(body.idToken);
    const config = await api.call('GET', '/api/messaging/config', { headers: { authorization } });
    return {
      org,
      refreshToken: cookies[0]?.value ?? '',
      token: String(config.body.authKey),
      signOut: () => api.call('POST', '/api/auth/sign-out', { headers: { authorization } }),
    };
  };
  const isTakenBack = (token: string) => api.messaging.revoked.includes(token);
  const isKnown = async (token: string) =>
    (await api.pool.query('select from messaging_tokens where token = $1', [token])).rowCount === 1;

  it('serves its tabs for two seconds more after signing out, so that they can leave, and no longer', async () => {
    const { token, signOut } = await holder();
    const other = await holder();
    await signOut();
    api.clock.pass(LEAVING_MS - 200);
    await other.signOut();
    expect(isTakenBack(token)).toBe(false);
    api.clock.pass(200);
    await until(() => isTakenBack(token));
    expect(isTakenBack(other.token)).toBe(false);
    api.clock.pass(LEAVING_MS);
    await until(async () => isTakenBack(other.token) && !(await isKnown(other.token)));
  });

  it('is taken back of who was deactivated, of a suspended organisation and of a family that was revoked', async () => {
    const [person, organisation, family, untouched] = [
      await holder(),
      await holder(),
      await holder(),
      await holder(),
    ];
    await api.pool.query(`update users set status = 'deactivated' where id = $1`, [
      person.org.learner.userId,
    ]);
    await api.pool.query(`update tenants set status = 'suspended' where id = $1`, [
      organisation.org.tenantId,
    ]);
    const refresh = () =>
      api.call('POST', '/api/auth/refresh', { cookies: { trellis_refresh: family.refreshToken } });
    await refresh();
    api.clock.pass(11_000);
    expect((await refresh()).status).toBe(401);
    api.clock.pass(LEAVING_MS);
    await until(() => [person, organisation, family].every(({ token }) => isTakenBack(token)));
    expect(isTakenBack(untouched.token)).toBe(false);
    expect(await isKnown(untouched.token)).toBe(true);
  });

  it('is tried again while the service is away', async () => {
    const { token, signOut } = await holder();
    api.messaging.isAway = true;
    await signOut();
    api.clock.pass(LEAVING_MS);
    await until(() => api.lines.some((line) => line.includes('could not be taken back yet')));
    expect(await isKnown(token)).toBe(true);
    api.messaging.isAway = false;
    await until(async () => isTakenBack(token) && !(await isKnown(token)));
  });

  it('is taken back by a server that stops, without the two seconds', async () => {
    const { token, signOut } = await holder();
    await signOut();
    const stopping = startTakingBack({
      pool: api.pool,
      realtime: api.messaging.realtime,
      now: api.clock.now,
      log: api.app.log,
    });
    await stopping.stop();
    expect(isTakenBack(token)).toBe(true);
  });

  it('is forgotten when it is over by itself', async () => {
    const { token } = await holder();
    api.clock.pass(61 * 60_000);
    await until(async () => !(await isKnown(token)));
    expect(isTakenBack(token)).toBe(false);
  });
});

describe('what a token opens', () => {
  const { resources, patterns } = permissionsOf({ tenantId: 3, userId: 7, uuid: 'me' });
  const [pattern, rights] = Object.entries(patterns.channels)[0]!;

  it('is the presence of the organisation, one’s own notifications to read and one’s own chats', () => {
    expect(Object.keys(resources.channels)).toEqual([
      'app_T3_checkin',
      'app_T3_checkin-pnpres',
      'notif_T3_U7',
      'me',
    ]);
    expect(Object.values(resources.channels).some((rights) => 'write' in rights)).toBe(false);
    expect(rights).toEqual({ read: true, write: true, manage: true, join: true, get: true });
    for (const own of ['chat_T3_U7.U9', 'chat_T3_U2.U7', 'chat_T3_U7.U70']) {
      expect(own).toMatch(new RegExp(pattern));
      expect(parseChannel(own)).not.toBeNull();
    }
  });

  it('is no wildcard, no presence of a chat, no chat of others and none of another organisation', () => {
    for (const foreign of [
      'chat_T3_U7.*',
      'chat_T3_*',
      '*',
      'chat_T3_U7.U9-pnpres',
      'chat_T3_U8.U9',
      'chat_T3_U70.U71',
      'chat_T33_U7.U9',
      'xchat_T3_U7.U9',
      'chat_T3_U7.U9,chat_T3_U1.U2',
      'notif_T3_U8',
    ])
      expect(foreign).not.toMatch(new RegExp(pattern));
  });
});
