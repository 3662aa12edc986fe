import type PubNub from 'pubnub';
import { keys, type Reply, startService, type TestService } from './service.ts';

const [S, P] = [keys.subscribeKey, keys.publishKey];
const PERMISSIONS = ['read', 'write', 'manage', 'delete', 'get', 'update', 'join'] as const;
type Permission = (typeof PERMISSIONS)[number];
type Kind = 'channels' | 'groups' | 'uuids';

/** A request, the permission that it requires, and its status if there is no data. */
interface Case {
  request: string;
  permission: Permission;
  of?: [Kind, string];
  body?: unknown;
  query?: Record<string, string>;
  status?: number;
}
const onUser: [Kind, string] = ['uuids', 'ben'];
const onGroup: [Kind, string] = ['groups', 'g'];
const presence = `/v2/presence/sub-key/${S}`;
const group = `/v1/channel-registration/sub-key/${S}/channel-group/g`;
const file = '123e4567-e89b-12d3-a456-426614174000/x.txt';
const cases: Case[] = [
  { request: `GET /publish/${P}/${S}/0/c/0/1`, permission: 'write' },
  { request: `POST /publish/${P}/${S}/0/c/0`, permission: 'write', body: 1 },
  { request: `GET /signal/${P}/${S}/0/c/0/1`, permission: 'write' },
  { request: `GET /v2/subscribe/${S}/c/0`, permission: 'read' },
  { request: `GET /v2/subscribe/${S}/c-pnpres/0`, permission: 'read', of: ['channels', 'c-pnpres'] },
  { request: `GET /v2/subscribe/${S}/c.*/0`, permission: 'read', of: ['channels', 'c.*'] },
  { request: `GET /v2/subscribe/${S}/,/0`, permission: 'read', of: onGroup, query: { 'channel-group': 'g' } },
  { request: `GET ${presence}/channel/c/heartbeat`, permission: 'read' },
  { request: `GET ${presence}/channel/c`, permission: 'read' },
  { request: `GET ${presence}/channel/,`, permission: 'read', of: onGroup, query: { 'channel-group': 'g' } },
  { request: `GET ${presence}/channel/c/uuid/ben`, permission: 'read' },
  { request: `GET ${presence}/channel/c/uuid/ada/data`, permission: 'read', query: { state: '{"a":1}' } },
  { request: `GET /v3/history/sub-key/${S}/channel/c`, permission: 'read' },
  { request: `GET /v3/history-with-actions/sub-key/${S}/channel/c`, permission: 'read' },
  { request: `GET /v2/history/sub-key/${S}/channel/c`, permission: 'read' },
  { request: `GET /v3/history/sub-key/${S}/message-counts/c`, permission: 'read', query: { timetoken: '1' } },
  { request: `DELETE /v3/history/sub-key/${S}/channel/c`, permission: 'delete' },
  {
    request: `POST /v1/message-actions/${S}/channel/c/message/1`,
    permission: 'write',
    body: { type: 'a', value: 'b' },
  },
  { request: `GET /v1/message-actions/${S}/channel/c`, permission: 'read' },
  {
    request: `DELETE /v1/message-actions/${S}/channel/c/message/1/action/2`,
    permission: 'delete',
    status: 404,
  },
  {
    request: `POST /v1/files/${S}/channels/c/generate-upload-url`,
    permission: 'write',
    body: { name: 'x.txt' },
  },
  { request: `GET /v1/files/publish-file/${P}/${S}/0/c/0/%7B%7D`, permission: 'write' },
  { request: `GET /v1/files/${S}/channels/c/files`, permission: 'read' },
  { request: `GET /v1/files/${S}/channels/c/files/${file}`, permission: 'read', status: 404 },
  { request: `DELETE /v1/files/${S}/channels/c/files/${file}`, permission: 'delete', status: 404 },
  { request: `GET ${group}`, permission: 'read', of: onGroup },
  { request: `GET ${group}`, permission: 'manage', of: onGroup, query: { add: 'c' } },
  { request: `GET ${group}`, permission: 'manage', of: onGroup, query: { remove: 'c' } },
  { request: `GET ${group}/remove`, permission: 'manage', of: onGroup },
  { request: `GET /v2/objects/${S}/uuids/ben`, permission: 'get', of: onUser, status: 404 },
  { request: `PATCH /v2/objects/${S}/uuids/ben`, permission: 'update', of: onUser, body: { name: 'Ben' } },
  { request: `DELETE /v2/objects/${S}/uuids/ben`, permission: 'delete', of: onUser },
  { request: `GET /v2/objects/${S}/channels/c`, permission: 'get', status: 404 },
  { request: `PATCH /v2/objects/${S}/channels/c`, permission: 'update', body: { name: 'C' } },
  { request: `DELETE /v2/objects/${S}/channels/c`, permission: 'delete' },
  { request: `GET /v2/objects/${S}/uuids/ben/channels`, permission: 'get', of: onUser },
  {
    request: `PATCH /v2/objects/${S}/uuids/ada/channels`,
    permission: 'join',
    body: { set: [{ channel: { id: 'c' } }] },
  },
  { request: `GET /v2/objects/${S}/channels/c/uuids`, permission: 'get' },
  {
    request: `PATCH /v2/objects/${S}/channels/c/uuids`,
    permission: 'manage',
    body: { set: [{ uuid: { id: 'ada' } }] },
  },
];
const PAYLOAD_NAME: Record<Kind, string> = { channels: 'channels', groups: 'channel-groups', uuids: 'uuids' };

