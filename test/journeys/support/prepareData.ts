import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSharedPostgres, stopSharedPostgres } from '#test/support/sharedPostgres.ts';
import { startTestPostgres } from '#test/support/startTestPostgres.ts';
import { startMessagingOn } from './messaging.ts';
import { findPostgres } from './postgres.ts';
import { PREPARED, PREPARED_MESSAGING, PREPARED_ON_POSTGRES, PREPARED_POSTGRES } from './preparedData.ts';
import { startOn, USES_POSTGRES } from './startServer.ts';

/**
 * Prepares the data of a first start, which stories copy to save time. Repeated for each run, because demo dates are
 * relative.
 */
export async function prepareData(): Promise<void> {
  await Promise.all([
    prepareOne(PREPARED, startOn, 'data'),
    prepareOne(PREPARED_MESSAGING, startMessagingOn),
    ...(findPostgres() ? [prepareOnPostgres()] : []),
  ]);
}

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

async function prepareOnPostgres(): Promise<void> {
  rmSync(PREPARED_POSTGRES, { recursive: true, force: true });
  const postgres = await startTestPostgres();
  try {
    await prepareOne(
      PREPARED_ON_POSTGRES,
      (directory) => startOn(directory, { DATABASE_URL: postgres.appUrl }),
      'data',
    );
    await postgres.shutDown('fast');
    execFileSync('cp', ['-a', postgres.data, PREPARED_POSTGRES]); // keeps the owner, unlike cpSync
  } finally {
    await postgres.stop();
  }
}

/** Runs before the first story; `npm test` has already prepared the data. Returns what runs after the last story. */
export default async function prepareOnce(): Promise<() => Promise<void>> {
  if (process.env.IS_PREPARED !== 'yes' || !existsSync(PREPARED)) await prepareData();
  if (!existsSync(PREPARED_POSTGRES) || process.env.TEST_DATABASE === 'embedded') return async () => {};
  await startSharedPostgres(PREPARED_POSTGRES);
  process.env[USES_POSTGRES] = 'yes';
  return stopSharedPostgres;
}
