import type PubNub from 'pubnub';
import { keys, type Reply, startService, type TestService } from './service.ts';

const [S, P] = [keys.subscribeKey, keys.publishKey];
const RIGHTS = ['read', 'write', 'manage', 'delete', 'get', 'update', 'join'] as const;
type Right = (typeof RIGHTS)[number];
type Kind = 'channels' | 'groups' | 'uuids';

/** A call, what it needs of what, and what it answers where nothing is there yet. */
interface Case {
  call: string;
  right: Right;
  of?: [Kind, string];
  body?: unknown;
  query?: Record<string, string>;
  answers?: number;
}
const onUser: [Kind, string] = ['uuids', 'ben'];
const onGroup: [Kind, string] = ['groups', 'g'];
const presence = `/v2/presence/sub-key/${S}`;
const group = `/v1/channel-registration/sub-key/${S}/channel-group/g`;
const file = '123e4567-e89b-12d3-a456-426614174000/x.txt';
const cases: Case[] = [
  { call: `GET /publish/${P}/${S}/0/c/0/1`, right: 'write' },
  { call: `POST /publish/${P}/${S}/0/c/0`, right: 'write', body: 1 },
  { call: `GET /signal/${P}/${S}/0/c/0/1`, right: 'write' },
  { call: `GET /v2/subscribe/${S}/c/0`, right: 'read' },
  { call: `GET /v2/subscribe/${S}/c-pnpres/0`, right: 'read', of: ['channels', 'c-pnpres'] },
  { call: `GET /v2/subscribe/${S}/c.*/0`, right: 'read', of: ['channels', 'c.*'] },
  { call: `GET /v2/subscribe/${S}/,/0`, right: 'read', of: onGroup, query: { 'channel-group': 'g' } },
  { call: `GET ${presence}/channel/c/heartbeat`, right: 'read' },
  { call: `GET ${presence}/channel/c`, right: 'read' },
  { call: `GET ${presence}/channel/,`, right: 'read', of: onGroup, query: { 'channel-group': 'g' } },
  { call: `GET ${presence}/channel/c/uuid/ben`, right: 'read' },
  { call: `GET ${presence}/channel/c/uuid/ada/data`, right: 'read', query: { state: '{"a":1}' } },
  { call: `GET /v3/history/sub-key/${S}/channel/c`, right: 'read' },
  { call: `GET /v3/history-with-actions/sub-key/${S}/channel/c`, right: 'read' },
  { call: `GET /v2/history/sub-key/${S}/channel/c`, right: 'read' },
  { call: `GET /v3/history/sub-key/${S}/message-counts/c`, right: 'read', query: { timetoken: '1' } },
  { call: `DELETE /v3/history/sub-key/${S}/channel/c`, right: 'delete' },
  {
    call: `POST /v1/message-actions/${S}/channel/c/message/1`,
    right: 'write',
    body: { type: 'a', value: 'b' },
  },
  { call: `GET /v1/message-actions/${S}/channel/c`, right: 'read' },
  { call: `DELETE /v1/message-actions/${S}/channel/c/message/1/action/2`, right: 'delete', answers: 404 },
  { call: `POST /v1/files/${S}/channels/c/generate-upload-url`, right: 'write', body: { name: 'x.txt' } },
  { call: `GET /v1/files/publish-file/${P}/${S}/0/c/0/%7B%7D`, right: 'write' },
  { call: `GET /v1/files/${S}/channels/c/files`, right: 'read' },
  { call: `GET /v1/files/${S}/channels/c/files/${file}`, right: 'read', answers: 404 },
  { call: `DELETE /v1/files/${S}/channels/c/files/${file}`, right: 'delete', answers: 404 },
  { call: `GET ${group}`, right: 'read', of: onGroup },
  { call: `GET ${group}`, right: 'manage', of: onGroup, query: { add: 'c' } },
  { call: `GET ${group}`, right: 'manage', of: onGroup, query: { remove: 'c' } },
  { call: `GET ${group}/remove`, right: 'manage', of: onGroup },
  { call: `GET /v2/objects/${S}/uuids/ben`, right: 'get', of: onUser, answers: 404 },
  { call: `PATCH /v2/objects/${S}/uuids/ben`, right: 'update', of: onUser, body: { name: 'Ben' } },
  { call: `DELETE /v2/objects/${S}/uuids/ben`, right: 'delete', of: onUser },
  { call: `GET /v2/objects/${S}/channels/c`, right: 'get', answers: 404 },
  { call: `PATCH /v2/objects/${S}/channels/c`, right: 'update', body: { name: 'C' } },
  { call: `DELETE /v2/objects/${S}/channels/c`, right: 'delete' },
  { call: `GET /v2/objects/${S}/uuids/ben/channels`, right: 'get', of: onUser },
  {
    call: `PATCH /v2/objects/${S}/uuids/ada/channels`,
    right: 'join',
    body: { set: [{ channel: { id: 'c' } }] },
  },
  { call: `GET /v2/objects/${S}/channels/c/uuids`, right: 'get' },
  {
    call: `PATCH /v2/objects/${S}/channels/c/uuids`,
    right: 'manage',
    body: { set: [{ uuid: { id: 'ada' } }] },
  },
];
const REFUSED_AS: Record<Kind, string> = { channels: 'channels', groups: 'channel-groups', uuids: 'uuids' };

