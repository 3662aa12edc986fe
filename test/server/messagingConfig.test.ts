import { parseChannel } from '#contract/messaging/channels.ts';
import { LEAVE_GRACE_MS, startTokenRevocation } from '#server/messagingConfig/index.ts';
import { permissionsOf } from '#server/realtime/index.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());
afterEach(() => {
  api.messaging.isDown = false;
});

describe('the messaging configuration', () => {
  it('contains the keys, the uuid and a token that is granted once and renewed after half of its lifetime', async () => {
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

  it('responds with 503 while the service is not available', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    api.messaging.isDown = true;
    expect(await learner.get('/api/messaging/config')).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
      headers: { 'retry-after': '5' },
    });
    expect(await api.call('GET', '/api/health')).toMatchObject({
      status: 200,
      body: { status: 'degraded', database: 'ok', messaging: 'failed' },
    });
    // A load balancer sends requests during the shutdown.
    expect(await api.call('GET', '/api/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
    api.messaging.isDown = false;
    expect((await learner.get('/api/messaging/config')).status).toBe(200);
    expect((await api.call('GET', '/api/health')).body).toMatchObject({ status: 'ok' });
  });

  it('allows sign-out while the service is not available', async () => {
    const org = await api.organisation();
    const learner = await api.as(org, org.learner);
    await learner.get('/api/messaging/config');
    api.messaging.isDown = true;
    expect((await learner.post('/api/auth/sign-out')).status).toBe(204);
    expect((await learner.get('/api/session')).status).toBe(401);
  });
});

describe('a messaging token that the service refused', () => {
  it('is replaced on request by the same new token for all tabs', async () => {
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

describe('the messaging token of an ended session', () => {
  /** A learner with a messaging token. */
  const createHolder = async () => {
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
  const isRevoked = (token: string) => api.messaging.revoked.includes(token);
  const isStored = async (token: string) =>
    (await api.pool.query('select from messaging_tokens where token = $1', [token])).rowCount === 1;

  it('is valid for 2 more seconds after sign-out, so that tabs can send their leave events', async () => {
    const { token, signOut } = await createHolder();
    const other = await createHolder();
    await signOut();
    api.clock.pass(LEAVE_GRACE_MS - 200);
    await other.signOut();
    expect(isRevoked(token)).toBe(false);
    api.clock.pass(200);
    await until(() => isRevoked(token));
    expect(isRevoked(other.token)).toBe(false);
    api.clock.pass(LEAVE_GRACE_MS);
    await until(async () => isRevoked(other.token) && !(await isStored(other.token)));
  });

  it('is revoked for deactivated people, suspended organisations and reused refresh tokens', async () => {
    const [person, organisation, family, untouched] = [
      await createHolder(),
      await createHolder(),
      await createHolder(),
      await createHolder(),
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
    api.clock.pass(LEAVE_GRACE_MS);
    await until(() => [person, organisation, family].every(({ token }) => isRevoked(token)));
    expect(isRevoked(untouched.token)).toBe(false);
    expect(await isStored(untouched.token)).toBe(true);
  });

  it('is revoked later when the service is not available', async () => {
    const { token, signOut } = await createHolder();
    api.messaging.isDown = true;
    await signOut();
    api.clock.pass(LEAVE_GRACE_MS);
    await until(() => api.lines.some((line) => line.includes('could not be revoked yet')));
    expect(await isStored(token)).toBe(true);
    api.messaging.isDown = false;
    await until(async () => isRevoked(token) && !(await isStored(token)));
  });

  it('is revoked immediately when the server stops', async () => {
    const { token, signOut } = await createHolder();
    await signOut();
    const stopping = startTokenRevocation({
      pool: api.pool,
      realtime: api.messaging.realtime,
      now: api.clock.now,
      log: api.app.log,
    });
    await stopping.stop();
    expect(isRevoked(token)).toBe(true);
  });

  it('is deleted when it expires', async () => {
    const { token } = await createHolder();
    api.clock.pass(61 * 60_000);
    await until(async () => !(await isStored(token)));
    expect(isRevoked(token)).toBe(false);
  });
});

describe('the channels of a token', () => {
  const { resources, patterns } = permissionsOf({ tenantId: 3, userId: 7, uuid: 'me' });
  const [pattern, rights] = Object.entries(patterns.channels)[0]!;

  it('are the organisation’s presence, the person’s notifications (read only) and the person’s chats', () => {
    expect(Object.keys(resources.channels)).toEqual([
      'app_T3_checkin',
      'app_T3_checkin-pnpres',
      'notif_T3_U7',
      'me',
    ]);
    expect(Object.values(resources.channels).some((rights) => 'write' in rights)).toBe(false);
    expect(rights).toEqual({ read: true, write: true, join: true });
    for (const own of ['chat_T3_U7.U9', 'chat_T3_U2.U7', 'chat_T3_U7.U70']) {
      expect(own).toMatch(new RegExp(pattern));
      expect(parseChannel(own)).not.toBeNull();
    }
  });

  it('include no wildcards, no presence of chats, no chats of other people and no channel of another organisation', () => {
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
