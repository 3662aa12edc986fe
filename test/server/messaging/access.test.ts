import type PubNub from 'pubnub';
import { Ear, keys, startService, subscribed, type TestService, until } from './service.ts';

/** What the SDK says of a call that was refused. */
async function refusalOf(call: Promise<unknown>): Promise<{ category?: string; statusCode?: number }> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason as { status?: { category?: string; statusCode?: number } },
  );
  if (!error) throw new Error('It was not refused');
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

  it('makes tokens that the SDK can read', async () => {
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

  it('lets a token do what it says, by name and by pattern, and nothing else', async () => {
    const token = await grant(
      'ada',
      { shop: { read: true } },
      { '^pair_ada\\.\\w+$': { read: true, write: true } },
    );
    const ada = holder('ada', token);
    await expect(ada.publish({ channel: 'pair_ada.ben', message: 1 })).resolves.toBeDefined();
    await expect(ada.fetchMessages({ channels: ['shop'] })).resolves.toBeDefined();
    expect(await refusalOf(ada.publish({ channel: 'shop', message: 1 }))).toEqual(DENIED);
    expect(await refusalOf(ada.fetchMessages({ channels: ['pair_eve.ben'] }))).toEqual(DENIED);
    expect(await refusalOf(ada.hereNow({ channels: ['other'] }))).toEqual(DENIED);
    expect(await refusalOf(ada.deleteMessages({ channel: 'pair_ada.ben' }))).toEqual(DENIED);
    expect(await refusalOf(ada.messageCounts({ channels: ['other'], channelTimetokens: ['1'] }))).toEqual(
      DENIED,
    );
  });

  it('reports a refused subscription as access denied, and names what was refused', async () => {
    const ada = holder('ada', await grant('ada', { shop: { read: true } }));
    const ear = new Ear(ada);
    ada.subscribe({ channels: ['shop', 'vault'] });
    await until(() => ear.statuses.some((status) => String(status.category) === 'PNConnectionErrorCategory'));
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

  it('covers a wildcard only by a grant of the wildcard', async () => {
    const token = await grant('ada', {}, { '^chat_T1_U1\\.U[0-9]+$': { read: true } });
    const ask = (channel: string) =>
      service.get(`/v2/subscribe/${keys.subscribeKey}/${channel}/0`, { auth: token });
    expect((await ask('chat_T1_U1.U7')).status).toBe(200);
    expect((await ask('chat_T1_U1.*')).status).toBe(403);
  });

  it('binds a token to its user, whose name a raw call may leave out', async () => {
    const token = await grant('ada', { shop: { read: true } });
    const path = `/v3/history/sub-key/${keys.subscribeKey}/channel/shop`;
    expect((await service.get(path, { auth: token, uuid: 'ada' })).status).toBe(200);
    expect((await service.get(path, { auth: token })).status).toBe(200);
    expect((await service.get(path, { auth: token, uuid: 'eve' })).status).toBe(403);
    expect((await service.get(path, { uuid: 'ada' })).status).toBe(403);
  });

  it('ends with its time, and says so', async () => {
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

  it('can be revoked, which ends its open poll and outlives a restart', async () => {
    const token = await grant('ada', { shop: { read: true } });
    const ada = holder('ada', token);
    const ear = await subscribed(ada, ['shop']);
    await owner.revokeToken(token);
    await until(() => ear.statuses.some(({ category }) => category === 'PNDisconnectedUnexpectedlyCategory'));
    await service.restart();
    const path = `/v3/history/sub-key/${keys.subscribeKey}/channel/shop`;
    expect(await service.get(path, { auth: token })).toMatchObject({
      status: 403,
      body: { message: 'Token is revoked' },
    });
    expect(await refusalOf(owner.revokeToken('nonsense'))).toMatchObject({ statusCode: 400 });
  });

  it('is granted only by the holder of the secret key', async () => {
    const thief = service.client({ secretKey: 'guessed', userId: 'eve' });
    const wanted = { ttl: 5, resources: { channels: { shop: { read: true } } } };
    expect(await refusalOf(thief.grantToken(wanted))).toEqual(DENIED);
    const body = JSON.stringify({ ttl: 5, permissions: { resources: { channels: { shop: 1 } } } });
    expect((await service.send('POST', `/v3/pam/${keys.subscribeKey}/grant`, body)).status).toBe(403);
    expect(await refusalOf(thief.publish({ channel: 'shop', message: 1 }))).toEqual(DENIED);
    const forged = { timestamp: '1', signature: 'v2.x' };
    expect((await service.get('/v2/auth/grant/sub-key/sub-c-test', forged)).status).toBe(403);
  });

  it.each([
    ['a token that was changed', (token: string) => `${token.slice(0, -6)}AAAAA=`],
    [
      'a token of another service',
      () =>
        'qEF2AkF0GmEI03xDdHRsGDxDcmVzpURjaGFuoENncnCgQ3NwY6BDdXNyoER1dWlkoENwYXSlRGNoYW6gQ2dycKBDc3BjoEN1c3KgRHV1aWSgRG1ldGGgQ3NpZ0A=',
    ],
    ['something else', () => '%00%ff{}'],
    ['deep nesting', () => Buffer.alloc(5_000, 0x81).toString('base64url')],
    ['a lying length', () => Buffer.from([0xbb, 255, 255, 255, 255]).toString('base64url')],
  ])('takes %s for no token', async (_, forge) => {
    const token = forge(await grant('ada', { shop: { read: true } }));
    const reply = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/shop`, { auth: token });
    expect(reply.status).toBe(403);
  });

  it('lets the holder of the secret key do everything', async () => {
    await expect(
      owner.publish({ channel: 'anything', message: { n: 1 }, sendByPost: true }),
    ).resolves.toBeDefined();
    await expect(
      owner.objects.getAllUUIDMetadata({ sort: { updated: 'desc', name: 'asc' }, filter: "name LIKE '*'" }),
    ).resolves.toBeDefined();
    await expect(owner.hereNow({})).resolves.toBeDefined();
  });

  it('keeps memberships to their channel managers and users to themselves', async () => {
    const ada = holder('ada', await grant('ada', { 'pair_ada.ben': { read: true, manage: true } }));
    await expect(
      ada.objects.setChannelMembers({ channel: 'pair_ada.ben', uuids: ['ada', 'ben'] }),
    ).resolves.toBeDefined();
    await expect(ada.objects.getMemberships()).resolves.toBeDefined();
    expect(await refusalOf(ada.objects.getMemberships({ uuid: 'ben' }))).toEqual(DENIED);
    expect(await refusalOf(ada.objects.setChannelMembers({ channel: 'vault', uuids: ['ada'] }))).toEqual(
      DENIED,
    );
    expect(await refusalOf(ada.objects.setMemberships({ channels: ['vault'] }))).toEqual(DENIED);
    expect(await refusalOf(ada.objects.getAllUUIDMetadata({}))).toEqual(DENIED);
    expect(await refusalOf(ada.hereNow({}))).toEqual(DENIED);
  });
});
