import type { OpenDatabase } from '#server/db/open.ts';
import { findPostgres } from '#test/journeys/support/postgres.ts';
import { openSharedDatabase } from './sharedPostgres.ts';
import { openEmbeddedDatabase } from './testDatabase.ts';

const hasPostgres = findPostgres() !== null;

/** Where PostgreSQL is not installed, the tests are listed as skipped. */
export const describeOnPostgres = hasPostgres ? describe : describe.skip;

/**
 * A database in the shared PostgreSQL, with several connections. Its login is the owner and not a superuser, as in
 * production.
 */
export const openOnPostgres = (): Promise<OpenDatabase> => openSharedDatabase({ isOwner: true });

/** Whether long tests of the embedded database run. Stories use it in every run. */
export const testsEmbedded =
  !hasPostgres || Boolean(process.env.HARD) || process.env.TEST_DATABASE === 'embedded';

/**
 * Describes the same tests on PostgreSQL with several connections and on the embedded database. `npm test` runs them on
 * PostgreSQL only, because the stories use the embedded database; `npm run test:hard` runs both.
 */
export function onEachDatabase(tests: (open: () => Promise<OpenDatabase>) => void) {
  if (testsEmbedded) describe('on the embedded database', () => tests(openEmbeddedDatabase));
  describeOnPostgres('on PostgreSQL', () => tests(openOnPostgres));
}
