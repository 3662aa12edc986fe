import { defineConfig } from '@playwright/test';

/** The stories run against servers that each test file starts for itself, so they need no base address here. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './support/prepareData.ts',
  outputDir: '../../.cache/test/journeys',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Two files at a time: stories wait for most of their time.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    headless: true,
    actionTimeout: 10_000,
    trace: 'retain-on-failure',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      // A closed network and no sandbox for root: nothing but the pages of the tests is asked for.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
