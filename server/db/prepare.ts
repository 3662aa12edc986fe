import { migrate } from './migrate.ts';
import type { OpenDatabase } from './open.ts';
import { findUnsafeLogin, requireNoDemo, UnsafeDatabase } from './requireSafe.ts';

/**
 * Checks and migrates the database, and returns the names of the new migrations. Outside local deployments, an unsafe
 * database is refused (decision 0031).
 */
export async function prepare(
  { pool, kind }: Pick<OpenDatabase, 'pool' | 'kind'>,
  { isLocal, deployment }: { isLocal: boolean; deployment: string },
  log: { warn(text: string): void },
): Promise<string[]> {
  // The embedded database has a single login. Requests never use its rights, because they run as `trellis_app`.
  const unsafe = kind === 'postgres' ? await findUnsafeLogin(pool) : null;
  if (unsafe !== null && !isLocal)
    throw new UnsafeDatabase(
      `${unsafe}. Use a login that may not read every organisation, see docs/operating.md.`,
    );
  if (unsafe !== null) log.warn(`${unsafe}. Deployments other than local refuse it.`);
  const applied = await migrate(pool);
  if (!isLocal) await requireNoDemo(pool, deployment);
  return applied;
}
