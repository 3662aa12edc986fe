import { createHmac } from 'node:crypto';
import type PubNub from 'pubnub';
import { keys, startService, type TestService } from './service.ts';

/** Signs like a holder of the secret key. */
const signatureOf = (signed: string) =>
  `v2.${createHmac('sha256', keys.secretKey).update(signed).digest('base64url')}`;

describe('grants', () => {
  let service: TestService;
  let owner: PubNub;
  beforeAll(async () => {
    service = await startService({ access: 'on' });
    owner = service.owner();
  });
  afterAll(() => service.close());

  it('can be revoked repeatedly until they expire', async () => {
    const clock = { now: Date.now() };
    const other = await startService({ access: 'on', now: () => clock.now }, service);
    const sign = (path: string) => {
      const timestamp = String(Math.floor(clock.now / 1_000));
      const signed = `DELETE\n${keys.publishKey}\n${path}\ntimestamp=${timestamp}\n`;
      return { timestamp, signature: signatureOf(signed) };
    };
    const token = await other.owner().grantToken({ ttl: 1, resources: { channels: { c: { read: true } } } });
    const revoke = (text: string) => {
      const path = `/v3/pam/${keys.subscribeKey}/grant/${encodeURIComponent(text)}`;
      return other.send('DELETE', path, undefined, sign(path));
    };
    expect(await revoke(token)).toMatchObject({ status: 200, body: { data: { message: 'Success' } } });
    expect((await revoke(token)).status).toBe(200);
    expect(await revoke('nonsense')).toMatchObject({
      status: 400,
      body: { error: { message: 'Invalid token.', source: 'revoke' }, service: 'Access Manager' },
    });
    clock.now += 61_000;
    expect(await revoke(token)).toMatchObject({
      status: 400,
      body: { error: { message: 'Token is expired.', source: 'revoke' } },
    });
    await other.close();
  });

  it('support groups, the old names “users” and “spaces”, and patterns for each of them', async () => {
    const wanted = { uuid: 'ada', resources: { users: { ben: 32 }, spaces: { lobby: 1 } } }; // get, read
    const reply = await signedGrant(JSON.stringify({ ttl: 5, permissions: wanted }));
    const older = (reply.body as { data: { token: string } }).data.token;
    const token = await owner.grantToken({
      ttl: 5,
      authorized_uuid: 'ada',
      patterns: { groups: { '^team-[0-9]$': { read: true } }, uuids: { '^guest-': { get: true } } },
    });
    const status = async (path: string, query: Record<string, string> = {}) =>
      (await service.get(path, { auth: token, uuid: 'ada', ...query })).status;
    const user = (id: string, auth = token) =>
      status(`/v2/objects/${keys.subscribeKey}/uuids/${id}/channels`, { auth });
    const group = (name: string) =>
      status(`/v2/subscribe/${keys.subscribeKey}/,/0`, { 'channel-group': name });
    expect([await user('ben', older), await user('carl', older)]).toEqual([200, 403]);
    expect([await user('guest-7'), await user('carl')]).toEqual([200, 403]);
    expect([await group('team-4'), await group('team-x')]).toEqual([200, 403]);
    const lobby = `/v3/history/sub-key/${keys.subscribeKey}/channel/lobby`;
    expect([await status(lobby, { auth: older }), await status(lobby)]).toEqual([200, 403]);
  });

  it('accept a signature for one minute', async () => {
    const requestSigned = (age: number) => {
      const path = `/v2/auth/grant/sub-key/${keys.subscribeKey}`;
      const query = `channel=late&timestamp=${Math.floor(Date.now() / 1_000) - age}`;
      const signature = signatureOf(`GET\n${keys.publishKey}\n${path}\n${query}\n`);
      return service.get(path, { ...Object.fromEntries(new URLSearchParams(query)), signature });
    };
    expect((await requestSigned(30)).status).toBe(200);
    for (const age of [90, -90])
      expect(await requestSigned(age)).toMatchObject({
        status: 400,
        body: { message: 'Invalid Timestamp', error: true, service: 'Access Manager', status: 400 },
      });
  });

  it.each([
    ['no ttl', { permissions: { resources: { channels: { a: 1 } } } }],
    ['a ttl of 0', { ttl: 0, permissions: { resources: { channels: { a: 1 } } } }],
    ['a ttl above the maximum', { ttl: 43_201, permissions: { resources: { channels: { a: 1 } } } }],
    ['unknown permission bits', { ttl: 5, permissions: { resources: { channels: { a: 1_000 } } } }],
    ['a broken pattern', { ttl: 5, permissions: { patterns: { channels: { '(': 1 } } } }],
    ['an array as its body', []],
  ])('are rejected with %s', async (_, body) => {
    const raw = await signedGrant(JSON.stringify(body));
    expect(raw).toMatchObject({
      status: 400,
      body: { error: { source: 'grant' }, service: 'Access Manager' },
    });
  });

  const signedGrant = async (body: string) => {
    const path = `/v3/pam/${keys.subscribeKey}/grant`;
    const query = { timestamp: String(Math.floor(Date.now() / 1_000)), uuid: 'server' };
    const signed = `POST\n${keys.publishKey}\n${path}\ntimestamp=${query.timestamp}&uuid=server\n${body}`;
    return service.send('POST', path, body, { ...query, signature: signatureOf(signed) });
  };

  it('support auth keys of Access Manager version 2', async () => {
    await owner.grant({ channels: ['hall'], authKeys: ['key-1'], read: true, ttl: 5 });
    const path = `/v3/history/sub-key/${keys.subscribeKey}/channel/hall`;
    expect((await service.get(path, { auth: 'key-1', uuid: 'ada' })).status).toBe(200);
    expect((await service.get(path, { auth: 'key-2', uuid: 'ada' })).status).toBe(403);
    await service.restart();
    expect((await service.get(path, { auth: 'key-1', uuid: 'ada' })).status).toBe(200);
    await owner.grant({ channels: ['hall'], authKeys: ['key-1'], read: false, ttl: 5 });
    expect((await service.get(path, { auth: 'key-1', uuid: 'ada' })).status).toBe(403);
  });

  it("describe the permissions of auth keys in PubNub's formats", async () => {
    const one = await owner.grant({ channels: ['hall'], authKeys: ['k'], read: true, write: true, ttl: 9 });
    expect(one).toMatchObject({ level: 'user', ttl: 9, channel: 'hall', auths: { k: { r: 1, w: 1, m: 0 } } });
    const all = await owner.grant({ read: true, ttl: 1 });
    expect(all).toMatchObject({ level: 'subkey', r: 1, w: 0 });
    const group = await owner.grant({ channelGroups: ['g'], authKeys: ['k'], manage: true });
    expect(group).toMatchObject({
      level: 'channel-group+auth',
      ttl: 1_440,
      'channel-group': 'g',
      auths: { k: { r: 0, m: 1 } },
    });
    const several = await owner.grant({ channels: ['a', 'b'], authKeys: ['k'], read: true, ttl: 0 });
    expect(several).toMatchObject({
      level: 'user',
      ttl: 0,
      channels: { a: { auths: { k: { r: 1 } } }, b: { auths: { k: { r: 1 } } } },
    });
    const users = await owner.grant({ uuids: ['ada'], authKeys: ['k'], get: true, ttl: 5 });
    expect(users).toMatchObject({ level: 'uuid', uuids: { ada: { auths: { k: { g: 1, u: 0 } } } } });
    await owner.grant({ read: false, ttl: 1 });
  });
});
