import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { signInByApi } from './signInByApi.ts';

const HOST = 'theatre.localhost';
/** The account of each copy of the application. */
const ACCOUNTS: Record<string, string> = { learner: 'learner@demo.example', manager: 'manager@demo.example' };
const sides = Object.keys(ACCOUNTS);

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** Paths of the messaging service. */
const MESSAGING = /^\/(v1|v2|v3|publish|signal|time)\//;
const MESSAGING_CONFIG = '/api/messaging/config';
/** Calls that obtain a token are not refused. */
const REFUSABLE = /^\/api\/(?!auth\/|user-pool)/;

interface Targets {
  /** Ports of the server and of its messaging service on this machine. */
  port: number;
  messagingPort: number;
  /** The built page of the theatre. */
  pageFolder: string;
  listenOn: number;
}
interface Copy {
  /** Its connection to the messaging service is cut. */
  isCut: boolean;
  /** The server refuses the token of its next call. */
  refusesNext: boolean;
  polls: Set<ServerResponse>;
}

/**
 * Serves the page of the theatre and, under two other host names, two copies of the application, whose requests it
 * passes on. The server itself is unchanged: the frames and the simulated faults exist only here.
 */
export async function startFront({ port, messagingPort, pageFolder, listenOn }: Targets) {
  const copies = new Map(
    sides.map((side): [string, Copy] => [side, { isCut: false, refusesNext: false, polls: new Set() }]),
  );
  let origin = '';

  function servePage(path: string, response: ServerResponse) {
    const asset = join(pageFolder, normalize(path));
    const file = extname(path) in TYPES && existsSync(asset) ? asset : join(pageFolder, 'index.html');
    response.writeHead(200, {
      'content-type': TYPES[extname(file)],
      'cache-control': 'no-cache',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        `frame-src ${sides.map((side) => sideOrigin(side)).join(' ')}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    });
    response.end(readFileSync(file));
  }
  const sideOrigin = (side: string) => origin.replace('://', `://${side}.`);

  function makeFault(incoming: IncomingMessage, response: ServerResponse) {
    const { searchParams } = new URL(incoming.url ?? '/', origin);
    const copy = copies.get(searchParams.get('side') ?? '');
    const isOwn = incoming.method === 'POST' && incoming.headers['sec-fetch-site'] === 'same-origin';
    if (!copy || !isOwn) return void response.writeHead(400).end();
    const fault = searchParams.get('fault');
    if (fault === 'refuse') copy.refusesNext = true;
    else {
      copy.isCut = fault === 'cut';
      if (copy.isCut) for (const poll of copy.polls) poll.destroy();
    }
    response.writeHead(204).end();
  }

  function serveCopy(side: string, copy: Copy, incoming: IncomingMessage, response: ServerResponse) {
    const path = incoming.url ?? '/';
    if (path === '/enter')
      return void signInByApi(port, ACCOUNTS[side] ?? '').then(
        (cookies) => response.writeHead(303, { location: '/home?devtools', 'set-cookie': cookies }).end(),
        (error: unknown) => response.writeHead(502, { 'content-type': 'text/plain' }).end(String(error)),
      );
    const isMessaging = MESSAGING.test(path);
    if (isMessaging && copy.isCut) return void incoming.socket.destroy();
    if (copy.refusesNext && REFUSABLE.test(path)) {
      copy.refusesNext = false;
      const body = { code: 'token-invalid', message: 'The token is not valid.', requestId: 'theatre' };
      return void response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
    if (isMessaging) copy.polls.add(response);
    response.on('close', () => copy.polls.delete(response));
    passOn(side, isMessaging ? messagingPort : port, incoming, response);
  }

  function passOn(side: string, to: number, incoming: IncomingMessage, response: ServerResponse) {
    const path = incoming.url ?? '/';
    const isConfig = path.startsWith(MESSAGING_CONFIG);
    const { 'accept-encoding': encoding, ...headers } = incoming.headers;
    const onward = request(
      {
        host: '127.0.0.1',
        port: to,
        path,
        method: incoming.method,
        headers: {
          ...headers,
          host: `localhost:${to}`,
          ...(!isConfig && encoding && { 'accept-encoding': encoding }),
        },
      },
      (answer) => {
        const all = { ...answer.headers };
        // Only the page of the theatre may contain the copy.
        all['content-security-policy'] = String(all['content-security-policy'] ?? '').replace(
          "frame-ancestors 'none'",
          `frame-ancestors ${origin}`,
        );
        delete all['x-frame-options'];
        if (!isConfig) {
          response.writeHead(answer.statusCode ?? 502, all);
          return void answer.pipe(response);
        }
        // The copy reaches the messaging service through this server, so that its connection can be cut.
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const config = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
          const body = JSON.stringify(
            config.subKey ? { ...config, origin: new URL(sideOrigin(side)).host, ssl: false } : config,
          );
          delete all['content-length'];
          delete all['transfer-encoding'];
          response.writeHead(answer.statusCode ?? 502, all).end(body);
        });
      },
    );
    onward.on('error', () => incoming.socket.destroy());
    response.on('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  const server = createServer({ maxHeaderSize: 128 * 1024 }, (incoming, response) => {
    const host = (incoming.headers.host ?? '').replace(/:\d+$/, '');
    const side = sides.find((one) => host === `${one}.${HOST}`);
    const copy = copies.get(side ?? '');
    if (side && copy) return serveCopy(side, copy, incoming, response);
    if (host !== HOST) return void response.writeHead(303, { location: `${origin}/` }).end();
    const path = new URL(incoming.url ?? '/', origin).pathname;
    return path === '/fault' ? makeFault(incoming, response) : servePage(path, response);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(listenOn, '127.0.0.1', listening);
  });
  origin = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
