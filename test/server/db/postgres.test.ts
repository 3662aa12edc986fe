import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open.ts';

jest.setTimeout(30_000);

/** A message of PostgreSQL's protocol: its letter, its length, its content. */
function message(letter: string, content: Buffer | string = ''): Buffer {
  const head = Buffer.alloc(5, letter);
  head.writeInt32BE(Buffer.byteLength(content) + 4, 1);
  return Buffer.concat([head, Buffer.from(content)]);
}
const READY = message('Z', 'I');
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const EMPTY_ANSWER = Buffer.concat([message('C', 'SELECT 0\0'), READY]);
const refusal = (code: string, text: string) => message('E', `SFATAL\0C${code}\0M${text}\0\0`);

/** What speaks like PostgreSQL as far as a start needs it; `greet` says what each new connection is told. */
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

const patience = { reachMs: 2_000, startMs: 20_000, requestMs: 150 };
const failureOf = (opening: Promise<unknown>) =>
  opening.then(
    () => 'it opened',
    (error: Error) => error.message,
  );

describe('a start on PostgreSQL', () => {
  it('waits longer than a request may, says for what, and lets requests wait no longer than before', async () => {
    let answer: () => void = () => {};
    const { url, server } = await fakePostgres((socket) => {
      answer = () => socket.write(WELCOME);
    });
    const said: string[] = [];
    const { pool, close } = await openDatabase({ url, poolSize: 2, patience }, (what) => {
      said.push(what);
      answer();
    });
    expect(said).toEqual([`PostgreSQL at 127.0.0.1:${new URL(url).port}`]);

    const first = await pool.connect();
    await expect(pool.connect()).rejects.toThrow(/timeout/);
    first.release();
    await close();
    server.close();
  });

  it('tries again while the database is still starting up, has no connection left, or only its port is there', async () => {
    const refusals = [Buffer.alloc(0), refusal('57P03', 'starting up'), refusal('53300', 'too many clients')];
    const { url, server } = await fakePostgres((socket) => {
      const refused = refusals.shift();
      if (refused) socket.end(refused);
      else socket.write(WELCOME);
    });
    const { close } = await openDatabase({ url, patience });
    expect(refusals).toEqual([]);
    await close();
    server.close();
  });

  it('says at once that nobody is there: where, what to look at, and no password', async () => {
    const { url, server } = await fakePostgres(() => {});
    server.close();
    await once(server, 'close');
    const home = mkdtempSync(join(tmpdir(), 'trellis-away-'));
    const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: home, PORT: '4461', DEMO: '0' },
      encoding: 'utf8',
      timeout: 25_000,
    });
    rmSync(home, { recursive: true, force: true });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `PostgreSQL at 127.0.0.1:${new URL(url).port} refuses the connection. Is it running, and are host and port in DATABASE_URL right?\n`,
    });
  });

  it.each([
    [
      '28P01',
      'password authentication failed for user "trellis"',
      /does not let us in .*password in DATABASE/,
    ],
    ['3D000', 'database "trellis" does not exist', /has no such database .*Create it/],
    ['XX000', 'out of luck', /cannot be used: out of luck$/],
  ])('says what it was refused for with %s', async (code, text, words) => {
    const { url, server } = await fakePostgres((socket) => void socket.end(refusal(code, text)));
    expect(await failureOf(openDatabase({ url, patience }))).toMatch(words);
    server.close();
  });

  it('gives up on what takes the connection and never says a word', async () => {
    const { url, server } = await fakePostgres(() => {});
    const failure = await failureOf(openDatabase({ url, patience: { ...patience, startMs: 300 } }));
    expect(failure).toMatch(/took the connection and has not answered for 0\.3 s/);
    expect(failure).not.toContain('hidden');
    server.close();
  });
});
