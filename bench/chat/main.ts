import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/chromium.ts';
import { buildPages, type PageName } from './build.ts';
import { type Results, report } from './report.ts';
import { measureRound, type Sample } from './rounds.ts';
import { servePages } from './serve.ts';

/**
 * `npm run bench:chat`: our chat beside `plain-tail` (bounded plain DOM, the practical limit) and a bare virtual list, in
 * one run and one browser. Ours is the real application in its production build: real store, real root saga, real screens;
 * a realtime port and an API that make up one endless conversation stand where the network would be, so that the figures
 * are the page's own. `BENCH_ROUNDS` (5) and `BENCH_SIZES` (500,5000,20000) make it longer or shorter.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SIZES = (process.env.BENCH_SIZES ?? '500,5000,20000').split(',').map(Number);
/** Bursts, typing and scrolling are measured at this size. */
const WHOLE_SIZE = SIZES.includes(5_000) ? 5_000 : (SIZES[0] ?? 500);
const CONTESTANTS: PageName[] = ['plainTail', 'app', 'virtualList'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
];

/** Forth and back, so that none always comes after the same one. */
const inTurn = (round: number) => (round % 2 === 1 ? CONTESTANTS : CONTESTANTS.toReversed());
const say = (line: string) => process.stdout.write(`${line}\n`);
const directory = join(import.meta.dirname, '../../.cache/bench-chat');
rmSync(directory, { recursive: true, force: true });
say('Building the pages …');
await buildPages(directory);
const { path, env } = await findChromium();
const server = await servePages(directory);
const browser = await chromium.launch({
  executablePath: path,
  args: FLAGS,
  env: { ...process.env, ...env } as Record<string, string>,
});
const results: Results = new Map();
try {
  for (const size of SIZES) {
    const of: Record<PageName, Sample> = { app: {}, plainTail: {}, virtualList: {} };
    for (let round = 1; round <= ROUNDS; round++) {
      // Side by side in time: whatever the machine does meanwhile, it does to all of them.
      for (const name of inTurn(round)) {
        const sample = await measureRound(browser, server.url, name, size, size === WHOLE_SIZE);
        for (const [key, values] of Object.entries(sample))
          of[name][key] = [...(of[name][key] ?? []), ...values];
      }
      say(`${size.toLocaleString('en-US')} messages: round ${round} of ${ROUNDS}`);
    }
    results.set(size, of);
  }
} finally {
  await browser.close();
  server.stop();
}
const missed = report(results, WHOLE_SIZE);
say(
  `\nMedians of ${ROUNDS} rounds in which the contestants take turns, forth and back; '× plain-tail' is the median of the rounds' own ratios.`,
);
say(`${missed === 0 ? 'Every target is reached.' : `${missed} targets are missed.`}`);
process.exitCode = missed === 0 ? 0 : 1;
