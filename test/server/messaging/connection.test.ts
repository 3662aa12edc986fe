import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { keys, startService, type TestService, until } from './service.ts';

/** Tests the bytes of one connection, because most requests do not use Node's HTTP server. */
describe('a connection', () => {
  let service: TestService;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    service = await startService({ pollTimeoutMs: 300 });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    expect(service.errors).toEqual([]);
  });
  afterAll(() => service.close());

  const open = () => {
    const socket = connect(service.port, '127.0.0.1');
    sockets.push(socket);
    const connection = {
      socket,
      received: '',
      isClosed: false,
      write: (bytes: string) => void socket.write(bytes, 'latin1'),
    };
    socket.setEncoding('latin1').on('data', (text: string) => {
      connection.received += text;
    });
    socket
      .on('error', () => {})
      .on('close', () => {
        connection.isClosed = true;
      });
    return connection;
  };
  const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`;
  const statusLines = ({ received }: { received: string }) => received.match(/HTTP\/1\.1 \d+/g) ?? [];
  const bodies = ({ received }: { received: string }) =>
    received
      .split(/HTTP\/1\.1 \d+[\s\S]*?\r\n\r\n/)
      .slice(1)
      .map((body) => JSON.parse(body) as unknown);
  const publish = (channel: string, message: string) =>
    `/publish/${keys.publishKey}/${keys.subscribeKey}/0/${channel}/0/${encodeURIComponent(JSON.stringify(message))}`;
  const cursor = async (channel: string) => {
    const { body } = await service.get(`/v2/subscribe/${keys.subscribeKey}/${channel}/0`);
    return (body as { t: { t: string } }).t.t;
  };

  it('serves several requests one after another', async () => {
    const connection = open();
    for (let n = 1; n <= 3; n++) {
      connection.write(get('/time/0', `X-Number: ${n}\r\n`));
      await until(() => bodies(connection).length === n);
    }
    expect(bodies(connection)).toEqual(Array(3).fill([expect.any(Number)]));
    expect(connection.isClosed).toBe(false);
  });

  it('responds to pipelined requests in order, once each', async () => {
    const connection = open();
    const messages = Array.from({ length: 50 }, (_, n) => `m${n}`);
    connection.write(messages.map((message) => get(publish('packet', message))).join(''));
    await until(() => statusLines(connection).length === 50);
    const timetokens = bodies(connection).map((body) => (body as [1, string, string])[2]);
    expect(timetokens).toEqual(timetokens.toSorted());
    const history = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/packet`);
    const { channels } = history.body as { channels: Record<string, { message: string }[]> };
    expect(channels.packet?.map(({ message }) => message)).toEqual(messages);
  });

  it('serves requests that follow an open poll when the poll has ended', async () => {
    const tt = await cursor('behind');
    const connection = open();
    connection.write(get(`/v2/subscribe/${keys.subscribeKey}/behind/0?tt=${tt}`));
    connection.write(get('/time/0'));
    connection.write(get(publish('elsewhere', 'x')));
    await until(() => statusLines(connection).length === 3);
    expect(bodies(connection)).toEqual([
      { t: expect.anything(), m: [] },
      [expect.any(Number)],
      [1, 'Sent', expect.any(String)],
    ]);
  });

  it.each([1, 7, 40])('reads requests that arrive in pieces of %i bytes', async (size) => {
    const connection = open();
    connection.socket.setNoDelay(true);
    const bytes = get('/time/0') + get(publish(`pieces-${size}`, 'ä'), 'X-More: yes\r\n');
    for (let at = 0; at < bytes.length; at += size) {
      connection.write(bytes.slice(at, at + size));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => statusLines(connection).length === 2);
    connection.write(get('/time/0'));
    await until(() => statusLines(connection).length === 3);
    expect(statusLines(connection)).toEqual(Array(3).fill('HTTP/1.1 200'));
  });

  it('accepts a request with a body between requests without one', async () => {
    const connection = open();
    connection.write(get('/time/0'));
    await until(() => statusLines(connection).length === 1);
    const path = `/publish/${keys.publishKey}/${keys.subscribeKey}/0/body/0`;
    connection.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"abc"${get('/time/0')}`);
    await until(() => statusLines(connection).length === 3);
    connection.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n"d"\r\n0\r\n\r\n`,
    );
    await until(() => statusLines(connection).length === 4);
    expect(statusLines(connection)).toEqual(Array(4).fill('HTTP/1.1 200'));
    const { body } = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/body`);
    expect(body).toMatchObject({ channels: { body: [{ message: 'abc' }, { message: 'd' }] } });
  });

  it.each([
    ['no host', 'GET /time/0 HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /time/0 HTTP/1.1\r\nHost: a\r\nHost: b\r\nX Y: z\r\n\r\n'],
    ['a space before the colon', 'GET /time/0 HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['a control character in a field', 'GET /time/0 HTTP/1.1\r\nHost: a\r\nX: \x01\r\n\r\n'],
    ['a bare connection feed', 'GET /time/0 HTTP/1.1\r\nHost: a\r\nX: a\nY: b\r\n\r\n'],
    ['an unknown HTTP version', 'GET /time/0 HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['two lengths', 'GET /time/0 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
    [
      'a length and chunks',
      'GET /time/0 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('is rejected and closed: %s', async (_, bytes) => {
    const connection = open();
    connection.write(get('/time/0'));
    await until(() => statusLines(connection).length === 1);
    connection.write(bytes);
    await until(() => connection.isClosed);
    expect(statusLines(connection)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('does not read the body of a GET as the next request', async () => {
    const connection = open();
    const hidden = get(publish('smuggled', 'x'));
    connection.write(get('/time/0', `Content-Length: ${hidden.length}\r\n`) + hidden + get('/time/0'));
    await until(() => statusLines(connection).length === 2);
    const { body } = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/smuggled`);
    expect(body).toMatchObject({ channels: {} });
  });

  it('is closed after the response if the client requests it', async () => {
    const connection = open();
    connection.write(get('/time/0', 'Connection: close\r\n'));
    await until(() => connection.isClosed);
    expect(statusLines(connection)).toEqual(['HTTP/1.1 200']);
    expect(connection.received).toMatch(/\r\nConnection: close\r\n/);
  });

  it('supports HTTP/1.0', async () => {
    const connection = open();
    connection.write('GET /time/0 HTTP/1.0\r\n\r\n');
    await until(() => connection.isClosed);
    expect(statusLines(connection)).toEqual(['HTTP/1.1 200']);
  });

  it('gets a length, a date and a type with each response, and non-ASCII characters unchanged', async () => {
    const tt = await cursor('text');
    await service.get(publish('text', 'ä 💬'));
    const response = await fetch(`${service.url}/v2/subscribe/${keys.subscribeKey}/text/0?tt=${tt}`);
    const body = await response.text();
    expect(body).toContain('ä 💬');
    expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(body));
    expect(Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now())).toBeLessThan(5_000);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset="UTF-8"');
  });

  it('ends its open poll when the client disconnects', async () => {
    const polls = async () =>
      Number(/^messaging_open_polls (\d+)$/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1]);
    const patient = await startService({ pollTimeoutMs: 60_000 }, service);
    const count = async () =>
      Number(/^messaging_open_polls (\d+)$/m.exec(await (await fetch(`${patient.url}/metrics`)).text())?.[1]);
    expect(await polls()).toBe(0);
    const tt = await cursor('gone');
    const socket = connect(patient.port, '127.0.0.1');
    socket.write(get(`/v2/subscribe/${keys.subscribeKey}/gone/0?tt=${tt}`));
    await until(async () => (await count()) === 1);
    socket.destroy();
    await until(async () => (await count()) === 0);
    await patient.close();
  });

  it('is not read further while the client does not read its responses', async () => {
    const connection = open();
    connection.socket.pause();
    const large = 'x'.repeat(20_000);
    for (let n = 0; n < 50; n++)
      await service.send(
        'POST',
        `/publish/${keys.publishKey}/${keys.subscribeKey}/0/large/0`,
        JSON.stringify(large),
      );
    const request = get(`/v3/history/sub-key/${keys.subscribeKey}/channel/large?max=100`);
    const responseCount = async () =>
      Number(
        /^messaging_requests_total\{route="GET \/v3\/history[^}]*status="200"\} (\d+)$/m.exec(
          await (await fetch(`${service.url}/metrics`)).text(),
        )?.[1] ?? 0,
      );
    const before = await responseCount();
    connection.write(request.repeat(200)); // 200 MB of responses in total
    let last = -1;
    await until(async () => {
      await sleep(200);
      const seen = last;
      last = await responseCount();
      return last === seen;
    }, 10_000);
    expect(last - before).toBeGreaterThan(0);
    expect(last - before).toBeLessThan(50);
    connection.socket.resume();
    await until(() => statusLines(connection).length > 5, 10_000);
  });
});
