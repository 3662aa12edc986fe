import { expect, test } from '@playwright/test';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { findPostgres, startPostgres } from './support/postgres.ts';
import { startServer } from './support/startServer.ts';
import { tellTheStory } from './support/story.ts';

const programs = findPostgres();

test('the same story with PostgreSQL in place of the embedded database', async ({ browser }) => {
  test.skip(!programs, 'PostgreSQL is not installed here');
  const postgres = await startPostgres(programs ?? '');
  const server = await startServer({ DATABASE_URL: postgres.url });
  try {
    await tellTheStory(browser, server.url);
    await test.step('no statement holds a connection for long', async () => {
      const { pool, close } = await openDatabase({ url: postgres.url, poolSize: 1 });
      await migrate(pool); // lifts the limit, and puts it back
      expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '5s' }]);
      await close();
    });
  } finally {
    await server.dispose();
    await postgres.stop();
  }
});
