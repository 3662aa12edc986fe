import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { runStory } from '#test/journeys/support/story.ts';
import { test } from '#test/journeys/support/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({}, { isEmbedded: true }); // as `npm start` without PostgreSQL
});
test.afterAll(() => server.dispose());

test('the main story works from sign-in to celebration', ({ browser }) => runStory(browser, server.url));
