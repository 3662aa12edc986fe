import { keys, startService, subscribed, type TestService, until } from './service.ts';

interface PollBody {
  t: { t: string; r: number };
  m: { c: string; b?: string; d: unknown; p: { t: string }; e?: number }[];
}

describe('subscribe', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ pollTimeoutMs: 200, recentEvents: { maxEvents: 150 } });
  });
  afterAll(() => service.close());

  const poll = async (channels: string, query: Record<string, string> = {}) => {
    const reply = await service.get(`/v2/subscribe/${keys.subscribeKey}/${channels}/0`, query);
    expect(reply.status).toBe(200);
    return reply.body as PollBody;
  };
  const publish = async (channel: string, message: unknown, query: Record<string, string> = {}) => {
    const json = encodeURIComponent(JSON.stringify(message));
    const path = `/publish/${keys.publishKey}/${keys.subscribeKey}/0/${channel}/0/${json}`;
    const reply = await service.get(path, { uuid: 'ada', ...query });
    return (reply.body as [number, string, string])[2];
  };
  /** Polls from a cursor until there are no more events. */
  const pollAll = async (channels: string, from: string, query: Record<string, string> = {}) => {
    const received: PollBody['m'] = [];
    for (let tt = from; ; ) {
      const body = await poll(channels, { ...query, tt });
      if (body.m.length === 0) return received;
      expect(body.m.length).toBeLessThanOrEqual(100);
      received.push(...body.m);
      tt = body.t.t;
    }
  };
  const payloads = (envelopes: PollBody['m']) => envelopes.map(({ d }) => d);

  it('responds to a first request immediately, with a cursor and a region above 0', async () => {
    for (const query of [{}, { tt: '0' }]) {
      const body = await poll('room', query);
      expect(body).toEqual({ t: { t: expect.stringMatching(/^\d{17}$/), r: expect.any(Number) }, m: [] });
      expect(body.t.r).toBeGreaterThan(0);
    }
  });

  it('ends a poll without events after its timeout, with a cursor for the next poll', async () => {
    const { t } = await poll('quiet');
    const body = await poll('quiet', { tt: t.t });
    expect(body.m).toEqual([]);
    expect(body.t.t >= t.t).toBe(true);
  });

  it('sends envelopes without `e` for messages', async () => {
    const { t } = await poll('form');
    const timetoken = await publish('form', { n: 1 }, { meta: '{"id":"x"}' });
    const { m } = await poll('form', { tt: t.t });
    expect(m).toEqual([
      {
        a: expect.any(String),
        f: expect.any(Number),
        i: 'ada',
        p: { t: timetoken, r: expect.any(Number) },
        k: keys.subscribeKey,
        c: 'form',
        d: { n: 1 },
        u: { id: 'x' },
        b: 'form',
      },
    ]);
  });

  it('delivers all events since an old cursor once and in order, from memory or from the database', async () => {
    const { t } = await poll('a1,a2');
    const sent: number[] = [];
    for (let n = 0; n < 320; n += 40) {
      const batch = Array.from({ length: 40 }, (_, i) => publish((n + i) % 2 === 0 ? 'a1' : 'a2', n + i));
      await Promise.all(batch);
      sent.push(...batch.keys().map((i) => n + i));
    }
    const received = await pollAll('a1,a2', t.t);
    expect(payloads(received).toSorted((a, b) => Number(a) - Number(b))).toEqual(sent);
    const order = received.map(({ p }) => p.t);
    expect(order).toEqual(order.toSorted());
  });

  it('continues after a restart of the service', async () => {
    const { t } = await poll('restarted');
    const before = await publish('restarted', 'before');
    await service.restart();
    const after = await publish('restarted', 'after');
    expect(after > before).toBe(true);
    expect(payloads(await pollAll('restarted', t.t))).toEqual(['before', 'after']);
  });

  it('delivers recent messages that are not stored to reconnecting clients', async () => {
    const { t } = await poll('passing');
    await publish('passing', 1, { store: '0' });
    await publish('passing', 2);
    await publish('passing', 3, { store: '0' });
    expect(payloads(await pollAll('passing', t.t))).toEqual([1, 2, 3]);
  });

  it('does not deliver messages that were deleted in the meantime', async () => {
    const { t } = await poll('regretted');
    await publish('regretted', 'oops');
    await service.send('DELETE', `/v3/history/sub-key/${keys.subscribeKey}/channel/regretted`);
    await publish('regretted', 'better');
    expect(payloads(await pollAll('regretted', t.t))).toEqual(['better']);
  });

  it('misses no event between two polls', async () => {
    let cursor = (await poll('race')).t.t;
    const received: unknown[] = [];
    let isPublishing = true;
    const publishing = (async () => {
      for (let n = 0; n < 120; n += 4) await Promise.all([0, 1, 2, 3].map((i) => publish('race', n + i)));
      isPublishing = false;
    })();
    while (isPublishing || received.length < 120) {
      const body = await poll('race', { tt: cursor });
      received.push(...payloads(body.m));
      cursor = body.t.t;
    }
    await publishing;
    expect(received.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, n) => n));
  });

  it('matches wildcards and names the matching entry of the list', async () => {
    const { t } = await poll('shop.*');
    await publish('shop.books', 1);
    await publish('shop.books.new', 2);
    await publish('shopping', 3);
    const received = await pollAll('shop.*', t.t);
    expect(received.map(({ b, c, d }) => [b, c, d])).toEqual([
      ['shop.*', 'shop.books', 1],
      ['shop.*', 'shop.books.new', 2],
    ]);
    const both = await pollAll('shop.books,shop.*', t.t);
    expect(both.map(({ b, d }) => [b, d])).toEqual([
      ['shop.books', 1],
      ['shop.*', 2],
    ]);
    await service.restart(); // the database returns the same
    expect(await pollAll('shop.books,shop.*', t.t)).toEqual(both);
  });

  it('delivers the events of a wildcard to the SDK', async () => {
    const recorder = await subscribed(service.client({ userId: 'ben' }), ['farm.*']);
    await service.client({ userId: 'ada' }).publish({ channel: 'farm.cows', message: 'moo' });
    await until(() => recorder.messages.length === 1);
    expect(recorder.messages[0]).toMatchObject({
      channel: 'farm.cows',
      subscription: 'farm.*',
      message: 'moo',
    });
  });

  describe('filters', () => {
    it.each([
      [`data.kind == 'note'`, [1, 3]],
      [`meta.lang == 'de'`, [2, 3]],
      [`lang == "de" && data.n > 2`, [3]],
      [`!(lang == 'de')`, [1, 4]],
      [`lang != 'de'`, [1]],
      [`data.text LIKE 'h*o'`, [1, 4]],
      [`data.tags contains 'x'`, [2]],
      [`data.n <= 2 || data.text contains 'end'`, [1, 2, 3]],
      [`nothing.there == 1`, []],
    ])('deliver the events that match %s', async (expression, expected) => {
      const { t } = await poll('filtered');
      await publish('filtered', { n: 1, kind: 'note', text: 'hello' }, { meta: '{"lang":"en"}' });
      await publish('filtered', { n: 2, kind: 'task', tags: ['x', 'y'] }, { meta: '{"lang":"de"}' });
      await publish('filtered', { n: 3, kind: 'note', text: 'the end' }, { meta: '{"lang":"de"}' });
      await publish('filtered', { n: 4, kind: 'task', text: 'HALLO' });
      const received = await pollAll('filtered', t.t, { 'filter-expr': expression });
      expect(received.map(({ d }) => (d as { n: number }).n)).toEqual(expected);
    });

    it('do not end a poll for events that do not match', async () => {
      const { t } = await poll('held');
      const polling = poll('held', { tt: t.t, 'filter-expr': 'data.n > 1' });
      await publish('held', { n: 1 });
      const wanted = await publish('held', { n: 2 });
      const body = await polling;
      expect(body.m.map(({ p }) => p.t)).toEqual([wanted]);
    });

    it('are rejected if they are invalid', async () => {
      const reply = await service.get(`/v2/subscribe/${keys.subscribeKey}/c/0`, { 'filter-expr': 'a ==' });
      expect(reply.status).toBe(400);
    });
  });

  it.each([
    ['an empty list of channels', ',', {}],
    ['a star in the middle', 'a.*.b', {}],
    ['a wildcard of four levels', 'a.b.c.*', {}],
    ['a name that is too long', 'x'.repeat(93), {}],
    ['a timetoken that is not a number', 'room', { tt: 'now' }],
    ['2,001 channels', Array.from({ length: 2_001 }, (_, n) => `c${n}`).join(','), {}],
    ['21 groups', ',', { 'channel-group': Array.from({ length: 21 }, (_, n) => `g${n}`).join(',') }],
    ['a user id that is too long', 'room', { uuid: 'u'.repeat(93) }],
  ])('rejects %s', async (_, channels, query) => {
    const reply = await service.get(`/v2/subscribe/${keys.subscribeKey}/${channels}/0`, query);
    expect(reply).toMatchObject({ status: 400, body: { error: true, status: 400 } });
  });
});

