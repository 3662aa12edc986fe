import { deflateSync, gzipSync } from 'node:zlib';
import { keys, startService, subscribed, type TestService, until } from './service.ts';

describe('publish and subscribe', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('tells the time in 17 digits', async () => {
    const { timetoken } = await service.client().time();
    expect(String(timetoken)).toMatch(/^1\d{16}$/);
  });

  it('delivers a message to every subscriber, with who sent it, meta and type', async () => {
    const [ada, ben] = [service.client({ userId: 'ada' }), service.client({ userId: 'ben' })];
    const ear = await subscribed(ben, ['room-1', 'room-2']);
    const { timetoken } = await ada.publish({
      channel: 'room-2',
      message: { text: 'Hello, Ben! ä 💬' },
      meta: { id: 'm1' },
      customMessageType: 'greeting',
    });
    await until(() => ear.messages.length === 1);
    expect(ear.messages[0]).toMatchObject({
      channel: 'room-2',
      publisher: 'ada',
      timetoken,
      message: { text: 'Hello, Ben! ä 💬' },
      userMetadata: { id: 'm1' },
      customMessageType: 'greeting',
    });
  });

  it('finds channels whose names have to be escaped', async () => {
    const names = ['ä ö', "it's!", '50%', 'q?x=1&y', 'a+b', '#1', '日本'];
    const client = service.client({ userId: 'ada' });
    const ear = await subscribed(client, names);
    for (const channel of names) await client.publish({ channel, message: { to: channel } });
    await until(() => ear.messages.length === names.length);
    expect(ear.messages.map(({ channel }) => channel)).toEqual(names);
    const { channels } = await client.fetchMessages({ channels: names });
    expect(Object.keys(channels).toSorted()).toEqual(names.toSorted());
    expect((await client.hereNow({ channels: names })).totalOccupancy).toBe(names.length);
  });

  it('takes a message by POST, packed or plain', async () => {
    const client = service.client({ userId: 'ada' });
    const ear = await subscribed(client, ['posted']);
    await client.publish({ channel: 'posted', message: { n: 1 }, sendByPost: true });
    const path = `/publish/${keys.publishKey}/${keys.subscribeKey}/0/posted/0`;
    const post = (body: BodyInit, headers: Record<string, string>) =>
      fetch(`${service.url}${path}?uuid=ada`, { method: 'POST', body, headers });
    await post(deflateSync('{"n":2}'), { 'content-encoding': 'deflate' });
    // Browsers that cannot compress send the header all the same.
    const plain = await post('{"n":3}', { 'content-encoding': 'deflate' });
    expect(plain.status).toBe(200);
    await post(gzipSync('{"n":4}'), { 'content-encoding': 'gzip' });
    await until(() => ear.messages.length === 4);
    expect(ear.messages.map(({ message }) => message)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
  });

  it('delivers signals, and keeps them out of history', async () => {
    const client = service.client({ userId: 'ada' });
    const ear = await subscribed(client, ['typing']);
    await client.signal({ channel: 'typing', message: 'typing_on' });
    await until(() => ear.signals.length === 1);
    expect(ear.signals[0]).toMatchObject({ channel: 'typing', message: 'typing_on', publisher: 'ada' });
    expect((await client.fetchMessages({ channels: ['typing'] })).channels).toEqual({});
  });

  it('delivers the type of a signal, which has neither meta nor a place in history', async () => {
    const client = service.client({ userId: 'ada' });
    const ear = await subscribed(client, ['typed']);
    await client.signal({ channel: 'typed', message: 'x', customMessageType: 'typing_on' });
    await until(() => ear.signals.length === 1);
    expect(ear.signals[0]).toMatchObject({ message: 'x', customMessageType: 'typing_on' });
  });

  it('delivers to others what is neither copied nor kept elsewhere, and keeps it', async () => {
    const client = service.client({ userId: 'ada' });
    const ear = await subscribed(client, ['near']);
    await client.publish({ channel: 'near', message: 'one', replicate: false, ttl: 1 });
    await until(() => ear.messages.length === 1);
    expect((await client.fetchMessages({ channels: ['near'] })).channels.near).toHaveLength(1);
  });

  it('delivers what is not to be stored, and fires without delivery', async () => {
    const client = service.client();
    const ear = await subscribed(client, ['passing']);
    await client.fire({ channel: 'passing', message: 'fired' });
    await client.publish({ channel: 'passing', message: 'seen', storeInHistory: false });
    await until(() => ear.messages.length > 0);
    expect(ear.messages.map(({ message }) => message)).toEqual(['seen']);
    expect((await client.fetchMessages({ channels: ['passing'] })).channels).toEqual({});
  });

  it('gives strictly rising timetokens, in the order of delivery', async () => {
    const client = service.client();
    const ear = await subscribed(client, ['many']);
    const sent = await Promise.all(
      Array.from({ length: 250 }, (_, n) => client.publish({ channel: 'many', message: { n } })),
    );
    await until(() => ear.messages.length === 250);
    const heard = ear.messages.map(({ timetoken }) => timetoken);
    expect(new Set(heard).size).toBe(250);
    expect(heard).toEqual(heard.toSorted());
    expect(heard).toEqual(sent.map(({ timetoken }) => timetoken).toSorted());
  });

  it.each([
    ['an unknown publish key', '/publish/nobody/sub-c-test/0/c/0/1', 400, [0, 'Invalid Key']],
    ['meta that is no JSON', '/publish/pub-c-test/sub-c-test/0/c/0/1?meta=%7B', 400, [0, 'Invalid JSON']],
    ['a time to live that is none', '/publish/pub-c-test/sub-c-test/0/c/0/1?ttl=-1', 400, [0, 'Invalid ttl']],
    [
      'a type that is none',
      '/publish/pub-c-test/sub-c-test/0/c/0/1?custom_message_type=a',
      400,
      [0, 'Invalid custom_message_type'],
    ],
    ['broken JSON', '/publish/pub-c-test/sub-c-test/0/c/0/%7B', 400, [0, 'Invalid JSON']],
    ['a wildcard', '/publish/pub-c-test/sub-c-test/0/a.*/0/1', 400, [0, 'Wildcard maximum depth exceeded']],
    ['a name with a comma', '/publish/pub-c-test/sub-c-test/0/a,b/0/1', 400, [0, 'Invalid Channel Name']],
    [
      'too long a name',
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
  ])('refuses %s', async (_, path, status, body) => {
    const reply = await service.get(path);
    expect({ status: reply.status, body: (reply.body as unknown[]).slice(0, 2) }).toEqual({ status, body });
    expect(reply.headers.get('content-type')).toContain('text/javascript');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('refuses an unknown subscribe key in the words that clients know', async () => {
    const reply = await service.get('/v2/subscribe/nobody/c/0');
    expect(reply).toMatchObject({
      status: 400,
      body: { message: 'Invalid Subscribe Key', error: true, service: 'Access Manager', status: 400 },
    });
  });
});
