import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { EmbeddedWorkerData } from './embeddedWorker.ts';

/** PostgreSQL's message that ends a connection; the embedded one lives on for the next client. */
const TERMINATE = 0x58;
/** PostgreSQL's own code for a connection that does not exist. */
const GONE = '08003';
/** Puts the one session back into its first state when a client leaves it: `ROLLBACK` and `DISCARD ALL` as simple queries. */
const RESET = Buffer.concat([simpleQuery('ROLLBACK'), simpleQuery('DISCARD ALL')]);

export interface EmbeddedPostgres {
  /** A stream for `pg`, in place of a socket. One at a time. */
  connect(): Duplex;
  /** The whole database as a blob, to begin another one with. */
  dump(): Promise<Blob>;
  close(): Promise<void>;
}

/** Starts PGlite in a worker thread and lets the ordinary `pg` client speak to it. */
export async function startEmbedded(data: EmbeddedWorkerData): Promise<EmbeddedPostgres> {
  const worker = new Worker(new URL('./embeddedWorker.ts', import.meta.url), { workerData: data });
  const heard = (wanted: (message: unknown) => boolean) =>
    new Promise<unknown>((resolve, reject) => {
      const onMessage = (message: unknown) => {
        if (!wanted(message)) return;
        worker.off('message', onMessage);
        worker.off('error', reject);
        resolve(message);
      };
      worker.on('message', onMessage);
      worker.once('error', reject);
    });
  await heard((message) => message === 'ready');

  let current: Wire | null = null;
  let isClosing = false;
  let answersToDrop = 0;
  worker.on('message', (message: unknown) => {
    if (!(message instanceof Uint8Array)) return;
    if (answersToDrop > 0) answersToDrop--;
    else current?.answered(Buffer.from(message.buffer, message.byteOffset, message.byteLength));
  });
  // A database that is gone takes its client with it, and whoever connects later: every query fails, none waits for ever.
  let isGone = false;
  const lose = (error: unknown) => {
    isGone = true;
    current?.destroy(gone(error));
  };
  worker.on('error', lose);
  worker.on('exit', lose);

  return {
    connect() {
      current = new Wire(
        (bytes) => {
          // A view is sent with all that it is a view of, and short messages lie in a shared buffer of 64 KB.
          const own = Uint8Array.from(bytes);
          worker.postMessage(own, [own.buffer]);
        },
        (unanswered) => {
          if (isClosing || isGone) return;
          // Whatever the last client still waits for, and the answer to the reset, is nobody's any more.
          answersToDrop += unanswered + 1;
          worker.postMessage(RESET);
        },
      );
      if (isGone) current.destroy(gone());
      return current;
    },
    async dump() {
      const answer = heard((message) => message instanceof Blob);
      worker.postMessage('dump');
      return (await answer) as Blob;
    },
    async close() {
      isClosing = true;
      if (isGone) return;
      const answer = heard((message) => message === 'closed');
      worker.postMessage('close');
      await answer;
      await worker.terminate();
    },
  };
}

const gone = (cause?: unknown) =>
  Object.assign(new Error('The embedded database is gone', { cause }), { code: GONE });

/** What `pg` takes for its socket. All that is written in one turn goes over as one message. */
class Wire extends Duplex {
  readonly #send: (bytes: Uint8Array) => void;
  readonly #leave: (unanswered: number) => void;
  #unanswered = 0;

  constructor(send: (bytes: Uint8Array) => void, leave: (unanswered: number) => void) {
    super();
    this.#send = send;
    this.#leave = leave;
  }
  connect() {
    process.nextTick(() => this.emit('connect'));
    return this;
  }
  answered(bytes: Buffer) {
    this.#unanswered--;
    this.push(bytes);
  }
  setNoDelay() {
    return this;
  }
  setKeepAlive() {
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  override _read() {}
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.#forward(chunk);
    done();
  }
  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.#forward(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }
  override _final(done: () => void) {
    done();
    this.destroy();
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#leave(this.#unanswered);
    done(error);
  }
  #forward(bytes: Buffer) {
    if (bytes[0] === TERMINATE && bytes.length === 5) return;
    this.#unanswered++;
    this.#send(bytes);
  }
}

function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`, 'utf8');
  const head = Buffer.alloc(5);
  head[0] = 0x51; // 'Q'
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}
