import type PubNub from 'pubnub';
import { keys, startService, subscribed, type TestService, until } from './service.ts';

describe('App Context', () => {
  let service: TestService;
  let client: PubNub;
  beforeAll(async () => {
    service = await startService();
    client = service.client({ userId: 'ada' });
  });
  afterAll(() => service.close());

  const members = (channel: string) => `/v2/objects/${keys.subscribeKey}/channels/${channel}/uuids`;
  const memberships = (user: string) => `/v2/objects/${keys.subscribeKey}/uuids/${user}/channels`;

  it('stores read positions of the chat, set from the channel and read from the user', async () => {
    const channel = 'chat_T1_U7.U9';
    const first = {
      set: [{ uuid: { id: 'u7' }, custom: { timetoken: '17000000000000001' } }, { uuid: { id: 'u9' } }],
    };
    expect((await service.send('PATCH', members(channel), JSON.stringify(first))).status).toBe(200);
    const peer = {
      set: [{ uuid: { id: 'u9' }, custom: { timetoken: '17000000000000002' } }, { uuid: { id: 'u7' } }],
    };
    await service.send('PATCH', members(channel), JSON.stringify(peer));

    const reply = await service.get(memberships('u7'), { include: 'custom' });
    expect(reply.body).toMatchObject({
      data: [{ channel: { id: channel }, custom: { timetoken: '17000000000000001' } }],
    });
    const bare = await service.get(memberships('u7'));
    expect(JSON.stringify(bare.body)).not.toContain('custom');
    const both = await client.objects.getChannelMembers({ channel, include: { customFields: true } });
    expect(both.data.map(({ uuid, custom }) => [uuid.id, custom])).toEqual([
      ['u7', { timetoken: '17000000000000001' }],
      ['u9', { timetoken: '17000000000000002' }],
    ]);
  });

  it('announces a changed membership to its user and its channel, and nothing without a change', async () => {
    const recorder = await subscribed(service.client({ userId: 'u1' }), ['u1', 'club']);
    const change = JSON.stringify({ set: [{ uuid: { id: 'u1' }, custom: { role: 'lead' } }] });
    await service.send('PATCH', members('club'), change);
    await until(() => recorder.objectEvents.length === 2);
    expect(recorder.objectEvents.map(({ channel }) => channel).toSorted()).toEqual(['club', 'u1']);
    expect(recorder.objectEvents[0]?.message).toMatchObject({
      event: 'set',
      type: 'membership',
      data: { channel: { id: 'club' }, uuid: { id: 'u1' }, custom: { role: 'lead' } },
    });
    await service.send('PATCH', members('club'), change);
    await client.objects.removeChannelMembers({ channel: 'club', uuids: ['u1'] });
    await until(() => recorder.objectEvents.length === 4);
    expect(recorder.objectEvents[3]?.message).toMatchObject({
      event: 'delete',
      data: { channel: { id: 'club' }, uuid: { id: 'u1' } },
    });
  });

  it('sets and removes memberships of a user', async () => {
    await client.objects.setMemberships({
      uuid: 'u2',
      channels: ['a', { id: 'b', custom: { rank: 2 }, status: 'active', type: 'guest' }],
    });
    await client.objects.removeMemberships({ uuid: 'u2', channels: ['a'] });
    const { data } = await client.objects.getMemberships({
      uuid: 'u2',
      include: { customFields: true, statusField: true, typeField: true },
    });
    expect(data).toMatchObject([
      { channel: { id: 'b' }, custom: { rank: 2 }, status: 'active', type: 'guest' },
    ]);
  });

  it('stores metadata of users, and keeps the fields that a change does not contain', async () => {
    await client.objects.setUUIDMetadata({
      uuid: 'u3',
      data: { name: 'Ada', email: 'ada@example.org', custom: { shoe: 39, glad: true } },
    });
    await client.objects.setUUIDMetadata({ uuid: 'u3', data: { profileUrl: 'https://example.org/a.png' } });
    const { data } = await client.objects.getUUIDMetadata({ uuid: 'u3' });
    expect(data).toMatchObject({
      id: 'u3',
      name: 'Ada',
      email: 'ada@example.org',
      profileUrl: 'https://example.org/a.png',
      externalId: null,
      custom: { shoe: 39, glad: true },
    });
    await client.objects.removeUUIDMetadata({ uuid: 'u3' });
    await expect(client.objects.getUUIDMetadata({ uuid: 'u3' })).rejects.toMatchObject({
      status: { statusCode: 404 },
    });
  });

  it('rejects a change to an object that was modified after it was read', async () => {
    const { data: read } = await client.objects.setChannelMetadata({
      channel: 'plans',
      data: { name: 'Plans' },
    });
    await client.objects.setChannelMetadata({ channel: 'plans', data: { name: 'Old plans' } });
    const late = client.objects.setChannelMetadata({
      channel: 'plans',
      data: { name: 'New plans' },
      ifMatchesEtag: read.eTag,
    });
    await expect(late).rejects.toMatchObject({ status: { statusCode: 412 } });
    const { data: now } = await client.objects.getChannelMetadata({ channel: 'plans' });
    expect(now.name).toBe('Old plans');
    await client.objects.setChannelMetadata({
      channel: 'plans',
      data: { name: 'New plans' },
      ifMatchesEtag: now.eTag,
    });
  });

  it.each([
    ['uuids', 'User'],
    ['channels', 'Channel'],
  ])("reports modified and missing %s with PubNub's error messages", async (kind, name) => {
    const path = `/v2/objects/${keys.subscribeKey}/${kind}/versioned`;
    const patch = async (to: string, ifMatch: string) => {
      const headers = { 'content-type': 'application/json', 'if-match': ifMatch };
      const reply = await fetch(service.url + path, {
        method: 'PATCH',
        body: JSON.stringify({ name: to }),
        headers,
      });
      return {
        status: reply.status,
        body: (await reply.json()) as { data: { name: string; eTag: string } },
      };
    };
    const modified = {
      status: 412,
      error: {
        message: `${name} to update has been modified after it was read.`,
        source: 'objects',
      },
    };
    expect(await patch('first', 'AbC')).toEqual({ status: 412, body: modified });
    expect(await service.get(path)).toMatchObject({
      status: 404,
      body: { status: 404, error: { message: 'Requested object was not found.', source: 'objects' } },
    });
    const created = (await service.send('PATCH', path, '{"name":"first"}')).body as {
      data: { eTag: string };
    };
    const { eTag } = created.data;
    expect(await patch('second', `"${eTag}"`)).toMatchObject({
      status: 200,
      body: { data: { name: 'second' } },
    });
    expect(await patch('third', eTag)).toEqual({ status: 412, body: modified });
    expect((await service.send('DELETE', path)).body).toEqual({ status: 200, data: null });
    expect((await service.send('DELETE', path)).body).toEqual({ status: 200, data: null });
  });

  it('returns the requested fields of a channel, and null for those never set', async () => {
    await client.objects.setChannelMetadata({
      channel: 'shown',
      data: { name: 'Shown', status: 'open', type: 'room', custom: { floor: 2 } },
    });
    const path = `/v2/objects/${keys.subscribeKey}/channels/shown`;
    const written = { updated: expect.stringMatching(/^\d{4}-.*Z$/), eTag: expect.any(String) };
    expect((await service.get(path)).body).toEqual({
      status: 200,
      data: { id: 'shown', name: 'Shown', description: null, ...written },
    });
    await client.objects.setMemberships({ uuid: 'guest', channels: ['shown'] });
    const full = await service.get(memberships('guest'), {
      include: 'custom,status,type,channel,channel.custom,channel.status,channel.type',
      count: 'true',
    });
    expect(full.body).toEqual({
      status: 200,
      totalCount: 1,
      next: expect.any(String),
      data: [
        {
          channel: {
            id: 'shown',
            name: 'Shown',
            description: null,
            status: 'open',
            type: 'room',
            custom: { floor: 2 },
            ...written,
          },
          custom: null,
          status: null,
          type: null,
          ...written,
        },
      ],
    });
  });

  it('announces changed metadata on the channel itself', async () => {
    const recorder = await subscribed(service.client({ userId: 'u4' }), ['news']);
    await client.objects.setChannelMetadata({
      channel: 'news',
      data: { name: 'News', description: 'All of it' },
    });
    await until(() => recorder.objectEvents.length === 1);
    expect(recorder.objectEvents[0]?.message).toMatchObject({
      event: 'set',
      type: 'channel',
      data: { id: 'news', name: 'News', description: 'All of it' },
    });
    await client.objects.removeChannelMetadata({ channel: 'news' });
    await until(() => recorder.objectEvents.length === 2);
    expect(recorder.objectEvents[1]?.message).toMatchObject({
      event: 'delete',
      type: 'channel',
      data: { id: 'news' },
    });
  });

  it("sends events in PubNub's format, with kind 2 and without a publisher", async () => {
    const path = `/v2/subscribe/${keys.subscribeKey}/u5/0`;
    const { t } = (await service.get(path)).body as { t: { t: string } };
    await client.objects.setUUIDMetadata({ uuid: 'u5', data: { name: 'Eve' } });
    const { m } = (await service.get(path, { tt: t.t })).body as { m: Record<string, unknown>[] };
    expect(m).toEqual([
      expect.objectContaining({
        e: 2,
        c: 'u5',
        d: expect.objectContaining({ source: 'objects', version: '2.0', event: 'set', type: 'uuid' }),
      }),
    ]);
    expect(m[0]).not.toHaveProperty('i');
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nested custom', '{"custom":{"a":{"b":1}}}'],
    ['NUL', '{"name":"a\\u0000b"}'],
    ['a lone surrogate', '{"name":"\\ud800"}'],
    ['a number for a name', '{"name":7}'],
  ])('rejects %s', async (_, body) => {
    const reply = await service.send('PATCH', `/v2/objects/${keys.subscribeKey}/uuids/bad`, body);
    expect(reply).toMatchObject({ status: 400, body: { status: 400, error: { source: 'objects' } } });
    expect(service.errors).toEqual([]);
  });
});
