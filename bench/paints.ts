import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import webpack from 'webpack';
import { type Figures, median } from '#bench/support/figures.ts';
import { BENCH_URL, startTrellis, withDataDirectory } from '#bench/support/server.ts';
import { findChromium } from '#scripts/chromium.ts';
import { LEARNER } from '#test/journeys/support/logins.ts';
import { fillSignIn } from '#test/journeys/support/people.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
/** Slow 4G as in Lighthouse, on a phone that is 4 times slower than this machine. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
/** The largest paint is final when nothing larger follows in this time. */
const SETTLED_AFTER_MS = 2_000;

const EMPTY_PAGE = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  createRoot(document.getElementById('root')).render(createElement('h1', null, 'An empty page'));
`;

interface Paints {
  first: number;
  largest: number;
}

export async function measurePaints(): Promise<Figures> {
  const empty = await serveEmptyPage();
  const { path, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath: path,
    args: ['--no-sandbox'],
    env: { ...process.env, ...env } as Record<string, string>,
  });
  try {
    return await withDataDirectory(async (directory) => {
      const trellis = await startTrellis(directory);
      try {
        return await compare(browser, empty.url);
      } finally {
        await trellis.end();
      }
    });
  } finally {
    await browser.close();
    empty.stop();
  }
}

async function compare(browser: Browser, emptyUrl: string): Promise<Figures> {
  const signedIn = await phone(browser);
  const page = await signedIn.newPage();
  await page.goto(`${BENCH_URL}/login`);
  await fillSignIn(page, LEARNER);
  await page.waitForURL(`${BENCH_URL}/home`);
  const session = await signedIn.storageState();
  await signedIn.close();

  const runs: Record<'empty' | 'login' | 'home', Paints[]> = { empty: [], login: [], home: [] };
  for (let run = 0; run < RUNS; run++) {
    runs.empty.push(await paintsOf(await phone(browser), emptyUrl));
    runs.login.push(await paintsOf(await phone(browser), `${BENCH_URL}/login`));
    runs.home.push(await paintsOf(await phone(browser, session), `${BENCH_URL}/home`));
  }
  const of = (name: keyof typeof runs, paint: keyof Paints) => median(runs[name].map((one) => one[paint]));
  const row = (name: 'login' | 'home', paint: keyof Paints) => ({
    what: `/${name}, ${paint} contentful paint`,
    ours: of(name, paint),
    reference: of('empty', paint),
    referenceName: 'an empty React page',
    unit: 'ms',
  });
  return {
    title: 'Paints on a phone',
    method: `Without a cache, on slow 4G (1.6 Mbit/s, 150 ms) with a processor that is ${CPU_SLOWDOWN} times slower. Medians of ${RUNS} alternating runs.`,
    rows: [row('login', 'first'), row('login', 'largest'), row('home', 'first'), row('home', 'largest')],
  };
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;
/** A browser profile of its own, so that nothing is cached. The service worker starts only after the measured paints. */
const phone = (browser: Browser, storageState?: Session) =>
  browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    serviceWorkers: 'block',
    ...(storageState && { storageState }),
  });

async function paintsOf(context: BrowserContext, url: string): Promise<Paints> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  try {
    await page.goto(url);
    await page.locator('h1').first().waitFor();
    return await finalPaints(page);
  } finally {
    await context.close();
  }
}

const finalPaints = (page: Page) =>
  page.evaluate(
    (settledAfter) =>
      new Promise<{ first: number; largest: number }>((resolve) => {
        let largest = 0;
        const first = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
        const finish = () => resolve({ first: first(), largest });
        let timer = setTimeout(finish, settledAfter);
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) largest = entry.startTime;
          clearTimeout(timer);
          timer = setTimeout(finish, settledAfter);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
    SETTLED_AFTER_MS,
  );

/** React and a heading, built with webpack and compressed in the same way as the product. */
async function serveEmptyPage() {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-paints-'));
  const entry = join(directory, 'entry.mjs');
  writeFileSync(entry, EMPTY_PAGE);
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        mode: 'production',
        target: 'browserslist',
        context: process.cwd(),
        entry,
        resolve: { modules: [join(process.cwd(), 'node_modules')] },
        output: { path: directory, filename: 'all.js' },
        performance: { hints: false },
      },
      (error, stats) => {
        if (error || !stats || stats.hasErrors()) reject(error ?? new Error(stats?.toString()));
        else resolve();
      },
    );
  });
  const script = brotliCompressSync(readFileSync(join(directory, 'all.js')));
  rmSync(directory, { recursive: true, force: true });
  const server = createServer((request, response) => {
    const isScript = request.url === '/all.js';
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8',
      ...(isScript && { 'content-encoding': 'br' }),
    });
    response.end(
      isScript
        ? script
        : '<!doctype html><title>Empty</title><div id="root"></div><script src="/all.js" defer></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, stop: () => server.close() };
}
