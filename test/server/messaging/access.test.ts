import { decode, encode } from 'cborg';
import type PubNub from 'pubnub';
import { EventRecorder, keys, startService, subscribed, type TestService, until } from './service.ts';

/** The error status that the SDK reports for a rejected request. */
async function errorOf(request: Promise<unknown>): Promise<{ category?: string; statusCode?: number }> {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason as { status?: { category?: string; statusCode?: number } },
  );
  if (!error) throw new Error('The request was not rejected');
  return { category: error.status?.category ?? '', statusCode: error.status?.statusCode ?? 0 };
}
const DENIED = { category: 'PNAccessDeniedCategory', statusCode: 403 };

describe('access control', () => {
  let service: TestService;
  let owner: PubNub;
  beforeAll(async () => {
    service = await startService({ access: 'on' });
    owner = service.owner();
  });
  afterAll(() => service.close());

  type Permissions = Record<string, PubNub.PAM.ChannelTokenPermissions>;
  const grant = (userId: string, channels: Permissions, patterns: Permissions = {}) =>
    owner.grantToken({
      ttl: 15,
      authorized_uuid: userId,
      resources: { channels, uuids: { [userId]: { get: true, update: true } } },
      patterns: { channels: patterns },
    });
  const holder = (userId: string, token: string) => {
    const client = service.client({ userId });
    client.setToken(token);
    return client;
  };

  it('issues tokens that the SDK can parse', async () => {
    const token = await owner.grantToken({
      ttl: 90,
      authorized_uuid: 'ada',
      resources: {
        channels: { 'chat_T1_U1.U2': { read: true, write: true } },
        groups: { g: { read: true } },
      },
      patterns: { channels: { '^a[0-9]+$': { read: true } } },
      meta: { team: 'blue', level: 3, isNew: true, ratio: 0.5, debt: -4 },
    });
    expect(service.client().parseToken(token)).toMatchObject({
      version: 2,
      ttl: 90,
      authorized_uuid: 'ada',
      resources: {
        channels: { 'chat_T1_U1.U2': { read: true, write: true, manage: false } },
        groups: { g: { read: true } },
      },
      patterns: { channels: { '^a[0-9]+$': { read: true, write: false } } },
      meta: { team: 'blue', level: 3, isNew: true, ratio: 0.5, debt: -4 },
    });
  });

  it('allows exactly the permissions that a token grants, by name and by pattern', async () => {
    const token = await grant(
      'ada',
      { shop: { read: true } },
      { '^pair_ada\\.\\w+$': { read: true, write: true } },
    );
    const ada = holder('ada', token);
    await expect(ada.publish({ channel: 'pair_ada.ben', message: 1 })).resolves.toBeDefined();
    await expect(ada.fetchMessages({ channels: ['shop'] })).resolves.toBeDefined();
    expect(await errorOf(ada.publish({ channel: 'shop', message: 1 }))).toEqual(DENIED);
    expect(await errorOf(ada.fetchMessages({ channels: ['pair_eve.ben'] }))).toEqual(DENIED);
    expect(await errorOf(ada.hereNow({ channels: ['other'] }))).toEqual(DENIED);
    expect(await errorOf(ada.deleteMessages({ channel: 'pair_ada.ben' }))).toEqual(DENIED);
    expect(await errorOf(ada.messageCounts({ channels: ['other'], channelTimetokens: ['1'] }))).toEqual(
      DENIED,
    );
  });

  it('reports a denied subscription as access denied, with the denied channels', async () => {
    const ada = holder('ada', await grant('ada', { shop: { read: true } }));
    const recorder = new EventRecorder(ada);
    ada.subscribe({ channels: ['shop', 'vault'] });
    await until(() =>
      recorder.statuses.some((status) => String(status.category) === 'PNConnectionErrorCategory'),
    );
    const reply = await service.get(`/v2/subscribe/${keys.subscribeKey}/shop,vault,shop-pnpres/0`, {
      auth: await grant('ada', { shop: { read: true } }),
    });
    expect(reply).toMatchObject({
      status: 403,
      body: {
        message: 'Forbidden',
        payload: { channels: ['vault', 'shop-pnpres'] },
        error: true,
        service: 'Access Manager',
        status: 403,
      },
    });
  });

  it('allows a wildcard subscription only if the grant has the wildcard', async () => {
    const token = await grant('ada', {}, { '^chat_T1_U1\\.U[0-9]+$': { read: true } });
    const subscribeTo = (channel: string) =>
      service.get(`/v2/subscribe/${keys.subscribeKey}/${channel}/0`, { auth: token });
    expect((await subscribeTo('chat_T1_U1.U7')).status).toBe(200);
    expect((await subscribeTo('chat_T1_U1.*')).status).toBe(403);
  });

  it('accepts a token only for its user, even without a user id in the request', async () => {
    const token = await grant('ada', { shop: { read: true } });
    const path = `/v3/history/sub-key/${keys.subscribeKey}/channel/shop`;
    expect((await service.get(path, { auth: token, uuid: 'ada' })).status).toBe(200);
    expect((await service.get(path, { auth: token })).status).toBe(200);
    expect((await service.get(path, { auth: token, uuid: 'eve' })).status).toBe(403);
    expect((await service.get(path, { uuid: 'ada' })).status).toBe(403);
  });

  it('rejects an expired token and names the reason', async () => {
    const clock = { now: Date.now() };
    const other = await startService({ access: 'on', now: () => clock.now }, service);
    const token = await other
      .owner()
      .grantToken({ ttl: 1, resources: { channels: { shop: { read: true } } } });
    const path = `/v3/history/sub-key/${keys.subscribeKey}/channel/shop`;
    expect((await other.get(path, { auth: token })).status).toBe(200);
    clock.now += 61_000;
    expect(await other.get(path, { auth: token })).toMatchObject({
      status: 403,
      body: { message: 'Token is expired', error: true, status: 403 },
    });
    await other.close();
  });

  it('ends the open poll of a revoked token, and rejects the token after a restart', async () => {
    const token = await grant('ada', { shop: { read: true } });
    const ada = holder('ada', token);
    const recorder = await subscribed(ada, ['shop']);
    await owner.revokeToken(token);
    await until(() =>
      recorder.statuses.some(({ category }) => category === 'PNDisconnectedUnexpectedlyCategory'),
    );
    await service.restart();
    const path = `/v3/history/sub-key/${keys.subscribeKey}/channel/shop`;
    expect(await service.get(path, { auth: token })).toMatchObject({
      status: 403,
      body: { message: 'Token is revoked' },
    });
    expect(await errorOf(owner.revokeToken('nonsense'))).toMatchObject({ statusCode: 400 });
  });

  it('revokes one of two equal tokens that were granted in the same second', async () => {
    const shop = { shop: { read: true } };
    const [first, second] = await Promise.all([grant('ada', shop), grant('ada', shop)]);
    await owner.revokeToken(first);
    const path = `/v3/history/sub-key/${keys.subscribeKey}/channel/shop`;
    expect((await service.get(path, { auth: first })).status).toBe(403);
    expect((await service.get(path, { auth: second })).status).toBe(200);
  });

  it('issues tokens only to the holder of the secret key', async () => {
    const attacker = service.client({ secretKey: 'guessed', userId: 'eve' });
    const wanted = { ttl: 5, resources: { channels: { shop: { read: true } } } };
    expect(await errorOf(attacker.grantToken(wanted))).toEqual(DENIED);
    const body = JSON.stringify({ ttl: 5, permissions: { resources: { channels: { shop: 1 } } } });
    expect((await service.send('POST', `/v3/pam/${keys.subscribeKey}/grant`, body)).status).toBe(403);
    expect(await errorOf(attacker.publish({ channel: 'shop', message: 1 }))).toEqual(DENIED);
    const forged = { timestamp: '1', signature: 'v2.x' };
    expect((await service.get('/v2/auth/grant/sub-key/sub-c-test', forged)).status).toBe(403);
  });

  it.each([
    ['a modified token', (token: string) => `${token.slice(0, -6)}AAAAA=`],
    [
      'a token of another service',
      () =>
        'qEF2AkF0GmEI03xDdHRsGDxDcmVzpURjaGFuoENncnCgQ3NwY6BDdXNyoER1dWlkoENwYXSlRGNoYW6gQ2dycKBDc3BjoEN1c3KgRHV1aWSgRG1ldGGgQ3NpZ0A=',
    ],
    ['other bytes', () => '%00%ff{}'],
    ['deep nesting', () => Buffer.alloc(5_000, 0x81).toString('base64url')],
    ['a false length', () => Buffer.from([0xbb, 255, 255, 255, 255]).toString('base64url')],
  ])('rejects %s as a token', async (_, forge) => {
    const token = forge(await grant('ada', { shop: { read: true } }));
    const reply = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/shop`, { auth: token });
    expect(reply.status).toBe(403);
  });

  describe('verifies a token’s signature over the received bytes', () => {
    const statusOf = async (auth: string) =>
      (await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/shop`, { auth })).status;
    const bytesOf = (token: string) => Buffer.from(token, 'base64url');
    const textOf = (bytes: Uint8Array) =>
      Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_');

    it('refuses a token with any changed byte', async () => {
      const token = await grant('ada', { shop: { read: true } });
      expect(await statusOf(token)).toBe(200);
      const accepted: number[] = [];
      for (let at = 0; at < bytesOf(token).length; at++) {
        const bytes = bytesOf(token);
        bytes[at]! ^= 1;
        if ((await statusOf(textOf(bytes))) === 200) accepted.push(at);
      }
      expect(accepted).toEqual([]);
    });

    it('refuses an added field, another order, and another encoding of a number', async () => {
      const token = await grant('ada', { shop: { read: true } });
      const fields = decode(bytesOf(token), { useMaps: true }) as Map<Uint8Array, unknown>;
      const added = new Map([...fields, [Buffer.from('extra'), 1]]);
      const entries = [...fields].toReversed();
      const reordered = Buffer.concat([
        bytesOf(token).subarray(0, 1),
        ...entries.flatMap(([name, value]) => [encode(name), encode(value)]),
      ]);
      const version = Buffer.from([0x41, 0x76, 0x02]); // the map entry `v: 2`
      const at = bytesOf(token).indexOf(version);
      const longer = Buffer.concat([
        bytesOf(token).subarray(0, at),
        Buffer.from([0x41, 0x76, 0x18, 0x02]),
        bytesOf(token).subarray(at + version.length),
      ]);
      for (const bytes of [encode(added), reordered, longer]) {
        expect(
          (decode(bytes, { useMaps: true, strict: false }) as Map<unknown, unknown>).size,
        ).toBeGreaterThan(6);
        expect(await statusOf(textOf(bytes))).toBe(403);
      }
    });

    it('refuses another encoding of the same bytes', async () => {
      const token = await grant('ada', { shop: { read: true } });
      expect(await statusOf(`${token} `)).toBe(403);
      expect(await statusOf(`${token.slice(0, 8)}\n${token.slice(8)}`)).toBe(403);
      expect(await statusOf(token.replace(/=*$/, '===='))).toBe(403);
    });
  });

  it('allows everything to the holder of the secret key', async () => {
    await expect(
      owner.publish({ channel: 'anything', message: { n: 1 }, sendByPost: true }),
    ).resolves.toBeDefined();
    await expect(
      owner.objects.getAllUUIDMetadata({ sort: { updated: 'desc', name: 'asc' }, filter: "name LIKE '*'" }),
    ).resolves.toBeDefined();
    await expect(owner.hereNow({})).resolves.toBeDefined();
  });

  it('allows only managers of a channel to change its members, and only a user to change their memberships', async () => {
    const ada = holder('ada', await grant('ada', { 'pair_ada.ben': { read: true, manage: true } }));
    await expect(
      ada.objects.setChannelMembers({ channel: 'pair_ada.ben', uuids: ['ada', 'ben'] }),
    ).resolves.toBeDefined();
    await expect(ada.objects.getMemberships()).resolves.toBeDefined();
    expect(await errorOf(ada.objects.getMemberships({ uuid: 'ben' }))).toEqual(DENIED);
    expect(await errorOf(ada.objects.setChannelMembers({ channel: 'vault', uuids: ['ada'] }))).toEqual(
      DENIED,
    );
    expect(await errorOf(ada.objects.setMemberships({ channels: ['vault'] }))).toEqual(DENIED);
    expect(await errorOf(ada.objects.getAllUUIDMetadata({}))).toEqual(DENIED);
    expect(await errorOf(ada.hereNow({}))).toEqual(DENIED);
  });

  describe('permission to join a channel', () => {
    const members = `/v2/objects/${keys.subscribeKey}/channels/pair_ada.ben/uuids`;
    const membershipsOf = (id: string) => `/v2/objects/${keys.subscribeKey}/uuids/${id}/channels`;
    const membership = (timetoken: string) =>
      JSON.stringify({ set: [{ channel: { id: 'pair_ada.ben' }, custom: { timetoken } }] });
    const member = (id: string) => JSON.stringify({ set: [{ uuid: { id }, custom: { timetoken: '1' } }] });
    const joinToken = (userId?: string) =>
      owner.grantToken({
        ttl: 15,
        ...(userId !== undefined && { authorized_uuid: userId }),
        resources: {
          channels: { 'pair_ada.ben': { read: true, write: true, get: true, join: true } },
          uuids: { ada: { get: true, update: true } },
        },
      });
    const positionOf = async (userId: string) => {
      const { data } = await owner.objects.getMemberships({ uuid: userId, include: { customFields: true } });
      return data.find(({ channel }) => channel.id === 'pair_ada.ben')?.custom;
    };

    it('lets a user set only their own membership, and only from their own side', async () => {
      const auth = await joinToken('ada');
      const send = async (path: string, body: string, query = {}) =>
        (await service.send('PATCH', path, body, { auth, ...query })).status;
      await owner.objects.setMemberships({
        uuid: 'ben',
        channels: [{ id: 'pair_ada.ben', custom: { timetoken: '7' } }],
      });
      expect(await send(membershipsOf('ada'), membership('5'))).toBe(200);
      expect(await positionOf('ada')).toEqual({ timetoken: '5' });
      expect(await send(members, member('ada'))).toBe(403);
      expect(await send(members, member('ben'))).toBe(403);
      expect(await send(members, '{"delete":[{"uuid":{"id":"ben"}}]}')).toBe(403);
      expect(await send(members, '{"set":[]}')).toBe(403);
      expect(await send(membershipsOf('ben'), membership('9'))).toBe(403);
      expect(await send(membershipsOf('ben'), membership('9'), { uuid: 'ada' })).toBe(403);
      expect(await send(membershipsOf('ben'), membership('9'), { uuid: 'ben' })).toBe(403);
      expect(await send(membershipsOf('ben'), '{"delete":[{"channel":{"id":"pair_ada.ben"}}]}')).toBe(403);
      expect(await positionOf('ben')).toEqual({ timetoken: '7' });
    });

    it('does not let a token without a user act as the user named in the request', async () => {
      const auth = await joinToken();
      const status = async (id: string) =>
        (await service.send('PATCH', membershipsOf(id), membership('9'), { auth, uuid: id })).status;
      expect(await status('ben')).toBe(403);
      expect(await positionOf('ben')).toEqual({ timetoken: '7' });
      expect(await status('ada')).toBe(200); // the token has the permission to update this user
    });
  });
});
