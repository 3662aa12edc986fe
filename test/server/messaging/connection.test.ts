import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { keys, startService, type TestService, until } from './service.ts';

/** What travels on one connection, byte by byte: most requests are read past Node's own server. */
describe('a connection', () => {
  let service: TestService;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    service = await startService({ holdMs: 300 });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    expect(service.errors).toEqual([]);
  });
  afterAll(() => service.close());

  const open = () => {
    const socket = connect(service.port, '127.0.0.1');
    sockets.push(socket);
    const line = {
      socket,
      heard: '',
      isClosed: false,
      write: (bytes: string) => void socket.write(bytes, 'latin1'),
    };
    socket.setEncoding('latin1').on('data', (text: string) => {
      line.heard += text;
    });
    socket
      .on('error', () => {})
      .on('close', () => {
        line.isClosed = true;
      });
    return line;
  };
  const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`;
  const answers = ({ heard }: { heard: string }) => heard.match(/HTTP\/1\.1 \d+/g) ?? [];
  const bodies = ({ heard }: { heard: string }) =>
    heard
      .split(/HTTP\/1\.1 \d+[\s\S]*?\r\n\r\n/)
      .slice(1)
      .map((body) => JSON.parse(body) as unknown);
  const publish = (channel: string, message: string) =>
    `/publish/${keys.publishKey}/${keys.subscribeKey}/0/${channel}/0/${encodeURIComponent(JSON.stringify(message))}`;
  const cursor = async (channel: string) => {
    const { body } = await service.get(`/v2/subscribe/${keys.subscribeKey}/${channel}/0`);
    return (body as { t: { t: string } }).t.t;
  };

  it('carries one request after another', async () => {
    const line = open();
    for (let n = 1; n <= 3; n++) {
      line.write(get('/time/0', `X-Number: ${n}\r\n`));
      await until(() => bodies(line).length === n);
    }
    expect(bodies(line)).toEqual(Array(3).fill([expect.any(Number)]));
    expect(line.isClosed).toBe(false);
  });

  it('answers requests that come in one packet in their order, each once', async () => {
    const line = open();
    const messages = Array.from({ length: 50 }, (_, n) => `m${n}`);
    line.write(messages.map((message) => get(publish('packet', message))).join(''));
    await until(() => answers(line).length === 50);
    const timetokens = bodies(line).map((body) => (body as [1, string, string])[2]);
    expect(timetokens).toEqual(timetokens.toSorted());
    const history = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/packet`);
    const { channels } = history.body as { channels: Record<string, { message: string }[]> };
    expect(channels.packet?.map(({ message }) => message)).toEqual(messages);
  });

  it('keeps what comes behind an open poll until the poll has ended', async () => {
    const tt = await cursor('behind');
    const line = open();
    line.write(get(`/v2/subscribe/${keys.subscribeKey}/behind/0?tt=${tt}`));
    line.write(get('/time/0'));
    line.write(get(publish('elsewhere', 'x')));
    await until(() => answers(line).length === 3);
    expect(bodies(line)).toEqual([
      { t: expect.anything(), m: [] },
      [expect.any(Number)],
      [1, 'Sent', expect.any(String)],
    ]);
  });

  it.each([1, 7, 40])('reads a request that comes in pieces of %i bytes, and the next ones', async (size) => {
    const line = open();
    line.socket.setNoDelay(true);
    const bytes = get('/time/0') + get(publish(`pieces-${size}`, 'ä'), 'X-More: yes\r\n');
    for (let at = 0; at < bytes.length; at += size) {
      line.write(bytes.slice(at, at + size));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => answers(line).length === 2);
    line.write(get('/time/0'));
    await until(() => answers(line).length === 3);
    expect(answers(line)).toEqual(Array(3).fill('HTTP/1.1 200'));
  });

  it('takes a body after requests without one, and further requests after it', async () => {
    const line = open();
    line.write(get('/time/0'));
    await until(() => answers(line).length === 1);
    const path = `/publish/${keys.publishKey}/${keys.subscribeKey}/0/body/0`;
    line.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"abc"${get('/time/0')}`);
    await until(() => answers(line).length === 3);
    line.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n"d"\r\n0\r\n\r\n`);
    await until(() => answers(line).length === 4);
    expect(answers(line)).toEqual(Array(4).fill('HTTP/1.1 200'));
    const { body } = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/body`);
    expect(body).toMatchObject({ channels: { body: [{ message: 'abc' }, { message: 'd' }] } });
  });

  it.each([
    ['no host', 'GET /time/0 HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /time/0 HTTP/1.1\r\nHost: a\r\nHost: b\r\nX Y: z\r\n\r\n'],
    ['a space before the colon', 'GET /time/0 HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['a control character in a field', 'GET /time/0 HTTP/1.1\r\nHost: a\r\nX: \x01\r\n\r\n'],
    ['a bare line feed', 'GET /time/0 HTTP/1.1\r\nHost: a\r\nX: a\nY: b\r\n\r\n'],
    ['a version that there is not', 'GET /time/0 HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['two lengths', 'GET /time/0 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
    [
      'a length and chunks',
      'GET /time/0 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('is refused and closed: %s', async (_, bytes) => {
    const line = open();
    line.write(get('/time/0'));
    await until(() => answers(line).length === 1);
    line.write(bytes);
    await until(() => line.isClosed);
    expect(answers(line)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('treats a body that comes with a GET as a body, never as the next request', async () => {
    const line = open();
    const hidden = get(publish('smuggled', 'x'));
    line.write(get('/time/0', `Content-Length: ${hidden.length}\r\n`) + hidden + get('/time/0'));
    await until(() => answers(line).length === 2);
    const { body } = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/smuggled`);
    expect(body).toMatchObject({ channels: {} });
  });

  it('ends with its answer when the client wants no more', async () => {
    const line = open();
    line.write(get('/time/0', 'Connection: close\r\n'));
    await until(() => line.isClosed);
    expect(answers(line)).toEqual(['HTTP/1.1 200']);
    expect(line.heard).toMatch(/\r\nConnection: close\r\n/);
  });

  it('speaks the older HTTP too', async () => {
    const line = open();
    line.write('GET /time/0 HTTP/1.0\r\n\r\n');
    await until(() => line.isClosed);
    expect(answers(line)).toEqual(['HTTP/1.1 200']);
  });

  it('has a length, a date and a type in each answer, and characters beyond ASCII whole', async () => {
    const tt = await cursor('text');
    await service.get(publish('text', 'ä 💬'));
    const response = await fetch(`${service.url}/v2/subscribe/${keys.subscribeKey}/text/0?tt=${tt}`);
    const body = await response.text();
    expect(body).toContain('ä 💬');
    expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(body));
    expect(Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now())).toBeLessThan(5_000);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset="UTF-8"');
  });

  it('that goes away while its poll is open is forgotten', async () => {
    const polls = async () =>
      Number(/^messaging_open_polls (\d+)$/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1]);
    const patient = await startService({ holdMs: 60_000 }, service);
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

  it('is not read on while its client does not read', async () => {
    const line = open();
    line.socket.pause();
    const large = 'x'.repeat(20_000);
    for (let n = 0; n < 50; n++)
      await service.send(
        'POST',
        `/publish/${keys.publishKey}/${keys.subscribeKey}/0/large/0`,
        JSON.stringify(large),
      );
    const ask = get(`/v3/history/sub-key/${keys.subscribeKey}/channel/large?max=100`);
    const answered = async () =>
      Number(
        /^messaging_requests_total\{route="GET \/v3\/history[^}]*status="200"\} (\d+)$/m.exec(
          await (await fetch(`${service.url}/metrics`)).text(),
        )?.[1] ?? 0,
      );
    const before = await answered();
    line.write(ask.repeat(200)); // two hundred megabytes of answers, if somebody wrote them all
    let last = -1;
    await until(async () => {
      await sleep(200);
      const seen = last;
      last = await answered();
      return last === seen;
    }, 10_000);
    expect(last - before).toBeGreaterThan(0);
    expect(last - before).toBeLessThan(50);
    line.socket.resume();
    await until(() => answers(line).length > 5, 10_000);
  });
});
