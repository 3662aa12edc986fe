import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PREPARED } from './preparedData.ts';
import { startOn } from './startServer.ts';

/**
 * A first start takes the server seconds, a copy of what it leaves a fraction of one. Made anew for each run: the demo's
 * dates count from today.
 */
export async function prepareData(): Promise<void> {
  rmSync(PREPARED, { recursive: true, force: true });
  const directory = mkdtempSync(join(tmpdir(), 'trellis-prepared-'));
  const server = await startOn(directory);
  await server.stop();
  cpSync(join(directory, 'data'), `${PREPARED}.part`, { recursive: true });
  renameSync(`${PREPARED}.part`, PREPARED);
  rmSync(directory, { recursive: true, force: true });
}

/** Before the first story. Within `npm test` it has been done already. */
export default async function prepareOnce(): Promise<void> {
  if (process.env.IS_PREPARED !== 'yes' || !existsSync(PREPARED)) await prepareData();
}