describe('what each call needs', () => {
  let service: TestService;
  let owner: PubNub;
  beforeAll(async () => {
    service = await startService({ access: 'on', holdMs: 100 });
    owner = service.owner();
  });
  afterAll(() => service.close());

  const tokenFor = ([kind, name]: [Kind, string], rights: readonly Right[]) =>
    owner.grantToken({
      ttl: 5,
      authorized_uuid: 'ada',
      resources: { [kind]: { [name]: Object.fromEntries(rights.map((right) => [right, true])) } },
    });
  const make = ({ call, body, query }: Case, auth: string): Promise<Reply> => {
    const [method = '', path = ''] = call.split(' ');
    const text = body === undefined ? undefined : JSON.stringify(body);
    return service.send(method, path, text, { ...query, uuid: 'ada', auth });
  };

  it.each(cases.map((one) => [`${one.call} ${JSON.stringify(one.query ?? {})}`, one] as const))(
    '%s: its own right, and no other one in its place',
    async (_, one) => {
      const of = one.of ?? ['channels', 'c'];
      const [kind, name] = of;
      const allowed = await make(one, await tokenFor(of, [one.right]));
      expect(allowed.status).toBe(one.answers ?? 200);
      const others = RIGHTS.filter((right) => right !== one.right);
      const refused = await make(one, await tokenFor(of, others));
      expect(refused).toMatchObject({
        status: 403,
        body: {
          message: 'Forbidden',
          payload: { [REFUSED_AS[kind]]: [name] },
          error: true,
          service: 'Access Manager',
          status: 403,
        },
      });
      expect(refused.headers.get('access-control-allow-origin')).toBe('*');
      expect(service.errors).toEqual([]);
    },
  );

  it('nothing: the time, leaving, and where somebody is, as far as one may read there', async () => {
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

  it('of a group, the group alone: it opens what is in it, while it is in it', async () => {
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
      return { cursor: t.t, heard: m.map(({ c, b }) => [c, b]) };
    };
    const first = await poll('0');
    await owner.publish({ channel: 'inner', message: 1 });
    const second = await poll(first.cursor);
    expect(second.heard).toEqual([['inner', 'bundle']]);
    /** Polls end early here, so that tests are quick: it asks on until something is heard. */
    const hear = async (cursor: string): Promise<unknown> => {
      const answer = await poll(cursor);
      return answer.heard.length > 0 ? answer.heard : hear(answer.cursor);
    };
    const open = hear(second.cursor);
    await channelGroups.removeChannels({ channelGroup: 'bundle', channels: ['inner'] });
    await owner.publish({ channel: 'inner', message: 2 });
    await owner.publish({ channel: 'other', message: 3 });
    expect(await open).toEqual([['other', 'bundle']]);
  });

  it('of what a client took for a group of its own, nothing: its heartbeat and leave are not refused', async () => {
    const auth = await tokenFor(['channels', 'desk'], ['read']);
    const beat = (call: string) =>
      service.get(`${presence}/channel/desk/${call}`, { uuid: 'ada', auth, 'channel-group': 'desk,g' });
    expect((await beat('heartbeat')).status).toBe(200);
    const here = await service.get(`${presence}/channel/desk`, { auth });
    expect(here.body).toMatchObject({ uuids: ['ada'], occupancy: 1 });
    expect((await beat('leave')).body).toMatchObject({ status: 200, action: 'leave' });
  });
});
