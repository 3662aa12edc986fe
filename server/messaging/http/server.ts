import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { readBody } from './body.ts';
import type { ClientAddress } from './clientAddress.ts';
import { Connection, type DirectRequest } from './connection.ts';
import { type HttpRequest, noRoute, readQuery } from './request.ts';
import type { RequestLimits } from './requestLimits.ts';
import { ApiError, apiError, type HttpResponse, JAVASCRIPT, tooManyRequests } from './response.ts';
import type { Route, Router } from './router.ts';
import { CORS, KEEP_ALIVE_MS, preflight } from './serializeResponse.ts';

/** A message of 32 KiB in a GET path takes up to 98 KB percent-encoded. */
const MAX_HEADER_BYTES = 128 * 1024;
const BODY_LIMIT = 256 * 1024;
/** Connections that are open for this long without a request are destroyed. */
const STOP_IDLE_MS = 800;
/** How long requests in flight may take after the server has begun to stop. */
const FINISH_MS = 20_000;
/** How often idle connections are checked. */
const SWEEP_MS = 5_000;

export interface HttpOptions {
  router: Router;
  limits: RequestLimits;
  /** False: Node's HTTP server reads all requests. */
  hasFastPath: boolean;
  clientAddress: ClientAddress;
  /** Reports an unexpected error. The report contains neither URL nor body, because both can contain secrets. */
  onError(error: unknown, route: string, requestId: string | null): void;
  /** The response to an error that is not an `ApiError`, or null. */
  responseFor(error: unknown): HttpResponse | null;
  onResponse?(handled: HandledRequest): void;
  /** Continues the trace of a caller; returns what ends it. */
  startSpan?: StartSpan | undefined;
}

export type StartSpan = (route: string, traceparent: string) => (status: number) => void;

export interface HandledRequest {
  route: string;
  status: number;
  /** The caller's request id, if it has sent one that is safe to log. Browsers send none. */
  requestId: string | null;
  ms: number;
}

/** A request from `Connection` or from Node's server. */
interface RawRequest {
  method: string;
  target: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Remote address of the connection. */
  peer: string;
  readBody: (limit: number) => Promise<Buffer>;
  onDisconnect: (callback: () => void) => void;
}

const SAFE_ID = /^[A-Za-z0-9_-]{8,64}$/;
const NO_BODY = Buffer.alloc(0);

