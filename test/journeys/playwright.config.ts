import { defineConfig } from '@playwright/test';

/** These take the longest and begin first, so that none of them is alone at the end. */
const LONG = /(accessibility|timeTravel|refresh|tabs|unread|growth|bell|outages)\.spec/;

/** The stories run against servers that the test files start for themselves, so they need no base address here. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testMatch: '*.spec.ts', testIgnore: LONG },
  ],
  globalSetup: './support/prepareData.ts',
  outputDir: '../../.cache/test/journeys',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Three files at a time, on two processors: stories wait for half of their time.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    headless: true,
    actionTimeout: 10_000,
    // To follow what failed, TRACE=1 notes it, and TRACE=full with a picture of each moment, which costs as much as the story.
    trace: {
      mode: process.env.TRACE ? 'retain-on-failure' : 'off',
      screenshots: process.env.TRACE === 'full',
      snapshots: process.env.TRACE === 'full',
    },
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      // Beside what Playwright gives it: nothing but the pages of the tests is asked for, and drawn without a card.
      args: ['--disable-gpu', '--disable-quic'],
    },
  },
});
