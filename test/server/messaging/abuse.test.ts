import { connect } from 'node:net';
import { deflateSync } from 'node:zlib';
import { keys, startService, type TestService } from './service.ts';

/** Its database is everybody's here: to open one takes longer than all that is tried on it. */
let service: TestService;
beforeAll(async () => {
  service = await startService({ access: 'on', holdMs: 300 });
});
afterAll(() => service.close());

describe('bad input', () => {
  afterEach(() => expect(service.errors).toEqual([]));

  /** What comes back to bytes that no client would send. */
  const raw = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(service.port, '127.0.0.1', () => socket.write(bytes));
      let answer = '';
      socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
      socket.on('close', () => resolve(answer)).on('error', reject);
    });

  it.each([
    ['malformed percent-encoding in the path', '/v2/subscribe/sub-c-test/%E0%A4%A/0', 400],
    ['malformed percent-encoding in the query', '/time/0?uuid=%', 400],
    ['an unknown path', '/nothing/here', 404],
    ['the empty path', '/', 404],
    ['a path of slashes', '//////////////////', 404],
    ['names of objects of the language', '/v2/presence/sub-key/sub-c-test/channel/__proto__', 403],
    ['a path to a file', '/../../etc/passwd', 404],
    ['NUL in a channel', '/v3/history/sub-key/sub-c-test/channel/a%00b', 400],
    ['half a character in a user id', '/v2/presence/sub-key/sub-c-test/uuid/%ED%A0%80', 400],
    ['a forged signature', '/v2/auth/grant/sub-key/sub-c-test?signature=v2.x&timestamp=1', 403],
    ['a signature of another length', '/time/0?signature=', 200],
    ['ten thousand parameters', `/time/0?${'a=1&'.repeat(10_000)}`, 200],
  ])('is answered: %s', async (_, path, status) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer.toLowerCase()).toContain('access-control-allow-origin: *');
    expect(answer.toLowerCase()).toMatch(/content-type: (?:text\/javascript|application\/json)/);
  });

  it('an address that is too long gets 414', async () => {
    const answer = await raw(`GET /${'a'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answer).toContain('HTTP/1.1 414 ');
    expect(answer).toContain('"status":414');
  });

  it('no HTTP at all gets 400', async () => {
    expect(await raw('HELLO\r\n\r\n')).toContain('HTTP/1.1 400 ');
  });

  it('a message of 32 KiB fits into an address, percent-encoded', async () => {
    const message = encodeURIComponent(JSON.stringify('ä'.repeat(16_000)));
    const open = await startService({}, service);
    const reply = await open.get(`/publish/${keys.publishKey}/${keys.subscribeKey}/0/wide/0/${message}`);
    expect(reply.body).toEqual([1, 'Sent', expect.any(String)]);
    await open.close();
  });

  const members = `/v2/objects/${keys.subscribeKey}/channels/c/uuids`;
  const actions = `/v1/message-actions/${keys.subscribeKey}/channel/c/message/1`;
  const publish = `/publish/${keys.publishKey}/${keys.subscribeKey}/0/c/0`;
  const grant = `/v3/pam/${keys.subscribeKey}/grant`;

  describe('in bodies', () => {
    let open: TestService;
    beforeAll(async () => {
      open = await startService({}, service);
    });
    afterAll(() => open.close());

    it.each([
      ['PATCH', members, '', 400],
      ['PATCH', members, 'null', 400],
      ['PATCH', members, '[[[[', 400],
      ['PATCH', members, '{"set":{}}', 400],
      ['PATCH', members, '{"set":[null]}', 400],
      ['PATCH', members, '{"set":[{"uuid":{"id":""}}]}', 400],
      ['PATCH', members, '{"set":[{"uuid":{"id":7}}]}', 400],
      ['PATCH', members, '{"set":[{"uuid":{"id":"a"},"custom":[]}]}', 400],
      ['PATCH', members, '{"set":[{"uuid":{"id":"a"},"custom":{"a":"\\u0000"}}]}', 400],
      [
        'PATCH',
        members,
        `{"set":[${Array.from({ length: 101 }, (_, n) => `{"uuid":{"id":"u${n}"}}`).join(',')}]}`,
        400,
      ],
      ['PATCH', members, '{"__proto__":{"set":[]},"set":[],"delete":[]}', 200],
      ['POST', actions, '{"type":"x","value":"\\ud800"}', 400],
      ['POST', actions, '7', 400],
      ['POST', publish, '', 400],
      ['POST', publish, '{"a":', 400],
      ['POST', grant, '{}', 403],
      ['POST', members, '{}', 404],
      ['DELETE', '/time/0', undefined, 404],
    ])('%s %s %s gets %i… %i', async (method, path, body, status) => {
      const reply = await open.send(method, path, body, { uuid: 'ada' });
      expect(reply.status).toBe(status);
      expect(open.errors).toEqual([]);
    });

    it('too much of them is refused, packed or not, and the next request is served', async () => {
      const large = 'x'.repeat(300_000);
      const post = (body: BodyInit, headers: Record<string, string> = {}) =>
        fetch(open.url + publish, { method: 'POST', body, headers });
      expect((await post(large)).status).toBe(413);
      const bomb = deflateSync(Buffer.alloc(50_000_000));
      expect(bomb.length).toBeLessThan(100_000);
      expect((await post(bomb, { 'content-encoding': 'deflate' })).status).toBe(413);
      expect((await open.get('/time/0')).status).toBe(200);
    });
  });
});

describe('too much', () => {
  it('of requests from one address is slowed down', async () => {
    const limited = await startService({ rateLimit: 20 }, service);
    const replies = await Promise.all(Array.from({ length: 60 }, () => limited.get('/time/0')));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused[0]).toMatchObject({ body: { status: 429, error: true, message: 'Too Many Requests' } });
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    await limited.close();
  });

  it('is counted by whom a trusted proxy asks for, and nobody can invent another name there', async () => {
    const limited = await startService({ rateLimit: 20, trustedProxies: ['loopback'] }, service);
    const from = (forwardedFor: (n: number) => string) =>
      Promise.all(
        Array.from({ length: 60 }, async (_, n) => {
          const { status } = await fetch(`${limited.url}/time/0`, {
            headers: { 'x-forwarded-for': forwardedFor(n) },
          });
          return status;
        }),
      );
    expect(new Set(await from((n) => `203.0.113.${n}`))).toEqual(new Set([200]));
    expect(await from((n) => `203.0.113.${n}, 198.51.100.7`)).toContain(429);
    expect(await from(() => 'nobody')).toContain(429);
    await limited.close();
  });

  it('of open polls from one address is refused, and those that end make room', async () => {
    const limited = await startService({ maxPollsPerAddress: 3, holdMs: 400 }, service);
    const { t } = (await limited.get(`/v2/subscribe/${keys.subscribeKey}/c/0`)).body as { t: { t: string } };
    const poll = () => limited.get(`/v2/subscribe/${keys.subscribeKey}/c/0`, { tt: t.t });
    const replies = await Promise.all([poll(), poll(), poll(), poll()]);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await poll()).status).toBe(200);
    await limited.close();
  });
});

describe('browsers', () => {
  it('may call from everywhere, with the methods and headers that the SDK uses', async () => {
    const open = await startService({}, service);
    const response = await fetch(`${open.url}/publish/a/b/0/c/0`, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toMatch(/GET, POST, PATCH, DELETE/);
    expect(response.headers.get('access-control-allow-headers')).toMatch(
      /content-type, content-encoding, if-match/,
    );
    await open.close();
  });
});

describe('operations', () => {
  it('show health and figures without a name, a text or a key in them', async () => {
    const open = await startService({}, service);
    await open.client({ userId: 'ada' }).publish({ channel: 'secret-channel', message: 'secret text' });
    expect(await open.get('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const text = await (await fetch(`${open.url}/metrics`)).text();
    expect(text).toMatch(/^messaging_messages_total 1$/m);
    expect(text).toMatch(/^messaging_commit_seconds_count 1$/m);
    expect(text).toMatch(/^messaging_open_polls 0$/m);
    expect(text).not.toMatch(/secret|ada|sub-c/);
    await open.close();
  });

  it('stop quickly, answering the polls that are open', async () => {
    const open = await startService({}, service);
    const { t } = (await open.get(`/v2/subscribe/${keys.subscribeKey}/c/0`)).body as { t: { t: string } };
    const polling = open.get(`/v2/subscribe/${keys.subscribeKey}/c/0`, { tt: t.t });
    await new Promise((resolve) => setTimeout(resolve, 100)); // so that it is open
    const began = performance.now();
    await open.close();
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await polling).toMatchObject({ status: 200, body: { m: [] } });
  });
});
