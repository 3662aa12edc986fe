import { createRequire } from 'node:module';

interface PlaywrightServer {
  server: {
    createPlaywright(options: { sdkLanguage: 'javascript' }): {
      chromium: {
        defaultArgs(options: { headless: boolean }, isPersistent: boolean, home: string): Promise<string[]>;
      };
    };
  };
}
const SWITCH = '--disable-features=';

/**
 * The switch that turns more of the browser's features off. Of two lists the browser takes the last one, so ours has in
 * it what Playwright turns off itself: asked of the Playwright that is installed, since a copy would go stale unseen.
 */
export async function disabledFeatures(more: readonly string[]): Promise<string> {
  const { server } = createRequire(import.meta.url)('playwright-core/lib/coreBundle') as PlaywrightServer;
  const { chromium } = server.createPlaywright({ sdkLanguage: 'javascript' });
  const switches = await chromium.defaultArgs({ headless: true }, false, '');
  const own = switches.find((one) => one.startsWith(SWITCH));
  if (!own) throw new Error(`Playwright starts Chromium without ${SWITCH} now: give it ours alone.`);
  return [own, ...more].join(',');
}
