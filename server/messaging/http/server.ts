import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Answer, JAVASCRIPT, Refusal, refusal } from './answer.ts';
import { CORS, KEEP_ALIVE_MS, preflight } from './answerText.ts';
import { readBody } from './body.ts';
import { type Call, readPath, readQuery } from './call.ts';
import type { ClientAddress } from './clientAddress.ts';
import { Connection, type DirectRequest } from './connection.ts';
import type { RateLimit } from './rateLimit.ts';
import type { Router } from './router.ts';

/** A message of 32 KiB in a GET path is up to 98 KB when percent-encoded. */
const MAX_HEADER_BYTES = 128 * 1024;
const BODY_LIMIT = 256 * 1024;
const STOP_MS = 800;
/** How often connections are looked at that have been silent for long. */
const SWEEP_MS = 5_000;

export interface HttpOptions {
  router: Router;
  rateLimit: RateLimit | null;
  clientAddress: ClientAddress;
  /** What to say of an error that nobody foresaw. Neither address nor body is in it: both can hold secrets. */
  onError(error: unknown, route: string): void;
  /** Errors that have an answer although they are no refusals. */
  answerOf(error: unknown): Answer | null;
  count?(route: string, status: number): void;
}

/** A request, from whichever of the two readers. */
interface Request {
  method: string;
  target: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The other end of its connection. */
  peer: string;
  readBody: (limit: number) => Promise<Buffer>;
  onGone: (callback: () => void) => void;
}

const NO_BODY = Buffer.alloc(0);

/** Node's own server, with a short way past it for requests that have no body. */
export class HttpServer {
  readonly #options: HttpOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Map<Socket, Connection>();
  #sweeping: NodeJS.Timeout | null = null;
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
    // Connections come to us first; Node's server gets those that are more than we can read.
    const handOver = this.#server.listeners('connection');
    this.#server.removeAllListeners('connection');
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      const connection = new Connection(socket, {
        serve: (request) => this.#serveDirectly(request),
        handOver: () => {
          this.#connections.delete(socket);
          for (const listener of handOver) listener.call(this.#server, socket);
        },
      });
      this.#connections.set(socket, connection);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#connections.delete(socket);
      });
    });
  }

  listen(port: number, host: string): Promise<{ port: number }> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        this.#sweeping = setInterval(() => {
          const now = performance.now();
          for (const connection of this.#connections.values()) connection.endIfLate(now);
        }, SWEEP_MS).unref();
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
    if (this.#sweeping) clearInterval(this.#sweeping);
    for (const connection of this.#connections.values()) connection.stop();
    const deadline = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, STOP_MS);
    await closed;
    clearTimeout(deadline);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers, socket } = request;
    const answer = await this.#answer({
      method,
      target: url,
      headers,
      peer: socket.remoteAddress ?? '',
      readBody: (limit) => readBody(request, limit),
      onGone: (callback) => response.once('close', callback),
    });
    this.#send(response, answer);
  }

  #serveDirectly({ method, target, fields, peer, onGone }: DirectRequest): Promise<Answer> {
    return this.#answer({
      method,
      target,
      headers: fields.values,
      peer,
      readBody: () => Promise.resolve(NO_BODY),
      onGone,
    });
  }

  async #answer({ method, target, headers, peer, readBody, onGone }: Request): Promise<Answer> {
    if (method === 'OPTIONS') return preflight;
    const address = this.#options.clientAddress(peer, headers['x-forwarded-for']?.toString());
    let route = 'none';
    let answer: Answer;
    try {
      if (this.#options.rateLimit?.allows(address) === false) throw tooManyRequests();
      const [rawPath, rawQuery = ''] = splitOnce(target, '?');
      const asked = method === 'HEAD' ? 'GET' : method;
      const match = this.#options.router.match(asked, readPath(rawPath));
      if (!match) throw refusal(404, 'Gateway', 'Not Found');
      route = match.name;
      const call: Call = {
        method: asked,
        rawPath,
        rawQuery,
        query: readQuery(rawQuery),
        body: hasBody(asked) ? await readBody(match.route.bodyLimit ?? BODY_LIMIT) : NO_BODY,
        contentType: String(headers['content-type'] ?? ''),
        address,
        headers,
        onGone,
      };
      answer = await match.route.handle(call, ...match.segments);
    } catch (error) {
      answer = this.#answerOf(error, route);
    }
    this.#options.count?.(route, answer.status);
    return answer;
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
      ...(status !== 204 && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
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
