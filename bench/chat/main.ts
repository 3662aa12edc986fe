import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '#bench/support/browser.ts';
import { buildPages, type PageName } from './build.ts';
import { type Results, report } from './report.ts';
import { measureRound, type Sample } from './rounds.ts';
import { servePages } from './serve.ts';

/**
 * `npm run bench:chat` compares the chat with `plain-tail` (a bounded list of plain DOM rows, the practical limit) and a
 * virtual list of a library, in one run and one browser. The chat is the production build with its store, root saga and
 * screens. A fake realtime port and API generate one endless conversation, so that no network is measured.
 * `BENCH_ROUNDS` (5) and `BENCH_SIZES` (500,5000,20000) change the length of a run.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SIZES = (process.env.BENCH_SIZES ?? '500,5000,20000').split(',').map(Number);
/** The size at which bursts, typing and scrolling are measured. */
const FULL_SIZE = SIZES.includes(5_000) ? 5_000 : (SIZES[0] ?? 500);
const CONTESTANTS: PageName[] = ['plainTail', 'app', 'virtualList'];
const FLAGS = [
  '--disable-quic',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
];

/** The order alternates, so that no contestant always runs after the same one. */
const contestantsOf = (round: number) => (round % 2 === 1 ? CONTESTANTS : CONTESTANTS.toReversed());
const print = (line: string) => process.stdout.write(`${line}\n`);
const directory = join(import.meta.dirname, '../../.cache/bench-chat');
rmSync(directory, { recursive: true, force: true });
print('Building the pages');
await buildPages(directory);
const server = await servePages(directory);
const browser = await launchBrowser(FLAGS);
const results: Results = new Map();
try {
  for (const size of SIZES) {
    const of: Record<PageName, Sample> = { app: {}, plainTail: {}, virtualList: {} };
    for (let round = 1; round <= ROUNDS; round++) {
      // The contestants of a round run one after another, so other load on the machine affects all of them.
      for (const name of contestantsOf(round)) {
        const sample = await measureRound(browser, server.url, name, size, size === FULL_SIZE);
        for (const [key, values] of Object.entries(sample))
          of[name][key] = [...(of[name][key] ?? []), ...values];
      }
      print(`${size.toLocaleString('en-US')} messages: round ${round} of ${ROUNDS}`);
    }
    results.set(size, of);
  }
} finally {
  await browser.close();
  server.stop();
}
const missed = report(results, FULL_SIZE);
print(
  `\nMedians of ${ROUNDS} rounds with alternating order. '× plain-tail' is the median of the ratios of all rounds.`,
);
print(`${missed === 0 ? 'All targets reached.' : `${missed} targets missed.`}`);
process.exitCode = missed === 0 ? 0 : 1;
