import type { Pool } from 'pg';
import { migrate } from './migrate.ts';

/** Migrates the database and, if asked, creates the demo organisations. Returns whether it created them. */
export async function prepare(pool: Pool, { isDemo }: { isDemo: boolean }): Promise<boolean> {
  await migrate(pool);
  if (!isDemo) return false;
  const { seedDemo } = await import('#server/db/seed/seedDemo.ts');
  return seedDemo(pool, new Date());
}
