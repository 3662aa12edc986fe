import type { Logger } from 'pino';
import { migrate } from './migrate.ts';
import type { OpenDatabase } from './open.ts';
import { findUnsafeLogin, requireNoDemo, UnsafeDatabase } from './requireSafe.ts';

/** Checks and migrates the database. Outside local deployments, an unsafe database is refused (decision 0031). */
export async function prepare(
  { pool, kind }: Pick<OpenDatabase, 'pool' | 'kind'>,
  { isLocal, deployment }: { isLocal: boolean; deployment: string },
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  // The embedded database has a single login. Requests never use its rights, because they run as `trellis_app`.
  const unsafe = kind === 'postgres' ? await findUnsafeLogin(pool) : null;
  if (unsafe !== null && !isLocal)
    throw new UnsafeDatabase(
      `${unsafe}. Use a login that may not read every organisation, see docs/operating.md.`,
    );
  if (unsafe !== null) log.warn(`${unsafe}. Any other deployment than local refuses it.`);
  await migrate(pool);
  if (!isLocal) await requireNoDemo(pool, deployment);
}
