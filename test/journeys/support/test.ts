import { test as base } from '@playwright/test';
import { serverLogs } from './startServer.ts';

/**
 * The test of a story. It closes all browser contexts that the story has opened, because Playwright closes only its
 * own, and open pages keep connecting to the stopped server. If the story failed, it keeps the logs of its servers.
 */
export const test = base.extend<{ cleansUp: undefined }>({
  cleansUp: [
    async ({ browser }, use, info) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
      if (info.status === info.expectedStatus) return;
      for (const path of serverLogs()) await info.attach('server.log', { path, contentType: 'text/plain' });
    },
    { auto: true },
  ],
});
