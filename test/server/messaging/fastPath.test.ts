import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpRequest } from '#server/messaging/http/request.ts';
import { RequestLimits } from '#server/messaging/http/requestLimits.ts';
import type { Router } from '#server/messaging/http/router.ts';
import { HttpServer } from '#server/messaging/http/server.ts';
import { clientAddress } from '#server/messaging/index.ts';

/** `MESSAGING_FUZZ_CASES=100000` runs more cases, and `MESSAGING_FUZZ_SEED` selects other cases. */
const CASES = Number(process.env.MESSAGING_FUZZ_CASES ?? 2_000);
const SEED = Number(process.env.MESSAGING_FUZZ_SEED ?? 1);
/** Number of cases that run at the same time. */
const PARALLEL = 48;
/** If a connection gets no response in several turns of the event loop, the server waits for more bytes. */
const QUIET_MS = 12;
const QUIET_TURNS = 5;
/**
 * The limit before the first response is longer: on a busy machine the first response is slow, and 2 empty outcomes
 * would count as equal.
 */
const NO_RESPONSE_MS = 200;
/** If the response to a GET with a body comes before the end of the body, the connection closes. */
const RESPONSE_MS = 3;
/** The outcome of such a request can depend on the timing. */
const ATTEMPTS = 6;

jest.setTimeout(60_000 + CASES * 20);

/** Responds to every request with what the server has read, and records it by client. */
const createEcho = (read: Map<string, string[]>) => ({
  match: (method: string) => ({
    name: 'echo',
    segments: [],
    route: {
      method,
      path: '/',
      async handle({ method, rawPath, rawQuery, headers, body, address }: HttpRequest) {
        const request = JSON.stringify([method, rawPath, rawQuery, { ...headers }, body.toString('latin1')]);
        read.set(address, [...(read.get(address) ?? []), request]);
        await sleep(RESPONSE_MS);
        return { status: 200, body: Buffer.from(request).toString('hex') };
      },
    },
  }),
});

async function startEcho(hasFastPath: boolean) {
  const errors: unknown[] = [];
  const read = new Map<string, string[]>();
  const server = new HttpServer({
    router: createEcho(read) as unknown as Router,
    limits: new RequestLimits('off', 'off', Date.now),
    hasFastPath,
    clientAddress: clientAddress([]),
    onError(error) {
      // The client ends a connection in the middle of a body.
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') errors.push(error);
    },
    responseFor: () => null,
  });
  const { port } = await server.listen(0, '127.0.0.1');
  return { port, read, errors, stop: () => server.stop() };
}

/** A small generator of random numbers with a seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
  };
}
type Random = ReturnType<typeof randomFrom>;

const METHODS = [
  'GET',
  'GET',
  'GET',
  'GET',
  'OPTIONS',
  'HEAD',
  'POST',
  'PATCH',
  'DELETE',
  'get',
  'GETS',
  'G',
];
const TARGETS = [
  '/',
  '/time/0',
  '/a?b=c&d=%20',
  '/a%2Fb',
  '//x',
  '*',
  'http://x/y',
  '/a#b',
  '/a"b<c>',
  '/ä',
  '/a\tb',
  '/a\\b^`{|}',
  '',
];
const VERSIONS = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/1.1 ',
  'http/1.1',
  'HTTP/1.10',
  '',
];
const HOSTS = ['Host: x', 'Host:x', 'host: \t y \t', 'Host: a:1'];
const COMMON_FIELDS = [
  'Accept: */*',
  'X-Empty:',
  'X-Latin: \xe9\xa0',
  'X-Tab: a\tb\t ',
  'Connection: keep-alive',
  'Cookie: a=1',
];
const FIELDS = [
  ...HOSTS,
  ...COMMON_FIELDS,
  'Host: x',
  'Host:x',
  'host: \t y \t',
  'Host: a:1',
  'Host:',
  'Accept: */*',
  'X-Empty:',
  'X-Latin: \xe9\xa0',
  'X-Tab: a\tb\t ',
  'Connection: close',
  'Connection: keep-alive',
  'Connection: Keep-Alive, Upgrade',
  'Connection: close, x',
  'Keep-Alive: 5',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: 05',
  'Content-Length: +5',
  'Content-Length: 5, 5',
  'Content-Length : 5',
  'Content-Length: 0x5',
  ' Content-Length: 5',
  'Content_Length: 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked, x',
  'Transfer-Encoding: xchunked',
  '\tTransfer-Encoding: chunked',
  'Expect: 100-continue',
  'Upgrade: websocket',
  'Trailer: X',
  'X: a\r\n folded',
  'X:\x00',
  'X\x00: a',
  'No colon',
  ': no name',
  'X-Ä: a',
  'X-Cr: a\rb',
  'X-Lf: a\nb',
  'Cookie: a=1',
  'X-Forwarded-For: 1.2.3.4',
  'Proxy-Connection: close',
];
const BODIES = [
  '',
  '',
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  '0\r\n\r\n',
  'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n',
];
const PIECES = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  ' ',
  '\t',
  ':',
  '\x00',
  '\x0b',
  '\x7f',
  '\x85',
  '\xa0',
  '\xff',
  'HTTP/1.1',
  ',',
  '0',
  'GET / HTTP/1.1\r\n',
];

