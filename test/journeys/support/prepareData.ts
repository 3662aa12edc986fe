import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMessagingOn } from './messaging.ts';
import { PREPARED, PREPARED_MESSAGING } from './preparedData.ts';
import { startOn } from './startServer.ts';

/**
 * Prepares the data of a first start, which stories copy to save time. Repeated for each run, because demo dates are
 * relative.
 */
export const prepareData = () =>
  Promise.all([prepareOne(PREPARED, startOn, 'data'), prepareOne(PREPARED_MESSAGING, startMessagingOn)]);

/** Starts a service on an empty directory, stops it and keeps its data. */
async function prepareOne(
  target: string,
  start: (directory: string) => Promise<{ stop(): Promise<unknown> }>,
  within = '.',
): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  const directory = mkdtempSync(join(tmpdir(), 'trellis-prepared-'));
  const started = await start(directory);
  await started.stop();
  cpSync(join(directory, within), `${target}.part`, { recursive: true });
  renameSync(`${target}.part`, target);
  rmSync(directory, { recursive: true, force: true });
}

/** Runs before the first story; `npm test` has prepared the data already. */
export default async function prepareOnce(): Promise<void> {
  if (process.env.IS_PREPARED !== 'yes' || !existsSync(PREPARED)) await prepareData();
}
