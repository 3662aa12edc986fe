import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open.ts';

jest.setTimeout(30_000);

/** A message of PostgreSQL's protocol: type, length and content. */
function message(letter: string, content: Buffer | string = ''): Buffer {
  const head = Buffer.alloc(5, letter);
  head.writeInt32BE(Buffer.byteLength(content) + 4, 1);
  return Buffer.concat([head, Buffer.from(content)]);
}
const READY = message('Z', 'I');
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const EMPTY_ANSWER = Buffer.concat([message('C', 'SELECT 0\0'), READY]);
const refusal = (code: string, text: string) => message('E', `SFATAL\0C${code}\0M${text}\0\0`);

/** A fake server with the part of the protocol that a start needs. `greet` responds to each new connection. */
async function fakePostgres(greet: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      greet(socket);
      socket.on('data', (asked: Buffer) => asked[0] === 0x51 && socket.write(EMPTY_ANSWER)); // 'Q'
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://trellis:hidden@127.0.0.1:${port}/trellis`, server };
}

const timeouts = { reachMs: 2_000, startMs: 20_000, requestMs: 150 };
const failureOf = (opening: Promise<unknown>) =>
  opening.then(
    () => 'opened',
    (error: Error) => error.message,
  );

describe('a start on PostgreSQL', () => {
  it('waits longer than a request does, reports the reason, and leaves the request timeout unchanged', async () => {
    let answer: () => void = () => {};
    const { url, server } = await fakePostgres((socket) => {
      answer = () => socket.write(WELCOME);
    });
    const reported: string[] = [];
    const { pool, close } = await openDatabase({ url, poolSize: 2, timeouts }, (what) => {
      reported.push(what);
      answer();
    });
    expect(reported).toEqual([`PostgreSQL at 127.0.0.1:${new URL(url).port}`]);

    const first = await pool.connect();
    await expect(pool.connect()).rejects.toThrow(/timeout/);
    first.release();
    await close();
    server.close();
  });

  it('retries while the database starts up, has no free connection, or closes new connections', async () => {
    const refusals = [Buffer.alloc(0), refusal('57P03', 'starting up'), refusal('53300', 'too many clients')];
    const { url, server } = await fakePostgres((socket) => {
      const refused = refusals.shift();
      if (refused) socket.end(refused);
      else socket.write(WELCOME);
    });
    const { close } = await openDatabase({ url, timeouts });
    expect(refusals).toEqual([]);
    await close();
    server.close();
  });

  it('fails immediately if no server is running, and reports the address and what to check, without the password', async () => {
    const { url, server } = await fakePostgres(() => {});
    server.close();
    await once(server, 'close');
    const home = mkdtempSync(join(tmpdir(), 'trellis-postgres-down-'));
    const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: home, PORT: '4461', DEMO: '0' },
      encoding: 'utf8',
      timeout: 25_000,
    });
    rmSync(home, { recursive: true, force: true });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `PostgreSQL at 127.0.0.1:${new URL(url).port} refused the connection. Check that it is running, and check host and port in DATABASE_URL.\n`,
    });
  });

  it.each([
    [
      '28P01',
      'password authentication failed for user "trellis"',
      /refused the login .*password in DATABASE/,
    ],
    ['3D000', 'database "trellis" does not exist', /does not exist on PostgreSQL at .*Create it/],
    ['XX000', 'internal error', /cannot be used: internal error$/],
  ])('reports what to check if PostgreSQL refuses with %s', async (code, text, expected) => {
    const { url, server } = await fakePostgres((socket) => void socket.end(refusal(code, text)));
    expect(await failureOf(openDatabase({ url, timeouts }))).toMatch(expected);
    server.close();
  });

  it('gives up on a server that accepts the connection and never answers', async () => {
    const { url, server } = await fakePostgres(() => {});
    const failure = await failureOf(openDatabase({ url, timeouts: { ...timeouts, startMs: 300 } }));
    expect(failure).toMatch(/accepted the connection but did not respond within 0\.3 s/);
    expect(failure).not.toContain('hidden');
    server.close();
  });
});
