import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '#bench/support/browser.ts';
import { quantile } from '#bench/support/figures.ts';
import { buildPages } from './build.ts';
import { measureBursts } from './rounds.ts';
import { servePages } from './serve.ts';

/**
 * `npm run bench:recording` measures what it costs to record causes and effects (decision 0150): main-thread time of bursts of
 * 200 messages a second in a conversation of 1,000, with and without the recorder, alternating in one run and one browser.
 * `BENCH_ROUNDS` (8) changes the length.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 8);
const BURSTS = 5;
const SIZE = 1_000;
const MOST_PERCENT = 2;

const print = (line: string) => process.stdout.write(`${line}\n`);
const directory = join(import.meta.dirname, '../../.cache/bench-recording');
rmSync(directory, { recursive: true, force: true });
print('Building the pages');
await buildPages(directory);
const server = await servePages(directory);
const browser = await launchBrowser();
const took = { on: [] as number[], off: [] as number[] };
try {
  for (let round = 0; round < ROUNDS; round++)
    for (const recording of round % 2 ? (['on', 'off'] as const) : (['off', 'on'] as const))
      took[recording].push(
        ...(await measureBursts(browser, `${server.url}/not-found?recording=${recording}`, SIZE, BURSTS)),
      );
} finally {
  await browser.close();
  server.stop();
}
const on = quantile(took.on, 0.5);
const off = quantile(took.off, 0.5);
const percent = (on / off - 1) * 100;
print(
  `Burst of 200 messages, main thread, median of ${took.on.length}: ${on.toFixed(1)} ms recorded, ${off.toFixed(1)} ms not`,
);
print(`Cost: ${percent.toFixed(1)}% (target: less than ${MOST_PERCENT}%)`);
process.exitCode = percent < MOST_PERCENT ? 0 : 1;
