import type { Pool } from 'pg';
import { migrate } from './migrate.ts';

/**
 * A database that is ready to be used: the newest schema and, where it is wanted, the demo organisation. Says whether that
 * was made just now.
 */
export async function prepare(pool: Pool, { isDemo }: { isDemo: boolean }): Promise<boolean> {
  await migrate(pool);
  if (!isDemo) return false;
  const { seedDemo } = await import('./seed/seedDemo.ts');
  return seedDemo(pool, new Date());
}
