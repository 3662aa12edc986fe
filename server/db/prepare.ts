import type { Pool } from 'pg';
import { migrate } from './migrate.ts';

/** A database that is ready to be used: the newest schema and, where it is wanted, the demo organisation. */
export async function prepare(pool: Pool, { isDemo }: { isDemo: boolean }) {
  await migrate(pool);
  if (!isDemo) return;
  const { seedDemo } = await import('./seed/seedDemo.ts');
  await seedDemo(pool, new Date());
}