function generateRequest(random: Random): string {
  /** Mostly well-formed, because a request that fails early does not test the code after the failure. */
  const usually = <T>(common: readonly T[], all: readonly T[]) =>
    random.pick(random.chance(0.85) ? common : all);
  const fields = random.chance(0.95) ? [random.pick(HOSTS)] : [];
  for (let count = random.below(4); count > 0; count--) fields.push(usually(COMMON_FIELDS, FIELDS));
  if (random.chance(0.05)) fields.push(random.pick(fields.length > 0 ? fields : FIELDS));
  const line = [
    usually(['GET', 'GET', 'GET', 'OPTIONS'], METHODS),
    usually(['/', '/time/0', '/a?b=c&d=%20', '/a%2Fb'], TARGETS),
    usually(['HTTP/1.1'], VERSIONS),
  ].join(' ');
  return `${[line, ...fields].join('\r\n')}\r\n\r\n${usually([''], BODIES)}`;
}

function mutate(random: Random, bytes: string): string {
  const at = random.below(bytes.length + 1);
  const length = random.below(4);
  switch (random.below(5)) {
    case 0:
      return bytes.slice(0, at) + random.pick(PIECES) + bytes.slice(at);
    case 1:
      return bytes.slice(0, at) + bytes.slice(at + length);
    case 2:
      return bytes.slice(0, at) + String.fromCharCode(random.below(256)) + bytes.slice(at + 1);
    case 3:
      return bytes.slice(0, at) + bytes.slice(at, at + 40) + bytes.slice(at);
    default:
      return bytes.replace(random.pick(['\r\n', ': ', ' ', 'HTTP/1.1']), random.pick(PIECES));
  }
}

interface Case {
  bytes: string;
  /** Offsets at which the bytes are split. */
  splits: number[];
}
const LAST = 'GET /last HTTP/1.1\r\nHost: x\r\n\r\n';

function generateCase(random: Random): Case {
  let bytes = '';
  for (let count = 1 + random.below(3); count > 0; count--) bytes += generateRequest(random);
  for (let count = random.chance(0.5) ? 0 : 1 + random.below(3); count > 0; count--)
    bytes = mutate(random, bytes);
  bytes += LAST;
  const splits = Array.from({ length: random.below(4) }, () => random.below(bytes.length));
  return { bytes, splits: splits.toSorted((a, b) => a - b) };
}

interface Outcome {
  /** Status and body of each response. */
  responses: string;
  /** The requests that the server has read, without preflight requests. */
  requests: string;
}
type EchoServer = Awaited<ReturnType<typeof startEcho>>;
let clients = 0;

