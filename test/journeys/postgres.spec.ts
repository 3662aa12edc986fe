import { test } from '@playwright/test';
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
  } finally {
    await server.dispose();
    await postgres.stop();
  }
});