describe('required permissions', () => {
  let service: TestService;
  let owner: PubNub;
  beforeAll(async () => {
    service = await startService({ access: 'on', pollTimeoutMs: 100 });
    owner = service.owner();
  });
  afterAll(() => service.close());

  const tokenFor = ([kind, name]: [Kind, string], permissions: readonly Permission[]) =>
    owner.grantToken({
      ttl: 5,
      authorized_uuid: 'ada',
      resources: {
        [kind]: { [name]: Object.fromEntries(permissions.map((permission) => [permission, true])) },
      },
    });
  const make = ({ request, body, query }: Case, auth: string): Promise<Reply> => {
    const [method = '', path = ''] = request.split(' ');
    const text = body === undefined ? undefined : JSON.stringify(body);
    return service.send(method, path, text, { ...query, uuid: 'ada', auth });
  };

  it.each(cases.map((one) => [`${one.request} ${JSON.stringify(one.query ?? {})}`, one] as const))(
    '%s: requires exactly one permission',
    async (_, one) => {
      const of = one.of ?? ['channels', 'c'];
      const [kind, name] = of;
      const allowed = await make(one, await tokenFor(of, [one.permission]));
      expect(allowed.status).toBe(one.status ?? 200);
      const others = PERMISSIONS.filter((permission) => permission !== one.permission);
      const denied = await make(one, await tokenFor(of, others));
      expect(denied).toMatchObject({
        status: 403,
        body: {
          message: 'Forbidden',
          payload: { [PAYLOAD_NAME[kind]]: [name] },
          error: true,
          service: 'Access Manager',
          status: 403,
        },
      });
      expect(denied.headers.get('access-control-allow-origin')).toBe('*');
      expect(service.errors).toEqual([]);
    },
  );

  it('are not needed for the time, for leaving, or for where-now, which lists only readable channels', async () => {
    const owned = await tokenFor(['channels', 'seen'], ['read']);
    const everything = await owner.grantToken({
      ttl: 5,
      resources: { channels: { seen: { read: true }, hidden: { read: true } } },
    });
    for (const channel of ['seen', 'hidden'])
      await service.get(`${presence}/channel/${channel}/heartbeat`, { uuid: 'ben', auth: everything });
    const where = async (auth: string) => (await service.get(`${presence}/uuid/ben`, { auth })).body;
    expect(await where(everything)).toMatchObject({ payload: { channels: ['seen', 'hidden'] } });
    expect(await where(owned)).toMatchObject({ payload: { channels: ['seen'] } });
    expect((await service.get('/time/0')).status).toBe(200);
    const leave = await service.get(`${presence}/channel/elsewhere/leave`, { uuid: 'ada', auth: owned });
    expect(leave.body).toMatchObject({ status: 200, action: 'leave' });
  });

  it('include the channels of a group while they belong to the group', async () => {
    const { channelGroups } = owner;
    await channelGroups.addChannels({ channelGroup: 'bundle', channels: ['inner', 'other'] });
    const auth = await tokenFor(['groups', 'bundle'], ['read']);
    const poll = async (tt: string) => {
      const reply = await service.get(`/v2/subscribe/${S}/,/0`, {
        'channel-group': 'bundle',
        uuid: 'ada',
        auth,
        tt,
      });
      const { t, m } = reply.body as { t: { t: string }; m: { c: string; b: string }[] };
      return { cursor: t.t, received: m.map(({ c, b }) => [c, b]) };
    };
    const first = await poll('0');
    await owner.publish({ channel: 'inner', message: 1 });
    const second = await poll(first.cursor);
    expect(second.received).toEqual([['inner', 'bundle']]);
    /** Polls time out quickly in this test, so it polls until it receives an event. */
    const receive = async (cursor: string): Promise<unknown> => {
      const response = await poll(cursor);
      return response.received.length > 0 ? response.received : receive(response.cursor);
    };
    const open = receive(second.cursor);
    await channelGroups.removeChannels({ channelGroup: 'bundle', channels: ['inner'] });
    await owner.publish({ channel: 'inner', message: 2 });
    await owner.publish({ channel: 'other', message: 3 });
    expect(await open).toEqual([['other', 'bundle']]);
  });

  it('are not needed for the heartbeat and leave of unknown groups', async () => {
    const auth = await tokenFor(['channels', 'desk'], ['read']);
    const send = (action: string) =>
      service.get(`${presence}/channel/desk/${action}`, { uuid: 'ada', auth, 'channel-group': 'desk,g' });
    expect((await send('heartbeat')).status).toBe(200);
    const here = await service.get(`${presence}/channel/desk`, { auth });
    expect(here.body).toMatchObject({ uuids: ['ada'], occupancy: 1 });
    expect((await send('leave')).body).toMatchObject({ status: 200, action: 'leave' });
  });
});
