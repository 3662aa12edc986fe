import type { Browser } from 'playwright-core';
import { BURST, withCpu } from './rounds.ts';

/** A new page of the chat in a process of its own, with an open conversation of `size` messages. */
export async function openBurstPage(browser: Browser, url: string, size: number) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${url}/not-found`);
  await page.waitForFunction(() => window.bench !== undefined);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate((count) => window.bench!.load(count), size);
  await page.evaluate(() => window.bench!.open());
  return {
    /** The garbage of the previous burst is not counted in the next one. */
    collectGarbage: () => cdp.send('HeapProfiler.collectGarbage'),
    /** The CPU time of the main thread in one burst, in milliseconds. */
    async burst() {
      return (await withCpu(cdp, () => page.evaluate((count) => window.bench!.burst(count), BURST))).cpuMs;
    },
    close: () => context.close(),
  };
}
