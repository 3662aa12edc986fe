import type PubNub from 'pubnub';
import { keys, startService, type TestService } from './service.ts';

describe('history', () => {
  let service: TestService;
  let client: PubNub;
  const sent: string[] = [];
  beforeAll(async () => {
    service = await startService();
    client = service.client({ userId: 'ada' });
    for (let n = 0; n < 240; n += 40) {
      const batch = Array.from({ length: 40 }, (_, i) =>
        client.publish({ channel: 'long', message: { n: n + i } }),
      );
      for (const { timetoken } of await Promise.all(batch)) sent.push(timetoken);
    }
    sent.sort();
  });
  afterAll(() => service.close());

  const fetchLong = async (options: { start?: string; end?: string; count?: number } = {}) => {
    const { channels } = await client.fetchMessages({ channels: ['long'], count: 100, ...options });
    return (channels.long ?? []).map(({ timetoken }) => String(timetoken));
  };

  it('returns the newest page in ascending order, and older pages without gaps or duplicates', async () => {
    const pages: string[][] = [];
    for (let start: string | undefined; pages.at(-1)?.length !== 0; start = pages.at(-1)?.[0]) {
      pages.push(await fetchLong(start === undefined ? {} : { start }));
    }
    expect(pages.map((page) => page.length)).toEqual([100, 100, 40, 0]);
    expect(pages.toReversed().flat()).toEqual(sent);
  });

  it('excludes `start`, includes `end`, and limits a range to its newest messages', async () => {
    const [a, b, c] = [sent[10]!, sent[12]!, sent[200]!];
    expect(await fetchLong({ start: b, end: a })).toEqual(sent.slice(10, 12));
    expect(await fetchLong({ end: sent[237]! })).toEqual(sent.slice(237));
    expect(await fetchLong({ start: c, end: a, count: 5 })).toEqual(sent.slice(195, 200));
  });

  it('stores any JSON value, alone and in a batch, with and without meta', async () => {
    const messages = [
      ' a\tb\r\n',
      '\u001e',
      '\u001f\u0000\u001e',
      '\\ \' " $1 {}',
      '\ud83d\udcac',
      ['', 0.5],
    ];
    const sentAt = await Promise.all(
      messages.map((message, n) =>
        client.publish({
          channel: 'strange',
          message,
          sendByPost: n % 2 === 0,
          ...(n % 3 === 0 && { meta: { text: String(message) } }),
        }),
      ),
    );
    const { channels } = await client.fetchMessages({ channels: ['strange'], includeMeta: true });
    const kept = new Map(
      channels.strange?.map(({ timetoken, message, meta }) => [String(timetoken), { message, meta }]),
    );
    for (const [n, message] of messages.entries()) {
      const meta = n % 3 === 0 ? { text: String(message) } : undefined;
      expect({ meta: undefined, ...kept.get(sentAt[n]!.timetoken) }).toEqual({ message, meta });
    }
  });

  it('returns the fields that the request includes', async () => {
    await client.publish({ channel: 'rich', message: 'one', meta: { id: 'x' }, customMessageType: 'note' });
    const { channels } = await client.fetchMessages({
      channels: ['rich'],
      includeMeta: true,
      includeUUID: true,
      includeMessageType: true,
      includeCustomMessageType: true,
    });
    expect(channels.rich?.[0]).toMatchObject({
      message: 'one',
      uuid: 'ada',
      meta: { id: 'x' },
      messageType: -1,
      customMessageType: 'note',
    });
    const bare = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/rich`);
    expect(bare.body).toMatchObject({
      channels: { rich: [{ message: 'one', timetoken: expect.any(String) }] },
    });
    expect(JSON.stringify(bare.body)).not.toMatch(/meta|uuid|type/);
  });

  it('returns a payload unchanged, even with numbers that JavaScript cannot represent', async () => {
    const path = `/publish/${keys.publishKey}/${keys.subscribeKey}/0/exact/0/`;
    await fetch(
      `${service.url}${path}${encodeURIComponent('{"big":12345678901234567890, "nul":"\\u0000"}')}`,
    );
    const reply = await fetch(`${service.url}/v3/history/sub-key/${keys.subscribeKey}/channel/exact`);
    expect(await reply.text()).toContain('{"big":12345678901234567890, "nul":"\\u0000"}');
  });

  it('returns at most 25 messages for each of several channels, and omits empty channels', async () => {
    const { channels } = await client.fetchMessages({ channels: ['long', 'rich', 'empty'] });
    expect(Object.entries(channels).map(([name, messages]) => [name, messages.length])).toEqual(
      expect.arrayContaining([
        ['long', 25],
        ['rich', 1],
      ]),
    );
    expect(channels.empty).toBeUndefined();
  });

  it('reduces a count that is too large to the maximum', async () => {
    const reply = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/long`, { max: '500' });
    expect((reply.body as { channels: { long: unknown[] } }).channels.long).toHaveLength(100);
  });

  it('supports version 2 in both directions', async () => {
    const newest = await client.history({ channel: 'long', count: 3, stringifiedTimeToken: true });
    expect(newest.messages.map(({ timetoken }) => timetoken)).toEqual(sent.slice(-3));
    // The SDK parses both as numbers and rounds them. The response itself is exact.
    const wire = await fetch(`${service.url}/v2/history/sub-key/${keys.subscribeKey}/channel/long?count=3`);
    expect(await wire.text()).toContain(`],${sent.at(-3)},${sent.at(-1)}]`);
    const oldest = await client.history({
      channel: 'long',
      count: 2,
      reverse: true,
      stringifiedTimeToken: true,
    });
    expect(oldest.messages.map(({ timetoken }) => timetoken)).toEqual(sent.slice(0, 2));
    const next = await client.history({
      channel: 'long',
      count: 2,
      reverse: true,
      start: sent[1]!,
      stringifiedTimeToken: true,
    });
    expect(next.messages.map(({ timetoken }) => timetoken)).toEqual(sent.slice(2, 4));
    const empty = await service.get(`/v2/history/sub-key/${keys.subscribeKey}/channel/empty`);
    expect(empty.body).toEqual([[], 0, 0]);
  });

  it('counts the messages after a timetoken', async () => {
    const one = await client.messageCounts({ channels: ['long', 'empty'], channelTimetokens: [sent[200]!] });
    expect(one.channels).toEqual({ long: 39, empty: 0 });
    const each = await client.messageCounts({
      channels: ['long', 'rich'],
      channelTimetokens: [sent[238]!, sent[0]!],
    });
    expect(each.channels).toEqual({ long: 1, rich: 1 });
  });

  it.each([
    ['no timetoken', {}],
    ['both kinds', { timetoken: '1', channelsTimetoken: '1' }],
    ['too few', { channelsTimetoken: '1,2,3' }],
    ['text instead of a number', { timetoken: 'soon' }],
  ])('does not count with %s', async (_, query) => {
    const path = `/v3/history/sub-key/${keys.subscribeKey}/message-counts/long,rich`;
    expect(await service.get(path, query)).toMatchObject({ status: 400, body: { status: 400, error: true } });
  });

  it('returns 25 messages of a channel with their actions and a link to the next page', async () => {
    const path = `/v3/history-with-actions/sub-key/${keys.subscribeKey}/channel/long`;
    const first = (await service.get(path, { max: '500' })).body as {
      channels: { long: { timetoken: string }[] };
      more: { url: string; start: string; max: number };
    };
    expect(first.channels.long.map(({ timetoken }) => timetoken)).toEqual(sent.slice(-25));
    expect(first.more).toEqual({ url: `${path}?start=${sent.at(-25)}&max=25`, start: sent.at(-25), max: 25 });
    const next = (await service.get(path, { start: first.more.start, max: '2' })).body as typeof first;
    expect(next.channels.long.map(({ timetoken }) => timetoken)).toEqual(sent.slice(-27, -25));
    expect((await service.get(`${path},rich`)).status).toBe(400);
    const whole = await client.fetchMessages({ channels: ['rich'], includeMessageActions: true });
    expect(whole).not.toHaveProperty('more');
  });

  it("returns empty fields in PubNub's format", async () => {
    await client.publish({ channel: 'plain', message: 'one' });
    const flags = ['uuid', 'meta', 'message_type', 'custom_message_type'].map((name) => `include_${name}`);
    const fetchWithFlags = async (value: string) => {
      const query = Object.fromEntries(flags.map((flag) => [flag, value]));
      const reply = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/plain`, query);
      return (reply.body as { channels: { plain: unknown[] } }).channels.plain[0];
    };
    const timetoken = expect.stringMatching(/^\d{17}$/);
    expect(await fetchWithFlags('true')).toEqual({
      message: 'one',
      timetoken,
      uuid: 'ada',
      meta: '',
      message_type: null,
      custom_message_type: null,
    });
    expect(await fetchWithFlags('false')).toEqual({ message: 'one', timetoken });
    const old = await service.get(`/v2/history/sub-key/${keys.subscribeKey}/channel/rich`, {
      include_meta: 'true',
    });
    expect(old.body).toEqual([
      [{ message: 'one', meta: { id: 'x' } }],
      expect.any(Number),
      expect.any(Number),
    ]);
  });

  it('counts up to 10,000 stored messages, without signals', async () => {
    await service.database.pool.query(
      `insert into messaging.messages (channel, timetoken, kind, payload)
       select 'crowded', 15000000000000000 + n, 0, '1' from generate_series(1, 10500) n`,
    );
    await client.signal({ channel: 'quiet', message: 'x' });
    await client.publish({ channel: 'quiet', message: 'x', storeInHistory: false });
    await client.publish({ channel: 'quiet', message: 'y' });
    const { channels } = await client.messageCounts({
      channels: ['crowded', 'quiet', 'long'],
      channelTimetokens: ['15000000000000000', '1', sent[239]!],
    });
    expect(channels).toEqual({ crowded: 10_000, quiet: 1, long: 0 });
  });

  it.each([
    ['101 channels to count', 'message-counts', 101, 400],
    ['100 channels to count', 'message-counts', 100, 200],
    ['501 channels to read', 'channel', 501, 400],
    ['500 channels to read', 'channel', 500, 200],
  ])('limits the number of channels: %s', async (_, resource, count, status) => {
    const names = Array.from({ length: count }, (__, n) => `n${n}`).join(',');
    const path = `/v3/history/sub-key/${keys.subscribeKey}/${resource}/${names}`;
    const reply = await service.get(path, resource === 'channel' ? {} : { timetoken: '1' });
    expect(reply).toMatchObject({ status, body: { status, error: status !== 200 } });
  });

  it('deletes one message, a range, and all messages', async () => {
    const tokens: string[] = [];
    for (const n of [1, 2, 3, 4])
      tokens.push((await client.publish({ channel: 'gone', message: n })).timetoken);
    const left = async () =>
      ((await client.fetchMessages({ channels: ['gone'] })).channels.gone ?? []).map(
        ({ message }) => message,
      );
    const before = (BigInt(tokens[1]!) - 1n).toString();
    await client.deleteMessages({ channel: 'gone', start: before, end: tokens[1]! });
    expect(await left()).toEqual([1, 3, 4]);
    await client.deleteMessages({ channel: 'gone', end: tokens[2]! });
    expect(await left()).toEqual([4]);
    await client.deleteMessages({ channel: 'gone' });
    expect(await left()).toEqual([]);
  });

  it('does not return a message after its time to live', async () => {
    const clock = { now: Date.now() };
    const other = await startService({ now: () => clock.now }, service);
    const writer = other.client();
    await writer.publish({ channel: 'brief', message: 'soon gone', ttl: 2 });
    await writer.publish({ channel: 'brief', message: 'kept' });
    const left = async () => {
      const { channels } = await writer.fetchMessages({ channels: ['brief'] });
      return (channels.brief ?? []).map(({ message }) => message);
    };
    expect(await left()).toEqual(['soon gone', 'kept']);
    clock.now += 2 * 3_600_000 + 10_000; // timetokens can be some seconds ahead of the clock
    expect(await left()).toEqual(['kept']);
    await other.close();
  });

  it('rejects an invalid range', async () => {
    const reply = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/long`, { start: 'x' });
    expect(reply).toMatchObject({
      status: 400,
      body: { status: 400, error: true, error_message: 'Invalid Arguments: start', channels: {} },
    });
  });
});
