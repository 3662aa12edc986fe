import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';

/** PostgreSQL in its own thread, so that a slow query does not block the event loop. Its messages are wire protocol bytes. */
export interface EmbeddedWorkerData {
  /** A directory, or null for a database in memory. */
  directory: string | null;
  /** A dump from which a new database is created. */
  dump: Blob | null;
}

const { directory, dump } = workerData as EmbeddedWorkerData;
const port = parentPort;
if (!port) throw new Error('embeddedWorker must run in a worker thread');

/** PostgreSQL clears its buffers at the start: 128 MB, the default, took 1.5 s of processor time, 32 MB take 1.1 s. */
const SHARED_BUFFERS = 'shared_buffers=32MB';
const database = await PGlite.create({
  startParams: [...PGlite.defaultStartParams, '-c', SHARED_BUFFERS],
  // Constraints of migration 0053 need this extension.
  extensions: { btree_gist },
  ...(directory && { dataDir: directory }),
  ...(dump && { loadDataDir: dump }),
});

/**
 * Executes messages of the wire protocol. PGlite's `execProtocolRaw` would also parse each response and keep it, so that
 * memory would grow with each query.
 */
async function execute(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  // The bytes are a view of the memory of the database, which the next call overwrites.
  await database.execProtocolRawStream(message, { onRawData: (bytes) => parts.push(bytes.slice()) });
  // Copied out of the buffer that short responses share, so that it can be handed over without another copy.
  return Uint8Array.from(Buffer.concat(parts));
}

let queue: Promise<void> = Promise.resolve();
let isClosed = false;
port.on('message', (message: Uint8Array | 'dump' | 'close') => {
  queue = queue.then(async () => {
    if (isClosed) return;
    if (message === 'close') {
      isClosed = true;
      await database.close();
      port.postMessage('closed');
    } else if (message === 'dump') {
      port.postMessage(await database.dumpDataDir('none'));
    } else {
      const response = await execute(message);
      port.postMessage(response, [response.buffer]);
    }
  });
});
port.postMessage('ready');
