import type { Socket } from 'node:net';
import type { Answer } from './answer.ts';
import { answerText, KEEP_ALIVE_MS } from './answerText.ts';
import { type HeaderFields, type RequestHead, readRequestHead } from './requestHead.ts';

/** How long a client may take to say something on a new connection. */
const FIRST_REQUEST_MS = 30_000;
/** Bytes in a millisecond. Whoever reads an answer more slowly is let go, and its memory with it. */
const SLOWEST_READER = 16;

export interface DirectRequest extends Omit<RequestHead, 'end'> {
  /** The other end of the connection. */
  peer: string;
  onGone: (callback: () => void) => void;
}

export interface ConnectionOptions {
  serve(request: DirectRequest): Promise<Answer>;
  /** Takes the connection over for good; what was not read is at its front again. */
  handOver(socket: Socket): void;
}

/**
 * A client's connection, as long as it asks only what this reader knows: GET and OPTIONS, each whole in one packet. Almost
 * all there is are polls and publishes, and answering those from the socket costs a fraction of what Node's server takes.
 * The first request of any other kind, with all that follows, goes to Node's server.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #peer: string;
  /** When it has been idle, or busy with nothing but an answer that nobody reads, for too long. */
  #deadline = performance.now() + FIRST_REQUEST_MS;
  #fields: HeaderFields | null = null;
  /** What came before the last request was answered. No more is read meanwhile. */
  #unread: Buffer | null = null;
  #isBusy = false;
  #isStopping = false;
  #gone: (() => void) | null = null;

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

  /** To be asked now and then. */
  endIfLate(now: number): void {
    if (!this.#isBusy && now > this.#deadline) this.#socket.destroy();
  }

  /** Ends at once if nothing is open, else with its answer. */
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
  readonly #onDrain = (): void => this.#goOn();
  /** A client that says no more has no use for an open poll; what was answered it may still read. */
  readonly #onEnd = (): void => void (this.#isBusy ? this.#socket.destroy() : this.#socket.end());
  readonly #onError = (): void => void this.#socket.destroy();
  readonly #onGone = (callback: () => void): void => {
    this.#gone = callback;
  };
  readonly #onClose = (): void => {
    const gone = this.#gone;
    this.#gone = null;
    gone?.();
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
    void this.#options.serve({ method, target, fields, peer: this.#peer, onGone: this.#onGone }).then(
      (answer) => this.#answer(answer, fields.closes),
      () => this.#socket.destroy(),
    );
  }

  #answer(answer: Answer, wantsClose: boolean): void {
    this.#gone = null;
    this.#isBusy = false;
    if (this.#socket.destroyed) return;
    const closes = wantsClose || this.#isStopping;
    const size = this.#write(answer, closes);
    this.#deadline = performance.now() + KEEP_ALIVE_MS + size / SLOWEST_READER;
    if (closes) this.#socket.end();
    else this.#goOn();
  }

  #write(answer: Answer, closes: boolean): number {
    const wire = answer.shared && !closes ? sharedBytes(answer, answer.shared) : answerText(answer, closes);
    if (typeof wire === 'string') this.#socket.write(wire, 'latin1');
    else this.#socket.write(wire);
    return wire.length;
  }

  /** The next of several requests that came at once, in a turn of its own: nobody keeps the others waiting. */
  #goOn(): void {
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

function sharedBytes(answer: Answer, shared: { bytes: Buffer | null }): Buffer {
  if (!shared.bytes) {
    const wire = answerText(answer, false);
    shared.bytes = typeof wire === 'string' ? Buffer.from(wire, 'latin1') : wire;
  }
  return shared.bytes;
}