describe('channel groups', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('can be created, listed, changed and deleted', async () => {
    const client = service.client();
    const { channelGroups } = client;
    await channelGroups.addChannels({ channelGroup: 'family', channels: ['kids', 'parents'] });
    await channelGroups.addChannels({ channelGroup: 'work', channels: ['desk'] });
    expect((await channelGroups.listChannels({ channelGroup: 'family' })).channels).toEqual([
      'kids',
      'parents',
    ]);
    await channelGroups.removeChannels({ channelGroup: 'family', channels: ['kids'] });
    await service.restart();
    expect((await channelGroups.listChannels({ channelGroup: 'family' })).channels).toEqual(['parents']);
    expect((await channelGroups.listGroups()).groups).toEqual(['family', 'work']);
    await channelGroups.deleteGroup({ channelGroup: 'work' });
    expect((await channelGroups.listGroups()).groups).toEqual(['family']);
  });

  it('deliver the events of their channels, and changes apply to open polls', async () => {
    const [ada, ben] = [service.client({ userId: 'ada' }), service.client({ userId: 'ben' })];
    await ada.channelGroups.addChannels({ channelGroup: 'feeds', channels: ['feed-1'] });
    const recorder = await subscribed(ben, [], { channelGroups: ['feeds'], withPresence: true });
    await ada.publish({ channel: 'feed-1', message: 'one' });
    await ada.channelGroups.addChannels({ channelGroup: 'feeds', channels: ['feed-2'] });
    await ada.publish({ channel: 'feed-2', message: 'two' });
    await until(() => recorder.messages.length === 2);
    expect(recorder.messages.map(({ channel, subscription }) => [channel, subscription])).toEqual([
      ['feed-1', 'feeds'],
      ['feed-2', 'feeds'],
    ]);
    await until(() => recorder.presence.length > 0);
    expect(recorder.presence[0]).toMatchObject({ action: 'join', uuid: 'ben', channel: 'feed-1' });
  });
});