/** Node's HTTP server, with a fast path for requests without a body (`connection.ts`). */
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
          // The response could not be written, so the connection is closed.
          this.#options.onError(error, 'response', null);
          response.destroy();
        }),
    );
    this.#server.on('clientError', rejectUnreadable);
    // `Connection` reads first and hands unsupported requests over to Node's server.
    const nodeListeners = this.#server.listeners('connection');
    this.#server.removeAllListeners('connection');
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      if (!options.hasFastPath) {
        socket.once('close', () => this.#sockets.delete(socket));
        for (const listener of nodeListeners) listener.call(this.#server, socket);
        return;
      }
      const connection = new Connection(socket, {
        serve: (request) => this.#serveDirectly(request),
        handOver: () => {
          this.#connections.delete(socket);
          for (const listener of nodeListeners) listener.call(this.#server, socket);
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
          for (const connection of this.#connections.values()) connection.closeIfTimedOut(now);
        }, SWEEP_MS).unref();
        resolve({ port: (this.#server.address() as AddressInfo).port });
      });
    });
  }

  /** Accepts no new connections. Open connections close after their response, or after `FINISH_MS` at the latest. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    if (this.#sweeping) clearInterval(this.#sweeping);
    for (const connection of this.#connections.values()) connection.stop();
    const timeouts = [
      setTimeout(() => {
        for (const connection of this.#connections.values()) connection.closeIfTimedOut(Infinity);
        this.#server.closeIdleConnections();
      }, STOP_IDLE_MS),
      setTimeout(() => {
        for (const socket of this.#sockets) socket.destroy();
      }, FINISH_MS),
    ];
    await closed;
    for (const timeout of timeouts) clearTimeout(timeout);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers, socket } = request;
    const result = await this.#respond({
      method,
      target: url,
      headers,
      peer: socket.remoteAddress ?? '',
      readBody: (limit) => readBody(request, limit),
      onDisconnect: (callback) => response.once('close', callback),
    });
    this.#send(response, result);
  }

  #serveDirectly({ method, target, fields, peer, onDisconnect }: DirectRequest): Promise<HttpResponse> {
    return this.#respond({
      method,
      target,
      headers: fields.values,
      peer,
      readBody: () => Promise.resolve(NO_BODY),
      onDisconnect,
    });
  }

  async #respond(raw: RawRequest): Promise<HttpResponse> {
    const { method: rawMethod, target, headers, peer, readBody, onDisconnect } = raw;
    if (rawMethod === 'OPTIONS') return preflight;
    const address = this.#options.clientAddress(peer, headers['x-forwarded-for']?.toString());
    const requestId = requestIdOf(headers);
    const started = requestId === null ? 0 : performance.now();
    let route = 'none';
    let endSpan: ((status: number) => void) | undefined;
    let response: HttpResponse;
    try {
      if (!this.#options.limits.allowsAddress(address)) throw tooManyRequests();
      const [rawPath, rawQuery = ''] = splitOnce(target, '?');
      const method = rawMethod === 'HEAD' ? 'GET' : rawMethod;
      const match = this.#options.router.match(method, rawPath);
      if (!match) throw noRoute(rawPath);
      route = match.name;
      const traceparent = headers.traceparent;
      if (typeof traceparent === 'string') endSpan = this.#options.startSpan?.(route, traceparent);
      const request: HttpRequest = {
        method,
        rawPath,
        rawQuery,
        query: readQuery(rawQuery),
        body: hasBody(method) ? await bodyFor(match.route, readBody) : NO_BODY,
        contentType: String(headers['content-type'] ?? ''),
        address,
        headers,
        onDisconnect,
      };
      response = await match.route.handle(request, ...match.segments);
    } catch (error) {
      response = this.#errorResponse(error, route, requestId);
    }
    endSpan?.(response.status);
    const ms = requestId === null ? 0 : Math.round(performance.now() - started);
    this.#options.onResponse?.({ route, status: response.status, requestId, ms });
    return response;
  }

  #errorResponse(error: unknown, route: string, requestId: string | null): HttpResponse {
    if (error instanceof ApiError) return error.response;
    const response = this.#options.responseFor(error);
    if (response) return response;
    this.#options.onError(error, route, requestId);
    return apiError(500, 'Gateway', 'Internal Server Error').response;
  }

  #send(response: ServerResponse, { status, body, type = JAVASCRIPT, headers }: HttpResponse): void {
    if (response.destroyed) return;
    response.writeHead(status, {
      ...CORS,
      ...(status !== 204 && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
      ...headers,
      // An unread body or a stopping server closes the connection.
      ...((this.#isStopping || !response.req.complete) && { Connection: 'close' }),
    });
    response.end(body);
  }
}

async function bodyFor({ bodyLimit = BODY_LIMIT }: Route, readBody: RawRequest['readBody']): Promise<Buffer> {
  if (bodyLimit > 0) return readBody(bodyLimit);
  await readBody(0).catch(() => {});
  return NO_BODY;
}

function requestIdOf(headers: RawRequest['headers']): string | null {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SAFE_ID.test(given) ? given : null;
}

const hasBody = (method: string) => method === 'POST' || method === 'PATCH';

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Responds with CORS headers to malformed or oversized requests, so that browsers can show the error. */
function rejectUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const [status, reason] = isTooLong ? [414, 'URI Too Long'] : [400, 'Bad Request'];
  const { body } = apiError(
    status as number,
    'Gateway',
    isTooLong ? 'Request URI Too Long' : 'Bad Request',
  ).response;
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
