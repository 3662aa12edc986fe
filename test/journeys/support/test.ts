import { test as base } from '@playwright/test';

/**
 * The test of a story. It closes all browser contexts that the story has opened, because Playwright closes only its
 * own, and open pages keep connecting to the stopped server.
 */
export const test = base.extend<{ closesContexts: undefined }>({
  closesContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
