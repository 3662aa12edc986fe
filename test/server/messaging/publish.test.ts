import { deflateSync, gzipSync } from 'node:zlib';
import { keys, startService, subscribed, type TestService, until } from './service.ts';

describe('publish and subscribe', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('returns the time in 17 digits', async () => {
    const { timetoken } = await service.client().time();
    expect(String(timetoken)).toMatch(/^1\d{16}$/);
  });

  it('delivers a message with its publisher, meta and type', async () => {
    const [ada, ben] = [service.client({ userId: 'ada' }), service.client({ userId: 'ben' })];
    const recorder = await subscribed(ben, ['room-1', 'room-2']);
    const { timetoken } = await ada.publish({
      channel: 'room-2',
      message: { text: 'Hello, Ben! ä 💬' },
      meta: { id: 'm1' },
      customMessageType: 'greeting',
    });
    await until(() => recorder.messages.length === 1);
    expect(recorder.messages[0]).toMatchObject({
      channel: 'room-2',
      publisher: 'ada',
      timetoken,
      message: { text: 'Hello, Ben! ä 💬' },
      userMetadata: { id: 'm1' },
      customMessageType: 'greeting',
    });
  });

  it('supports channel names that must be escaped', async () => {
    const names = ['ä ö', "it's!", '50%', 'q?x=1&y', 'a+b', '#1', '日本'];
    const client = service.client({ userId: 'ada' });
    const recorder = await subscribed(client, names);
    for (const channel of names) await client.publish({ channel, message: { to: channel } });
    await until(() => recorder.messages.length === names.length);
    expect(recorder.messages.map(({ channel }) => channel)).toEqual(names);
    const { channels } = await client.fetchMessages({ channels: names });
    expect(Object.keys(channels).toSorted()).toEqual(names.toSorted());
    expect((await client.hereNow({ channels: names })).totalOccupancy).toBe(names.length);
  });

  it('accepts a message by POST, compressed or not', async () => {
    const client = service.client({ userId: 'ada' });
    const recorder = await subscribed(client, ['posted']);
    await client.publish({ channel: 'posted', message: { n: 1 }, sendByPost: true });
    const path = `/publish/${keys.publishKey}/${keys.subscribeKey}/0/posted/0`;
    const post = (body: BodyInit, headers: Record<string, string>) =>
      fetch(`${service.url}${path}?uuid=ada`, { method: 'POST', body, headers });
    await post(deflateSync('{"n":2}'), { 'content-encoding': 'deflate' });
    // Browsers without compression also send the header.
    const plain = await post('{"n":3}', { 'content-encoding': 'deflate' });
    expect(plain.status).toBe(200);
    await post(gzipSync('{"n":4}'), { 'content-encoding': 'gzip' });
    await until(() => recorder.messages.length === 4);
    expect(recorder.messages.map(({ message }) => message)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
  });

  it.each([['0'], ['null'], ['']])('accepts and stores a message with the time to live %j', async (ttl) => {
    const channel = `lasting-${ttl}`;
    const path = `/publish/${keys.publishKey}/${keys.subscribeKey}/0/${channel}/0/1`;
    expect(await service.get(path, { ttl })).toMatchObject({
      status: 200,
      body: [1, 'Sent', expect.anything()],
    });
    const { channels } = await service.client().fetchMessages({ channels: [channel] });
    expect(channels[channel]).toHaveLength(1);
  });

  it('delivers signals without storing them', async () => {
    const client = service.client({ userId: 'ada' });
    const recorder = await subscribed(client, ['typing']);
    await client.signal({ channel: 'typing', message: 'typing_on' });
    await until(() => recorder.signals.length === 1);
    expect(recorder.signals[0]).toMatchObject({ channel: 'typing', message: 'typing_on', publisher: 'ada' });
    expect((await client.fetchMessages({ channels: ['typing'] })).channels).toEqual({});
  });

  it('delivers a signal’s custom type', async () => {
    const client = service.client({ userId: 'ada' });
    const recorder = await subscribed(client, ['typed']);
    await client.signal({ channel: 'typed', message: 'x', customMessageType: 'typing_on' });
    await until(() => recorder.signals.length === 1);
    expect(recorder.signals[0]).toMatchObject({ message: 'x', customMessageType: 'typing_on' });
  });

  it('delivers and stores messages with replication off and a time to live', async () => {
    const client = service.client({ userId: 'ada' });
    const recorder = await subscribed(client, ['near']);
    await client.publish({ channel: 'near', message: 'one', replicate: false, ttl: 1 });
    await until(() => recorder.messages.length === 1);
    expect((await client.fetchMessages({ channels: ['near'] })).channels.near).toHaveLength(1);
  });

  it('delivers messages without storing them, and does not deliver fired messages', async () => {
    const client = service.client();
    const recorder = await subscribed(client, ['passing']);
    await client.fire({ channel: 'passing', message: 'fired' });
    await client.publish({ channel: 'passing', message: 'seen', storeInHistory: false });
    await until(() => recorder.messages.length > 0);
    expect(recorder.messages.map(({ message }) => message)).toEqual(['seen']);
    expect((await client.fetchMessages({ channels: ['passing'] })).channels).toEqual({});
  });

  it('issues strictly increasing timetokens in the order of delivery', async () => {
    const client = service.client();
    const recorder = await subscribed(client, ['many']);
    const sent = await Promise.all(
      Array.from({ length: 250 }, (_, n) => client.publish({ channel: 'many', message: { n } })),
    );
    await until(() => recorder.messages.length === 250);
    const received = recorder.messages.map(({ timetoken }) => timetoken);
    expect(new Set(received).size).toBe(250);
    expect(received).toEqual(received.toSorted());
    expect(received).toEqual(sent.map(({ timetoken }) => timetoken).toSorted());
  });

  it.each([
    ['an unknown publish key', '/publish/unknown/sub-c-test/0/c/0/1', 400, [0, 'Invalid Key']],
    ['meta that is not JSON', '/publish/pub-c-test/sub-c-test/0/c/0/1?meta=%7B', 400, [0, 'Invalid JSON']],
    ['an invalid time to live', '/publish/pub-c-test/sub-c-test/0/c/0/1?ttl=-1', 400, [0, 'Invalid ttl']],
    [
      'an invalid type',
      '/publish/pub-c-test/sub-c-test/0/c/0/1?custom_message_type=a',
      400,
      [0, 'Invalid custom_message_type'],
    ],
    ['broken JSON', '/publish/pub-c-test/sub-c-test/0/c/0/%7B', 400, [0, 'Invalid JSON']],
    ['a wildcard', '/publish/pub-c-test/sub-c-test/0/a.*/0/1', 400, [0, 'Wildcard maximum depth exceeded']],
    ['a name with a comma', '/publish/pub-c-test/sub-c-test/0/a,b/0/1', 400, [0, 'Invalid Channel Name']],
    [
      'a name that is too long',
      `/publish/pub-c-test/sub-c-test/0/${'a'.repeat(93)}/0/1`,
      400,
      [0, 'Invalid Channel Name'],
    ],
    ['a presence channel', '/publish/pub-c-test/sub-c-test/0/a-pnpres/0/1', 400, [0, 'Invalid Channel Name']],
    [
      'a long signal',
      `/signal/pub-c-test/sub-c-test/0/c/0/%22${'a'.repeat(64)}%22`,
      400,
      [0, 'Signal size too large'],
    ],
    [
      'a message over 32 KiB',
      `/publish/pub-c-test/sub-c-test/0/c/0/%22${'a'.repeat(32_767)}%22`,
      413,
      [0, 'Request Entity Too Large'],
    ],
  ])('rejects %s', async (_, path, status, body) => {
    const reply = await service.get(path);
    expect({ status: reply.status, body: (reply.body as unknown[]).slice(0, 2) }).toEqual({ status, body });
    expect(reply.headers.get('content-type')).toContain('text/javascript');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });

  it("rejects an unknown subscribe key with PubNub's error message", async () => {
    const reply = await service.get('/v2/subscribe/unknown/c/0');
    expect(reply).toMatchObject({
      status: 400,
      body: { message: 'Invalid Subscribe Key', error: true, service: 'Access Manager', status: 400 },
    });
  });
});
