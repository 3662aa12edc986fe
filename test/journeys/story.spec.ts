import { test } from '@playwright/test';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { runStory } from '#test/journeys/support/story.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

test('the main story works from sign-in to celebration', ({ browser }) => runStory(browser, server.url));
