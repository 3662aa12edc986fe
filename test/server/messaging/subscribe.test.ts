import { keys, startService, subscribed, type TestService, until } from './service.ts';

interface Answer {
  t: { t: string; r: number };
  m: { c: string; b?: string; d: unknown; p: { t: string }; e?: number }[];
}

describe('subscribe on the wire', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ holdMs: 200, tail: { maxEvents: 150 } });
  });
  afterAll(() => service.close());

  const poll = async (channels: string, query: Record<string, string> = {}) => {
    const reply = await service.get(`/v2/subscribe/${keys.subscribeKey}/${channels}/0`, query);
    expect(reply.status).toBe(200);
    return reply.body as Answer;
  };
  const publish = async (channel: string, message: unknown, query: Record<string, string> = {}) => {
    const json = encodeURIComponent(JSON.stringify(message));
    const path = `/publish/${keys.publishKey}/${keys.subscribeKey}/0/${channel}/0/${json}`;
    const reply = await service.get(path, { uuid: 'ada', ...query });
    return (reply.body as [number, string, string])[2];
  };
  /** All that a subscriber gets who goes on from a cursor until nothing more comes. */
  const readOn = async (channels: string, from: string, query: Record<string, string> = {}) => {
    const heard: Answer['m'] = [];
    for (let tt = from; ; ) {
      const answer = await poll(channels, { ...query, tt });
      if (answer.m.length === 0) return heard;
      expect(answer.m.length).toBeLessThanOrEqual(100);
      heard.push(...answer.m);
      tt = answer.t.t;
    }
  };
  const payloads = (envelopes: Answer['m']) => envelopes.map(({ d }) => d);

  it('answers a first request at once, with a cursor and a region above 0', async () => {
    for (const query of [{}, { tt: '0' }]) {
      const answer = await poll('room', query);
      expect(answer).toEqual({ t: { t: expect.stringMatching(/^\d{17}$/), r: expect.any(Number) }, m: [] });
      expect(answer.t.r).toBeGreaterThan(0);
    }
  });

  it('ends a poll to which nothing happens, without messages and with a cursor to go on from', async () => {
    const { t } = await poll('quiet');
    const answer = await poll('quiet', { tt: t.t });
    expect(answer.m).toEqual([]);
    expect(answer.t.t >= t.t).toBe(true);
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

  it('gives everything since an old cursor, in order, once, 100 at a time, whether memory still has it or not', async () => {
    const { t } = await poll('a1,a2');
    const sent: number[] = [];
    for (let n = 0; n < 320; n += 40) {
      const batch = Array.from({ length: 40 }, (_, i) => publish((n + i) % 2 === 0 ? 'a1' : 'a2', n + i));
      await Promise.all(batch);
      sent.push(...batch.keys().map((i) => n + i));
    }
    const heard = await readOn('a1,a2', t.t);
    expect(payloads(heard).toSorted((a, b) => Number(a) - Number(b))).toEqual(sent);
    const order = heard.map(({ p }) => p.t);
    expect(order).toEqual(order.toSorted());
  });

  it('goes on after a restart of the service, as if nothing had been', async () => {
    const { t } = await poll('restarted');
    const before = await publish('restarted', 'before');
    await service.restart();
    const after = await publish('restarted', 'after');
    expect(after > before).toBe(true);
    expect(payloads(await readOn('restarted', t.t))).toEqual(['before', 'after']);
  });

  it('keeps unstored messages for those who come back soon', async () => {
    const { t } = await poll('passing');
    await publish('passing', 1, { store: '0' });
    await publish('passing', 2);
    await publish('passing', 3, { store: '0' });
    expect(payloads(await readOn('passing', t.t))).toEqual([1, 2, 3]);
  });

  it('does not bring back what was deleted meanwhile', async () => {
    const { t } = await poll('regretted');
    await publish('regretted', 'oops');
    await service.send('DELETE', `/v3/history/sub-key/${keys.subscribeKey}/channel/regretted`);
    await publish('regretted', 'better');
    expect(payloads(await readOn('regretted', t.t))).toEqual(['better']);
  });

  it('misses nothing between two polls, however they fall', async () => {
    let cursor = (await poll('race')).t.t;
    const heard: unknown[] = [];
    let isPublishing = true;
    const publishing = (async () => {
      for (let n = 0; n < 120; n += 4) await Promise.all([0, 1, 2, 3].map((i) => publish('race', n + i)));
      isPublishing = false;
    })();
    while (isPublishing || heard.length < 120) {
      const answer = await poll('race', { tt: cursor });
      heard.push(...payloads(answer.m));
      cursor = answer.t.t;
    }
    await publishing;
    expect(heard.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, n) => n));
  });

  it('matches wildcards, and says which entry of the list has matched', async () => {
    const { t } = await poll('shop.*');
    await publish('shop.books', 1);
    await publish('shop.books.new', 2);
    await publish('shopping', 3);
    const heard = await readOn('shop.*', t.t);
    expect(heard.map(({ b, c, d }) => [b, c, d])).toEqual([
      ['shop.*', 'shop.books', 1],
      ['shop.*', 'shop.books.new', 2],
    ]);
    const both = await readOn('shop.books,shop.*', t.t);
    expect(both.map(({ b, d }) => [b, d])).toEqual([
      ['shop.books', 1],
      ['shop.*', 2],
    ]);
    await service.restart(); // and from the database the same
    expect(await readOn('shop.books,shop.*', t.t)).toEqual(both);
  });

  it('delivers a wildcard to the SDK', async () => {
    const ear = await subscribed(service.client({ userId: 'ben' }), ['farm.*']);
    await service.client({ userId: 'ada' }).publish({ channel: 'farm.cows', message: 'moo' });
    await until(() => ear.messages.length === 1);
    expect(ear.messages[0]).toMatchObject({ channel: 'farm.cows', subscription: 'farm.*', message: 'moo' });
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
    ])('let through what %s says', async (expression, expected) => {
      const { t } = await poll('filtered');
      await publish('filtered', { n: 1, kind: 'note', text: 'hello' }, { meta: '{"lang":"en"}' });
      await publish('filtered', { n: 2, kind: 'task', tags: ['x', 'y'] }, { meta: '{"lang":"de"}' });
      await publish('filtered', { n: 3, kind: 'note', text: 'the end' }, { meta: '{"lang":"de"}' });
      await publish('filtered', { n: 4, kind: 'task', text: 'HALLO' });
      const heard = await readOn('filtered', t.t, { 'filter-expr': expression });
      expect(heard.map(({ d }) => (d as { n: number }).n)).toEqual(expected);
    });

    it('do not end a poll with what they hold back', async () => {
      const { t } = await poll('held');
      const polling = poll('held', { tt: t.t, 'filter-expr': 'data.n > 1' });
      await publish('held', { n: 1 });
      const wanted = await publish('held', { n: 2 });
      const answer = await polling;
      expect(answer.m.map(({ p }) => p.t)).toEqual([wanted]);
    });

    it('that cannot be read are refused', async () => {
      const reply = await service.get(`/v2/subscribe/${keys.subscribeKey}/c/0`, { 'filter-expr': 'a ==' });
      expect(reply.status).toBe(400);
    });
  });

  it.each([
    ['no channel at all', ',', {}],
    ['a star in the middle', 'a.*.b', {}],
    ['a wildcard of four levels', 'a.b.c.*', {}],
    ['too long a name', 'x'.repeat(93), {}],
    ['no number for a timetoken', 'room', { tt: 'now' }],
    ['2,001 channels', Array.from({ length: 2_001 }, (_, n) => `c${n}`).join(','), {}],
    ['21 groups', ',', { 'channel-group': Array.from({ length: 21 }, (_, n) => `g${n}`).join(',') }],
    ['too long a user id', 'room', { uuid: 'u'.repeat(93) }],
  ])('refuses %s', async (_, channels, query) => {
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

  it('are filled, listed, emptied and removed', async () => {
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

  it('bring what is said on their channels, and act on the poll that is open', async () => {
    const [ada, ben] = [service.client({ userId: 'ada' }), service.client({ userId: 'ben' })];
    await ada.channelGroups.addChannels({ channelGroup: 'feeds', channels: ['feed-1'] });
    const ear = await subscribed(ben, [], { channelGroups: ['feeds'], withPresence: true });
    await ada.publish({ channel: 'feed-1', message: 'one' });
    await ada.channelGroups.addChannels({ channelGroup: 'feeds', channels: ['feed-2'] });
    await ada.publish({ channel: 'feed-2', message: 'two' });
    await until(() => ear.messages.length === 2);
    expect(ear.messages.map(({ channel, subscription }) => [channel, subscription])).toEqual([
      ['feed-1', 'feeds'],
      ['feed-2', 'feeds'],
    ]);
    await until(() => ear.presence.length > 0);
    expect(ear.presence[0]).toMatchObject({ action: 'join', uuid: 'ben', channel: 'feed-1' });
  });
});
