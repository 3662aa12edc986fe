import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMessagingOn } from './messaging.ts';
import { PREPARED, PREPARED_MESSAGING } from './preparedData.ts';
import { startOn } from './startServer.ts';

/**
 * A first start takes the server seconds, a copy of what it leaves a fraction of one. Made anew for each run: the demo's
 * dates count from today.
 */
export const prepareData = () =>
  Promise.all([prepareOne(PREPARED, startOn, 'data'), prepareOne(PREPARED_MESSAGING, startMessagingOn)]);

/** Starts it on an empty directory, ends it and keeps what it has left. */
async function prepareOne(
  kept: string,
  start: (directory: string) => Promise<{ stop(): Promise<unknown> }>,
  within = '.',
): Promise<void> {
  rmSync(kept, { recursive: true, force: true });
  const directory = mkdtempSync(join(tmpdir(), 'trellis-prepared-'));
  const started = await start(directory);
  await started.stop();
  cpSync(join(directory, within), `${kept}.part`, { recursive: true });
  renameSync(`${kept}.part`, kept);
  rmSync(directory, { recursive: true, force: true });
}

/** Before the first story. Within `npm test` it has been done already. */
export default async function prepareOnce(): Promise<void> {
  if (process.env.IS_PREPARED !== 'yes' || !existsSync(PREPARED)) await prepareData();
}
