import { defineConfig } from '@playwright/test';

/** Below its address bar, which nobody sees here, the browser holds two pages of its own ready for each context. */
const OWN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Of two lists the browser takes the last one: what Playwright has in its own that a story could notice is repeated. */
const DISABLED = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AimEnabled',
];

/** The stories run against servers that the test files start for themselves, so they need no base address here. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
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
    // A picture of each moment costs as much as the story: TRACE=full makes them, else a failure keeps the last one.
    trace: {
      mode: 'retain-on-failure',
      screenshots: process.env.TRACE === 'full',
      snapshots: process.env.TRACE === 'full',
    },
    screenshot: 'only-on-failure',
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
        `--disable-features=${[...DISABLED, ...OWN_PAGES].join(',')}`,
      ],
    },
  },
});
