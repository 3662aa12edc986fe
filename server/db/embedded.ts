import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { EmbeddedWorkerData } from './embeddedWorker.ts';

/**
 * The protocol message that ends a connection. It is not forwarded, because the embedded server has only one session.
 */
const TERMINATE = 0x58;
/** PostgreSQL's code `connection_does_not_exist`. */
const CONNECTION_LOST = '08003';
/** Resets the only session when a client disconnects: `ROLLBACK` and `DISCARD ALL` as simple queries. */
const RESET = Buffer.concat([simpleQuery('ROLLBACK'), simpleQuery('DISCARD ALL')]);

export interface EmbeddedPostgres {
  /** A stream that `pg` uses instead of a socket. Only one can be open at a time. */
  connect(): Duplex;
  /** The whole database as a blob, for creating another database from it. */
  dump(): Promise<Blob>;
  close(): Promise<void>;
}

/** Starts PGlite in a worker thread. The ordinary `pg` client connects to it. */
export async function startEmbedded(data: EmbeddedWorkerData): Promise<EmbeddedPostgres> {
  const worker = new Worker(new URL('./embeddedWorker.ts', import.meta.url), { workerData: data });
  const nextMessage = (matches: (message: unknown) => boolean) =>
    new Promise<unknown>((resolve, reject) => {
      const onMessage = (message: unknown) => {
        if (!matches(message)) return;
        worker.off('message', onMessage);
        worker.off('error', reject);
        resolve(message);
      };
      worker.on('message', onMessage);
      worker.once('error', reject);
    });
  await nextMessage((message) => message === 'ready');

  let current: WireStream | null = null;
  let isClosing = false;
  let answersToIgnore = 0;
  worker.on('message', (message: unknown) => {
    if (!(message instanceof Uint8Array)) return;
    if (answersToIgnore > 0) answersToIgnore--;
    else current?.answered(Buffer.from(message.buffer, message.byteOffset, message.byteLength));
  });
  // When the worker ends, all queries fail immediately, including those of later connections. No query waits forever.
  let isLost = false;
  const lose = (error: unknown) => {
    isLost = true;
    current?.destroy(connectionLost(error));
  };
  worker.on('error', lose);
  worker.on('exit', lose);

  return {
    connect() {
      current = new WireStream(
        (bytes) => {
          // The bytes are copied, because posting a view sends its whole buffer, and short messages share a 64 KB
          // buffer.
          const own = Uint8Array.from(bytes);
          worker.postMessage(own, [own.buffer]);
        },
        (unanswered) => {
          if (isClosing || isLost) return;
          // Discarded: responses that the last client did not wait for, and the response to the reset.
          answersToIgnore += unanswered + 1;
          worker.postMessage(RESET);
        },
      );
      if (isLost) current.destroy(connectionLost());
      return current;
    },
    async dump() {
      const answer = nextMessage((message) => message instanceof Blob);
      worker.postMessage('dump');
      return (await answer) as Blob;
    },
    async close() {
      isClosing = true;
      if (isLost) return;
      const answer = nextMessage((message) => message === 'closed');
      worker.postMessage('close');
      await answer;
      await worker.terminate();
    },
  };
}

const connectionLost = (cause?: unknown) =>
  Object.assign(new Error('The embedded database has stopped', { cause }), { code: CONNECTION_LOST });

/** The stream that `pg` uses as its socket. All writes in one turn of the event loop are sent as one message. */
class WireStream extends Duplex {
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
  head[0] = 0x51; // code of the message type 'Q', a simple query
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}