/** Sends the bytes in pieces. Each client has its own loopback address, by which the server identifies it. */
function send({ port, read }: EchoServer, { bytes, splits }: Case): Promise<Outcome> {
  const client = clients++;
  const localAddress = `127.1.${(client >> 7) % 256}.${1 + (client % 128)}`;
  read.delete(localAddress);
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    let received = '';
    let isClosed = false;
    let timer: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      const responses = received.split(/(?=HTTP\/1\.1 \d{3} )/).map((response) => {
        const [head = '', ...body] = response.split('\r\n\r\n');
        return `${head.slice(9, 12)} ${body.join('\r\n\r\n')}`;
      });
      const state = isClosed ? 'closed' : 'open';
      const requests = [...(read.get(localAddress) ?? []), state].join('\n');
      resolve({ responses: [...responses, state].join('\n'), requests });
    };
    const restart = (turns = QUIET_TURNS) => {
      clearTimeout(timer);
      const quietMs = received === '' ? NO_RESPONSE_MS : QUIET_MS;
      timer = setTimeout(() => (turns > 1 ? restart(turns - 1) : finish()), quietMs);
    };
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received += text;
      restart();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      isClosed = true;
      finish();
    });
    socket.on('connect', () => {
      const pieces = [...splits, bytes.length].map((end, at) => bytes.slice(splits[at - 1] ?? 0, end));
      const sendNext = () => {
        restart();
        const piece = pieces.shift();
        if (piece === undefined || socket.destroyed) return;
        socket.write(piece, 'latin1');
        setTimeout(sendNext, 1);
      };
      sendNext();
    });
  });
}

describe('the fast path', () => {
  it(`reads ${CASES} generated requests like Node’s parser, or hands them over to it`, async () => {
    const [fast, node] = [await startEcho(true), await startEcho(false)];
    const random = randomFrom(SEED);
    const disagreements: unknown[] = [];
    let answered = 0;
    let left = CASES;
    const work = async () => {
      while (left > 0 && disagreements.length < 5) {
        left--;
        const one = generateCase(random);
        const byFast: Outcome[] = [];
        const byNode: Outcome[] = [];
        while (byFast.length < ATTEMPTS && !agree(one.bytes, byFast, byNode)) {
          const [a, b] = await Promise.all([send(fast, one), send(node, one)]);
          byFast.push(a);
          byNode.push(b);
        }
        if (/^20[04] /m.test(byFast[0]?.responses ?? '')) answered++;
        if (!agree(one.bytes, byFast, byNode))
          disagreements.push({ ...one, fast: readable(byFast[0]), node: readable(byNode[0]) });
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    await Promise.all([fast.stop(), node.stop()]);
    expect(disagreements).toEqual([]);
    expect([...fast.errors, ...node.errors]).toEqual([]);
    expect(answered).toBeGreaterThan(CASES / 4); // checks that not all cases are malformed
  });
});

/**
 * The responses or the requests must be equal. An error in a later request can be reported before the response to an
 * earlier one, depending on the timing.
 */
const agree = (bytes: string, byFast: readonly Outcome[], byNode: readonly Outcome[]): boolean =>
  byFast.some((a) =>
    byNode.some(
      (b) =>
        a.responses === b.responses ||
        a.requests === b.requests ||
        (PREFLIGHT_WITH_BODY.test(bytes) && endsEarlier(a.responses, b.responses)),
    ),
  );

/**
 * A preflight request gets its response immediately, and its connection closes if its body has not been read by then.
 */
const PREFLIGHT_WITH_BODY = /OPTIONS .*(?:content-length|transfer-encoding)/is;
const END = '204 \nclosed';
const endsEarlier = (a: string, b: string): boolean =>
  [
    [a, b],
    [b, a],
  ].some(
    ([short = '', long = '']) => short.endsWith(END) && long.startsWith(short.slice(0, -'closed'.length)),
  );

const readable = (outcome: Outcome | undefined) =>
  outcome?.responses.replace(/\b(?:[0-9a-f]{2}){8,}\b/g, (hex) => Buffer.from(hex, 'hex').toString());
