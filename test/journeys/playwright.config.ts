import { defineConfig } from '@playwright/test';

/** The longest stories start first, so that none of them is the last. */
const LONG =
  /(accessibility|timeTravel|refresh|tabs|outages|bell|coaching|checkIn|gates|offline|firstDay|packages|growth|flows|reporting|unread)\.spec/;

/** `npm run test:hard` runs these stories. `npm test` runs only the first day of an organisation on PostgreSQL. */
const HARD = process.env.HARD ? [] : [/postgres\.spec/];

/** Each test file starts its own server, so there is no base URL. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testMatch: '*.spec.ts', testIgnore: [LONG, ...HARD] },
  ],
  globalSetup: './support/prepareData.ts',
  outputDir: '../../.cache/test/journeys',
  // The longest story of this default (firstDay) takes 100 s alone, and took 234 s beside other browsers on slow processors.
  timeout: 360_000,
  // A page needs more than 10 s to start when both processors are busy.
  expect: { timeout: 20_000 },
  // 3 workers on 2 processors, because stories also wait. A fourth gained 6 of 366 s, and pages started too slowly for
  // their timeouts.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    headless: true,
    // Each first visit would store 1 MB of files. offline.spec.ts is about the service worker.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    // TRACE=1 records a trace of a failed story; TRACE=full adds screenshots and doubles the run time.
    trace: {
      mode: process.env.TRACE ? 'retain-on-failure' : 'off',
      screenshots: process.env.TRACE === 'full',
      snapshots: process.env.TRACE === 'full',
    },
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      // In addition to Playwright's defaults: no graphics card, no QUIC, a fake camera and microphone, and no check for
      // speech recognition on the device, because this check ends the page in the headless browser.
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--disable-blink-features=OnDeviceWebSpeechAvailable',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--allow-loopback-in-peer-connection',
      ],
    },
  },
});
