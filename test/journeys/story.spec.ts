import { test } from '@playwright/test';
import { type RunningServer, startServer } from './support/startServer.ts';
import { tellTheStory } from './support/story.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

test('from sign-in to celebration', ({ browser }) => tellTheStory(browser, server.url));
