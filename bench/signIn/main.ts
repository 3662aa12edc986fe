import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { PASSWORD, type Population, populate } from '#bench/api/population.ts';
import { launchBrowser } from '#bench/support/browser.ts';
import { median } from '#bench/support/figures.ts';
import { benchPostgres } from '#bench/support/postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { startServer } from '#server/start.ts';

/**
 * `npm run bench:sign-in` signs in with a browser in organisations of different sizes on PostgreSQL: the time until the
 * home page shows its content, the bytes of the API, and the memory of the client. The smallest organisation is the
 * reference; all are above the size up to which a client loads the directory (decision 0040). It needs a built client
 * (`npm run build`). BENCH_USERS=3000,1000000 and BENCH_ROUNDS=3 change the run; BENCH_DATABASE is in
 * bench/support/postgres.ts.
 */
const SIZES = (process.env.BENCH_USERS ?? '3000,100000').split(',').map(Number);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const PORT = Number(process.env.BENCH_PORT ?? 4_730);
const print = (line: string) => process.stdout.write(`${line}\n`);

const postgres = await benchPostgres();
if (!postgres) throw new Error('Install PostgreSQL for this bench.');
const home = mkdtempSync(join(tmpdir(), 'trellis-bench-sign-in-'));
try {
  const populations = await fill(postgres.url);
  const server = await startServer({
    PORT: String(PORT),
    DATA_DIR: home,
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
  });
  const browser = await launchBrowser();
  try {
    const results = populations.map(({ users }) => ({ users, samples: [] as Sample[] }));
    // The first sign-in warms up the server and the browser.
    if (populations[0]) await signIn(browser, populations[0]);
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, population] of populations.entries())
        results[index]?.samples.push(await signIn(browser, population));
    print(`\nMedians of ${ROUNDS} sign-ins, one after another`);
    for (const { users, samples } of results) {
      const of = (key: keyof Sample) => median(samples.map((sample) => sample[key]));
      print(
        `${users.toLocaleString('en-US').padStart(9)} people: home after ${of('homeMs').toFixed(0)} ms, ` +
          `${(of('apiBytes') / 1_000).toFixed(1)} kB from the API, ${(of('heapBytes') / 1_000_000).toFixed(2)} MB of memory`,
      );
    }
  } finally {
    await browser.close();
    await server.stop();
  }
} finally {
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
}

async function fill(url: string): Promise<Population[]> {
  const database = await openDatabase({ url });
  try {
    await migrate(database.pool);
    const populations: Population[] = [];
    for (const [index, users] of SIZES.entries())
      populations.push(await populate(database.pool, 101 + index, users));
    return populations;
  } finally {
    await database.close();
  }
}

interface Sample {
  homeMs: number;
  apiBytes: number;
  /** JavaScript memory that is in use after a garbage collection. */
  heapBytes: number;
}

/** A learner signs in in a new browser profile and waits for the cards of the home page. */
async function signIn(browser: Browser, { learner }: Population): Promise<Sample> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let apiBytes = 0;
  const apiRequests = new Set<string>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/api/')) apiRequests.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (apiRequests.has(requestId)) apiBytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  await page.goto(`http://localhost:${PORT}/login`);
  await page.getByLabel('Email').fill(learner);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const startedAt = performance.now();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/home');
  await page.locator('main h2').first().waitFor();
  const homeMs = performance.now() - startedAt;
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {}); // the long poll stays open
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await context.close();
  return { homeMs, apiBytes, heapBytes: usedSize };
}
