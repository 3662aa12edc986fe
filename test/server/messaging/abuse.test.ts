import { connect } from 'node:net';
import { deflateSync } from 'node:zlib';
import type PubNub from 'pubnub';
import { keys, startService, type TestService } from './service.ts';

/** All tests in this file share one database, because creating one takes a long time. */
let service: TestService;
beforeAll(async () => {
  service = await startService({ access: 'on', pollTimeoutMs: 300 });
});
afterAll(() => service.close());

describe('invalid input', () => {
  afterEach(() => expect(service.errors).toEqual([]));

  /** Sends raw bytes and returns the response. */
  const sendRaw = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(service.port, '127.0.0.1', () => socket.write(bytes));
      let response = '';
      socket.setEncoding('utf8').on('data', (text: string) => (response += text));
      socket.on('close', () => resolve(response)).on('error', reject);
    });

  it.each([
    ['malformed percent-encoding in the path', '/v2/subscribe/sub-c-test/%E0%A4%A/0', 400],
    ['malformed percent-encoding in the query', '/time/0?uuid=%', 400],
    ['an unknown path', '/nothing/here', 404],
    ['the empty path', '/', 404],
    ['a path of slashes', '//////////////////', 404],
    ['a property name of JavaScript objects', '/v2/presence/sub-key/sub-c-test/channel/__proto__', 403],
    ['a path to a file', '/../../etc/passwd', 404],
    ['NUL in a channel', '/v3/history/sub-key/sub-c-test/channel/a%00b', 400],
    ['a lone surrogate in a user id', '/v2/presence/sub-key/sub-c-test/uuid/%ED%A0%80', 400],
    ['a forged signature', '/v2/auth/grant/sub-key/sub-c-test?signature=v2.x&timestamp=1', 403],
    ['a signature of another length', '/time/0?signature=', 200],
    ['10,000 parameters', `/time/0?${'a=1&'.repeat(10_000)}`, 200],
  ])('gets a readable response: %s', async (_, path, status) => {
    const response = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(response).toContain(`HTTP/1.1 ${status} `);
    expect(response.toLowerCase()).toContain('access-control-allow-origin: *');
    expect(response.toLowerCase()).toMatch(/content-type: (?:text\/javascript|application\/json)/);
  });

  it('gets a 414 for a URL that is too long', async () => {
    const response = await sendRaw(`GET /${'a'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(response).toContain('HTTP/1.1 414 ');
    expect(response).toContain('"status":414');
  });

  it('gets a 400 for bytes that are not HTTP', async () => {
    expect(await sendRaw('HELLO\r\n\r\n')).toContain('HTTP/1.1 400 ');
  });

  it('accepts a percent-encoded message of 32 KiB in a URL', async () => {
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

  describe('invalid bodies', () => {
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

    it('gets a 413 for a body that is too large, compressed or not, and serves the next request', async () => {
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

describe('limits', () => {
  it('rejects too many requests from one address', async () => {
    const limited = await startService({ rateLimit: 20 }, service);
    const replies = await Promise.all(Array.from({ length: 60 }, () => limited.get('/time/0')));
    const rejected = replies.filter(({ status }) => status === 429);
    expect(rejected.length).toBeGreaterThan(20);
    expect(rejected[0]).toMatchObject({ body: { status: 429, error: true, message: 'Too Many Requests' } });
    expect(rejected[0]?.headers.get('retry-after')).toBe('1');
    await limited.close();
  });

  it('counts requests by the client address from a trusted proxy, which clients cannot forge', async () => {
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
    expect(await from(() => 'not-an-address')).toContain(429);
    await limited.close();
  });

  describe('of authenticated requests', () => {
    const path = `/v3/history/sub-key/${keys.subscribeKey}/channel/c`;
    const statuses = async (on: TestService, count: number, query: (n: number) => Record<string, string>) => {
      const replies = await Promise.all(Array.from({ length: count }, (_, n) => on.get(path, query(n))));
      return replies.map(({ status }) => status);
    };
    const tokenOf = (userId: string) =>
      service.owner().grantToken({
        ttl: 5,
        authorized_uuid: userId,
        resources: { channels: { c: { read: true } } },
      });

    it('rejects too many requests with invalid tokens from one address', async () => {
      const limited = await startService({ access: 'on', rateLimit: 20, personRateLimit: 30 }, service);
      const answers = await statuses(limited, 80, (n) => ({ auth: `guess-${n}` }));
      expect(answers.filter((status) => status === 429).length).toBeGreaterThan(40);
      expect(new Set(answers)).toEqual(new Set([403, 429]));
      await limited.close();
    });

    it('limits people, not the address that they share', async () => {
      const limited = await startService({ access: 'on', rateLimit: 30, personRateLimit: 30 }, service);
      const people = await Promise.all(['ada', 'ben', 'carl'].map(tokenOf));
      for (const auth of people)
        expect(new Set(await statuses(limited, 20, () => ({ auth })))).toEqual(new Set([200]));
      const [ada = ''] = people;
      const second = await tokenOf('ada'); // another token of the same person
      const answers = [
        ...(await statuses(limited, 25, () => ({ auth: ada }))),
        ...(await statuses(limited, 25, () => ({ auth: second }))),
      ];
      expect(answers).toContain(429);
      expect((await limited.get(path, { auth: people[1] ?? '' })).status).toBe(200);
      await limited.close();
    });

    it('does not limit the holder of the secret key', async () => {
      const limited = await startService({ access: 'on', rateLimit: 20, personRateLimit: 20 }, service);
      const owner = limited.owner();
      for (let n = 0; n < 50; n++) await owner.publish({ channel: 'c', message: n + 1 });
      await limited.close();
    });
  });

  it('limits only the messages that a person stores in channels without another member', async () => {
    let time = Date.now();
    const limited = await startService({ access: 'on', unsharedLimit: 2, now: () => time }, service);
    const rights = { read: true, write: true, join: true };
    const channels = Object.fromEntries(['alone', 'alone-too', 'pair'].map((name) => [name, rights]));
    const auth = await limited
      .owner()
      .grantToken({ ttl: 60, authorized_uuid: 'ada', resources: { channels } });
    const ada = limited.client({ userId: 'ada', authKey: auth });
    await ada.objects.setMemberships({ channels: ['alone', 'pair'] });
    const statusOf = (answer: Promise<unknown>) =>
      answer.then(
        () => 200,
        (error: PubNub.PubNubError) => error.status?.statusCode,
      );
    const write = (channel: string) => statusOf(ada.publish({ channel, message: 'x' }));
    const action = { type: 'reaction', value: 'x' };

    expect([await write('alone'), await write('alone-too'), await write('alone')]).toEqual([200, 200, 429]);
    expect(await statusOf(ada.addMessageAction({ channel: 'alone', messageTimetoken: '17', action }))).toBe(
      429,
    );
    expect(await statusOf(ada.signal({ channel: 'alone', message: 'x' }))).toBe(200);
    await limited.owner().objects.setChannelMembers({ channel: 'pair', uuids: ['ada', 'ben'] });
    expect(await write('pair')).toBe(429); // above the limit, no channel is looked up
    time += 30_000;
    expect([await write('pair'), await write('alone'), await write('alone')]).toEqual([200, 200, 429]);
    for (let n = 0; n < 5; n++) await limited.owner('ada').publish({ channel: 'alone', message: n + 1 });
    await limited.close();
  });

  it('rejects too many open polls from one address until one of them ends', async () => {
    const limited = await startService({ maxPollsPerAddress: 3, pollTimeoutMs: 400 }, service);
    const { t } = (await limited.get(`/v2/subscribe/${keys.subscribeKey}/c/0`)).body as { t: { t: string } };
    const poll = () => limited.get(`/v2/subscribe/${keys.subscribeKey}/c/0`, { tt: t.t });
    const replies = await Promise.all([poll(), poll(), poll(), poll()]);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await poll()).status).toBe(200);
    await limited.close();
  });
});

describe('browsers', () => {
  it('may send requests from any origin, with the methods and headers of the SDK', async () => {
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
  it('serves health and metrics without names, texts or keys', async () => {
    const open = await startService(
      { trustedProxies: ['loopback'], metricsToken: 'token-of-metrics' },
      service,
    );
    await open.client({ userId: 'ada' }).publish({ channel: 'secret-channel', message: 'secret text' });
    expect(await open.get('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const text = await (await fetch(`${open.url}/metrics`)).text();
    expect(text).toMatch(/^messaging_messages_total 1$/m);
    expect(text).toMatch(/^messaging_commit_seconds_count 1$/m);
    expect(text).toMatch(/^messaging_open_polls 0$/m);
    expect(text).not.toMatch(/secret|ada|sub-c/);
    const statusFor = async (headers: Record<string, string>) =>
      (await fetch(`${open.url}/metrics`, { headers: { 'x-forwarded-for': '10.0.0.9', ...headers } })).status;
    expect(await statusFor({})).toBe(404);
    expect(await statusFor({ authorization: 'Bearer another' })).toBe(404);
    expect(await statusFor({ authorization: 'Bearer token-of-metrics' })).toBe(200);
    await open.close();
  });

  it('stops quickly and ends open polls with a response', async () => {
    const open = await startService({}, service);
    const { t } = (await open.get(`/v2/subscribe/${keys.subscribeKey}/c/0`)).body as { t: { t: string } };
    const polling = open.get(`/v2/subscribe/${keys.subscribeKey}/c/0`, { tt: t.t });
    await new Promise((resolve) => setTimeout(resolve, 100)); // waits until the poll is open
    const startedAt = performance.now();
    await open.close();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(await polling).toMatchObject({ status: 200, body: { m: [] } });
  });
});
