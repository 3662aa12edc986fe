import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Answer, JAVASCRIPT, Refusal, refusal } from './answer.ts';
import { readBody } from './body.ts';
import { type Call, readPath, readQuery } from './call.ts';
import type { RateLimit } from './rateLimit.ts';
import type { Router } from './router.ts';

/** A message of 32 KiB in a GET path is up to 98 KB when percent-encoded. */
const MAX_HEADER_BYTES = 128 * 1024;
const BODY_LIMIT = 256 * 1024;
const KEEP_ALIVE_MS = 65_000;
const STOP_MS = 800;

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, ETag',
  'Cache-Control': 'no-cache',
};
const PREFLIGHT = {
  ...CORS,
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'content-type, content-encoding, if-match, accept',
  'Access-Control-Max-Age': '86400',
  'Content-Length': '0',
};

export interface HttpOptions {
  router: Router;
  rateLimit: RateLimit | null;
  /** What to say of an error that nobody foresaw. Neither address nor body is in it: both can hold secrets. */
  onError(error: unknown, route: string): void;
  /** Errors that have an answer although they are no refusals. */
  answerOf(error: unknown): Answer | null;
  count?(route: string, status: number): void;
}

/** Node's own server: few layers between a delivery and its socket. */
export class HttpServer {
  readonly #options: HttpOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isStopping = false;

  constructor(options: HttpOptions) {
    this.#options = options;
    this.#server = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        keepAliveTimeout: KEEP_ALIVE_MS,
        headersTimeout: 30_000,
        noDelay: true,
      },
      (request, response) =>
        void this.#serve(request, response).catch((error: unknown) => {
          // An answer that could not be written: its client hears a broken connection, nobody else anything.
          this.#options.onError(error, 'answer');
          response.destroy();
        }),
    );
    this.#server.on('clientError', refuseUnreadable);
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  listen(port: number, host: string): Promise<{ port: number }> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve({ port: (this.#server.address() as AddressInfo).port });
      });
    });
  }

  /** No new connections; those that are open end with their answer, or after a moment without it. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const deadline = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, STOP_MS);
    await closed;
    clearTimeout(deadline);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, PREFLIGHT).end();
      return;
    }
    let route = 'none';
    let answer: Answer;
    try {
      const address = request.socket.remoteAddress ?? '';
      if (this.#options.rateLimit?.allows(address) === false) throw tooManyRequests();
      const [rawPath, rawQuery = ''] = splitOnce(request.url ?? '/', '?');
      const segments = readPath(rawPath);
      const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
      const match = this.#options.router.match(method, segments);
      if (!match) throw refusal(404, 'Gateway', 'Not Found');
      route = `${match.route.method} ${match.route.path}`;
      const call: Call = {
        method,
        rawPath,
        rawQuery,
        query: readQuery(rawQuery),
        body: hasBody(method)
          ? await readBody(request, match.route.bodyLimit ?? BODY_LIMIT)
          : Buffer.alloc(0),
        contentType: request.headers['content-type'] ?? '',
        address,
        headers: request.headers,
        onGone: (callback) => response.once('close', callback),
      };
      answer = await match.route.handle(call, ...match.segments);
    } catch (error) {
      answer = this.#answerOf(error, route);
    }
    this.#options.count?.(route, answer.status);
    this.#send(response, answer);
  }

  #answerOf(error: unknown, route: string): Answer {
    if (error instanceof Refusal) return error.answer;
    const known = this.#options.answerOf(error);
    if (known) return known;
    this.#options.onError(error, route);
    return refusal(500, 'Gateway', 'Internal Server Error').answer;
  }

  #send(response: ServerResponse, { status, body, type = JAVASCRIPT, headers }: Answer): void {
    if (response.destroyed) return;
    response.writeHead(status, {
      ...CORS,
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(body),
      ...headers,
      // Whatever is unread of a refused body, and a server that is going away, end the connection.
      ...((this.#isStopping || !response.req.complete) && { Connection: 'close' }),
    });
    response.end(body);
  }
}

const hasBody = (method: string) => method === 'POST' || method === 'PATCH';

const tooManyRequests = () => {
  const { answer } = refusal(429, 'Gateway', 'Too Many Requests');
  return new Refusal({ ...answer, headers: { 'Retry-After': '1' } });
};

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** What is no HTTP, or too long to be read, gets an answer that a browser shows as what it is. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const [status, reason] = isTooLong ? [414, 'URI Too Long'] : [400, 'Bad Request'];
  const { body } = refusal(
    status as number,
    'Gateway',
    isTooLong ? 'Request URI Too Long' : 'Bad Request',
  ).answer;
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
      `Content-Type: ${JAVASCRIPT}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Access-Control-Allow-Origin: *',
      'Connection: close',
      '',
      String(body),
    ].join('\r\n'),
  );
}
