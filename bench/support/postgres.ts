import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';

/**
 * A temporary PostgreSQL; null if it is not installed. BENCH_DATABASE=postgres://… selects a database that stays, so that
 * filling it with a million people takes its half hour only once.
 */
export async function benchPostgres(): Promise<{ url: string; stop(): Promise<void> } | null> {
  const url = process.env.BENCH_DATABASE;
  if (url) return { url, stop: async () => {} };
  const programs = findPostgres();
  return programs === null ? null : startPostgres(programs);
}
