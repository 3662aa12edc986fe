import type { Socket } from 'node:net';
import { type HeaderFields, type RequestHead, readRequestHead } from './requestHead.ts';
import type { HttpResponse } from './response.ts';
import { KEEP_ALIVE_MS, serializeResponse } from './serializeResponse.ts';

/** How long a new connection may stay open without a request. */
const FIRST_REQUEST_MS = 30_000;
/** Bytes per millisecond. Clients that read a response more slowly are disconnected, which frees its memory. */
const MIN_READ_RATE = 16;

export interface DirectRequest extends Omit<RequestHead, 'end'> {
  /** Remote address of the connection. */
  peer: string;
  onDisconnect: (callback: () => void) => void;
}

export interface ConnectionOptions {
  serve(request: DirectRequest): Promise<HttpResponse>;
  /** Takes over the connection permanently. Unread bytes have been pushed back to the socket. */
  handOver(socket: Socket): void;
}

/**
 * Serves GET and OPTIONS requests that arrive complete in one packet (nearly all polls and publishes) at half the cost of
 * Node's server. The first other request hands the connection over to Node's server. See
 * docs/decisions/0033-messaging-durability-and-order.md.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #peer: string;
  /** When to close an idle connection, or one whose client does not read its response. */
  #timeoutAt = performance.now() + FIRST_REQUEST_MS;
  #fields: HeaderFields | null = null;
  /** Bytes received while a request is being served. The connection is paused then. */
  #unread: Buffer | null = null;
  #isBusy = false;
  #isStopping = false;
  #disconnectCallback: (() => void) | null = null;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#peer = socket.remoteAddress ?? '';
    socket.on('data', this.#onData);
    socket.on('drain', this.#onDrain);
    socket.on('end', this.#onEnd);
    socket.on('error', this.#onError);
    socket.on('close', this.#onClose);
  }

  /** Called periodically. */
  closeIfTimedOut(now: number): void {
    if (!this.#isBusy && now > this.#timeoutAt) this.#socket.destroy();
  }

  /** Closes an idle connection now, and a busy one after its response. */
  stop(): void {
    this.#isStopping = true;
    if (!this.#isBusy && !this.#socket.writableNeedDrain) this.#socket.end();
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isBusy || this.#unread || this.#socket.writableNeedDrain) {
      this.#unread = this.#unread ? Buffer.concat([this.#unread, chunk]) : chunk;
      this.#socket.pause();
    } else this.#read(chunk);
  };
  readonly #onDrain = (): void => this.#readNext();
  /** A client that has closed its sending side needs no open poll, but may still read a response. */
  readonly #onEnd = (): void => void (this.#isBusy ? this.#socket.destroy() : this.#socket.end());
  readonly #onError = (): void => void this.#socket.destroy();
  readonly #onDisconnect = (callback: () => void): void => {
    this.#disconnectCallback = callback;
  };
  readonly #onClose = (): void => {
    const callback = this.#disconnectCallback;
    this.#disconnectCallback = null;
    callback?.();
  };

  #read(bytes: Buffer): void {
    const head = this.#isStopping ? null : readRequestHead(bytes, this.#fields);
    if (!head) {
      this.#handOver(bytes);
      return;
    }
    this.#fields = head.fields;
    this.#isBusy = true;
    if (head.end < bytes.length) {
      this.#unread = bytes.subarray(head.end);
      this.#socket.pause();
    }
    const { method, target, fields } = head;
    void this.#options
      .serve({ method, target, fields, peer: this.#peer, onDisconnect: this.#onDisconnect })
      .then(
        (response) => this.#respond(response, fields.closes),
        () => this.#socket.destroy(),
      );
  }

  #respond(response: HttpResponse, wantsClose: boolean): void {
    this.#disconnectCallback = null;
    this.#isBusy = false;
    if (this.#socket.destroyed) return;
    const closes = wantsClose || this.#isStopping;
    const size = this.#write(response, closes);
    this.#timeoutAt = performance.now() + KEEP_ALIVE_MS + size / MIN_READ_RATE;
    if (closes) this.#socket.end();
    else this.#readNext();
  }

  #write(response: HttpResponse, closes: boolean): number {
    const serialized =
      response.shared && !closes
        ? sharedBytes(response, response.shared)
        : serializeResponse(response, closes);
    if (typeof serialized === 'string') this.#socket.write(serialized, 'latin1');
    else this.#socket.write(serialized);
    return serialized.length;
  }

  /**
   * Reads the next pipelined request in a separate turn of the event loop, so that other connections are served in
   * between.
   */
  #readNext(): void {
    if (!this.#unread || this.#socket.writableNeedDrain) return;
    setImmediate(() => {
      const bytes = this.#unread;
      if (this.#isBusy || !bytes || this.#socket.destroyed) return;
      this.#unread = null;
      this.#socket.resume();
      this.#read(bytes);
    });
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('drain', this.#onDrain);
    socket.off('end', this.#onEnd);
    socket.off('error', this.#onError);
    socket.off('close', this.#onClose);
    socket.pause();
    socket.unshift(bytes);
    this.#options.handOver(socket);
    process.nextTick(() => socket.resume());
  }
}

function sharedBytes(response: HttpResponse, shared: { bytes: Buffer | null }): Buffer {
  if (!shared.bytes) {
    const serialized = serializeResponse(response, false);
    shared.bytes = typeof serialized === 'string' ? Buffer.from(serialized, 'latin1') : serialized;
  }
  return shared.bytes;
}
