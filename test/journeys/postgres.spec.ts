import { expect } from '@playwright/test';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { findPostgres, startPostgres } from '#test/journeys/support/postgres.ts';
import { startServer } from '#test/journeys/support/startServer.ts';
import { runStory } from '#test/journeys/support/story.ts';
import { test } from '#test/journeys/support/test.ts';

const programs = findPostgres();

test('the main story works with PostgreSQL', async ({ browser }) => {
  test.skip(!programs, 'PostgreSQL is not installed here');
  const postgres = await startPostgres(programs ?? '');
  const server = await startServer({ DATABASE_URL: postgres.url });
  try {
    await runStory(browser, server.url);
    await test.step('a migration restores the statement timeout', async () => {
      const { pool, close } = await openDatabase({ url: postgres.url, poolSize: 1 });
      await migrate(pool); // turns the timeout off and on again
      expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '5s' }]);
      await close();
    });
  } finally {
    await server.dispose();
    await postgres.stop();
  }
});
