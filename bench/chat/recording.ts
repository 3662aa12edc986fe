import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '#bench/support/browser.ts';
import { median } from '#bench/support/figures.ts';
import { medianWithInterval } from '#bench/support/interval.ts';
import { buildPages } from './build.ts';
import { openBurstPage } from './burstPage.ts';
import { servePages } from './serve.ts';

/**
 * `npm run bench:recording` measures what it costs to record causes and effects (decision 0150): main-thread CPU time of bursts of
 * 200 messages a second in a conversation of 1,000. It compares two builds, of which one does not contain the recording, in
 * one browser. `BENCH_ROUNDS` (10) is the number of page pairs, and `BENCH_PAIRS` (16) the number of burst pairs in each.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10);
const PAIRS = Number(process.env.BENCH_PAIRS ?? 16);
/** Fewer rounds give an interval that is too narrow. */
const FEWEST_ROUNDS = 6;
/** Pairs at the start of a round that are not counted. */
const WARM_UP = 2;
const SIZE = 1_000;
const LIMIT_PERCENT = 2;
/** A method of the effect log. Minification keeps its name. */
const MARK = 'identifyActions';

type Variant = 'recorded' | 'bare';
type Pair = Record<Variant, number>;
/** Each variant starts first in every second pair. */
const orderOf = (turn: number): Variant[] => (turn % 2 ? ['recorded', 'bare'] : ['bare', 'recorded']);

const print = (line: string) => process.stdout.write(`${line}\n`);
const percent = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)}%`;
const directory = join(import.meta.dirname, '../../.cache/bench-recording');

async function build(variant: Variant) {
  const target = join(directory, variant);
  const isRecorded = variant === 'recorded';
  await buildPages(target, { names: ['app'], isRecorded });
  const scripts = readdirSync(join(target, 'assets')).filter((name) => name.endsWith('.js'));
  const hasRecording = scripts.some((name) =>
    readFileSync(join(target, 'assets', name), 'utf8').includes(MARK),
  );
  if (hasRecording !== isRecorded) throw new Error(`The build "${variant}" has the wrong content`);
  return servePages(target);
}

/**
 * A new page for each variant, in processes of their own. Both bursts of a pair run at the same time, so that other load on the
 * machine slows both: on a busy machine, the ratios of such pairs vary by 4%, and those of bursts one after the other by 6%.
 */
async function measureRound(browser: Browser, round: number, urls: Record<Variant, string>): Promise<Pair[]> {
  const pages = {} as Record<Variant, Awaited<ReturnType<typeof openBurstPage>>>;
  for (const variant of orderOf(round)) pages[variant] = await openBurstPage(browser, urls[variant], SIZE);
  const pairs: Pair[] = [];
  for (let turn = 0; turn < WARM_UP + PAIRS; turn++) {
    const pair: Pair = { recorded: 0, bare: 0 };
    for (const { collectGarbage } of Object.values(pages)) await collectGarbage();
    await Promise.all(
      orderOf(round + turn).map(async (variant) => {
        pair[variant] = await pages[variant].burst();
      }),
    );
    pairs.push(pair);
  }
  for (const { close } of Object.values(pages)) await close();
  return pairs.slice(WARM_UP);
}

rmSync(directory, { recursive: true, force: true });
print('Building the pages with and without the recording');
const servers = { recorded: await build('recorded'), bare: await build('bare') };
const urls = { recorded: servers.recorded.url, bare: servers.bare.url };
const browser = await launchBrowser();
const rounds: Pair[][] = [];
try {
  for (let round = 0; round < ROUNDS; round++) {
    const pairs = await measureRound(browser, round, urls);
    rounds.push(pairs);
    print(`  round ${round + 1}: ${percent(median(pairs.map(({ recorded, bare }) => recorded / bare)))}`);
  }
} finally {
  await browser.close();
  for (const { stop } of Object.values(servers)) stop();
}

const all = rounds.flat();
const timeOf = (variant: Variant) => `${median(all.map((pair) => pair[variant])).toFixed(1)} ms`;
const cost = medianWithInterval(rounds.map((pairs) => pairs.map(({ recorded, bare }) => recorded / bare)));
const limit = 1 + LIMIT_PERCENT / 100;
const isDecided = ROUNDS >= FEWEST_ROUNDS && (cost.high < limit || cost.low > limit);
const verdict = !isDecided ? 'not decided' : cost.high < limit ? 'below the limit' : 'above the limit';
print(
  `Main thread in a burst of 200 messages, median of ${all.length}: ${timeOf('recorded')} recorded, ${timeOf('bare')} not`,
);
print(
  `Cost: ${percent(cost.median)}, 95% interval ${percent(cost.low)} to ${percent(cost.high)}; limit ${LIMIT_PERCENT}%: ${verdict}`,
);
process.exitCode = isDecided && cost.high < limit ? 0 : 1;
