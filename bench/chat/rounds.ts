import type { Browser, CDPSession, Page } from 'playwright-core';
import type { PageName } from './build.ts';

/** A path at which the application shows only its frame and the chat. */
const paths: Record<PageName, string> = {
  app: '/not-found',
  plainTail: '/plainTail.html',
  virtualList: '/virtualList.html',
};
/**
 * Number of messages measured in each round, after the same number for warming up. The chat removes its oldest rows
 * with every 40th message, so each round contains that cost.
 */
const INCOMING = 40;
export const BURST = 200;
const KEYS = 20;
/** One burst has too few keys for a p95. */
const TYPED_BURSTS = 3;
/** The time between 2 keys: faster than people type, and at a random moment of a frame. */
const BETWEEN_KEYS_MS = { least: 15, most: 45 };
const SCROLLED = { frames: 240, pixels: 80 };

/** The results of one contestant in one round: times in milliseconds, heap in megabytes. */
export type Sample = Record<string, number[]>;

/** Uses a new page for each contestant, size and round, so that none inherits heap or compiled code. */
export async function measureRound(
  browser: Browser,
  url: string,
  name: PageName,
  size: number,
  isFull: boolean,
): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    await page.goto(`${url}${paths[name]}`);
    await page.waitForFunction(() => window.bench !== undefined);
    const cdp = await context.newCDPSession(page);
    // CPU time instead of wall time, because other processes run on this machine.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.evaluate(() => window.bench!.load(0));
    const empty = await heapOf(cdp);
    await page.evaluate((count) => window.bench!.load(count), size);
    // Opened once before measuring, because a chat usually runs all day with compiled code.
    await page.evaluate(() => window.bench!.open());
    await page.evaluate(() => window.bench!.close());

    const sample: Sample = {};
    const open = await withCpu(cdp, () => page.evaluate(() => window.bench!.open()));
    sample.openMs = [open.result];
    sample.openCpu = [open.cpuMs];
    sample.rows = [await page.evaluate(() => window.bench!.rowCount())];
    sample.heap = [(await heapOf(cdp)) - empty];
    await page.evaluate((count) => window.bench!.receive(count), INCOMING);
    const incoming = await withCpu(cdp, () =>
      page.evaluate((count) => window.bench!.receive(count), INCOMING),
    );
    sample.incomingMs = incoming.result;
    sample.incomingCpu = [incoming.cpuMs / INCOMING];
    if (isFull) Object.assign(sample, await measureActivity(page, cdp));
    if (failures.length > 0) throw new Error(`${name}: ${failures.join('; ')}`);
    return sample;
  } finally {
    await context.close();
  }
}

/** Types keys one by one until the burst is over. No key waits for the frame of the previous one. */
async function typeKeys(page: Page, isOver = () => false): Promise<number[]> {
  await page.evaluate(() => {
    window.stopTimingKeys = window.bench!.timeKeys();
  });
  const { least, most } = BETWEEN_KEYS_MS;
  for (let n = 0; n < KEYS && !isOver(); n++) {
    await page.keyboard.press('a', { delay: 5 });
    await page.waitForTimeout(least - 5 + Math.random() * (most - least));
  }
  return page.evaluate(() => window.stopTimingKeys?.() ?? []);
}

/** Frames are not watched here: requesting every frame would delay each key until the next one. */
async function typeInBurst(page: Page): Promise<number[]> {
  let isOver = false;
  const streaming = page
    .evaluate((count) => window.bench!.stream(count), BURST)
    .finally(() => {
      isOver = true;
    });
  const keys = await typeKeys(page, () => isOver);
  await streaming;
  return keys;
}

async function measureActivity(page: Page, cdp: CDPSession): Promise<Sample> {
  const burst = await withCpu(cdp, () => page.evaluate((count) => window.bench!.burst(count), BURST));
  const atRest = await withCpu(cdp, () => typeKeys(page));
  const keys: number[] = [];
  for (let n = 0; n < TYPED_BURSTS; n++) keys.push(...(await typeInBurst(page)));
  const scroll = await withCpu(cdp, () =>
    page.evaluate(({ frames, pixels }) => window.bench!.scrollUp(frames, pixels), SCROLLED),
  );
  const { dropped, frames, worstGapMs, mostRows } = scroll.result;
  return {
    burstCpu: [burst.cpuMs],
    burstDropped: [burst.result.dropped],
    burstLongTask: [burst.result.longTaskMs],
    burstWorstGap: [burst.result.worstGapMs],
    restKeyMs: atRest.result,
    restKeyCpu: [atRest.cpuMs / KEYS],
    keyMs: keys,
    scrollDropped: [(dropped / (frames + dropped)) * 100],
    scrollWorstGap: [worstGapMs],
    scrollCpu: [scroll.cpuMs],
    mostRows: [mostRows],
  };
}

/** The CPU time of the main thread during the work. */
export async function withCpu<T>(
  cdp: CDPSession,
  work: () => Promise<T>,
): Promise<{ result: T; cpuMs: number }> {
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  const before = await busy();
  const result = await work();
  return { result, cpuMs: (await busy()) - before };
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1_000_000;
}
