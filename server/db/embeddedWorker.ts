import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/**
 * PostgreSQL in a thread of its own: a slow query must not stop the event loop that serves everybody else.
 * It speaks PostgreSQL's wire protocol: bytes in, bytes out, in order.
 */
export interface EmbeddedWorkerData {
  /** A directory, or null for a database in memory. */
  directory: string | null;
  /** A dump of a prepared database to begin with, when the directory is new. */
  dump: Blob | null;
}

const { directory, dump } = workerData as EmbeddedWorkerData;
const port = parentPort;
if (!port) throw new Error('embeddedWorker runs in a worker thread');

const database = await PGlite.create({
  ...(directory && { dataDir: directory }),
  ...(dump && { loadDataDir: dump }),
});

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
      port.postMessage(await database.execProtocolRaw(message));
    }
  });
});
port.postMessage('ready');
