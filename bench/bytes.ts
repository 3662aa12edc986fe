import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import webpack from 'webpack';
import { launchBrowser } from '#bench/support/browser.ts';
import type { Figures } from '#bench/support/figures.ts';
import { BENCH_URL, startTrellis, withDataDirectory } from '#bench/support/server.ts';
import { LEARNER } from '#test/journeys/support/logins.ts';
import { fillSignIn } from '#test/journeys/support/people.ts';

/** The libraries that the product needs, without its own code. */
const REQUIRED_LIBRARIES = `
  export * as react from 'react';
  export { createRoot } from 'react-dom/client';
  export { configureStore, createSlice, createEntityAdapter } from '@reduxjs/toolkit';
  export { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
  export { Provider, useSelector, useDispatch } from 'react-redux';
  export { default as createSagaMiddleware, eventChannel } from 'redux-saga';
  export { call, put, take, fork, takeEvery } from 'redux-saga/effects';
`;
const MESSAGING_SDK = `export { default as PubNub } from 'pubnub';`;

export async function measureBytes(): Promise<Figures> {
  const [libraries, withMessaging] = await Promise.all([
    bundleSize(REQUIRED_LIBRARIES),
    bundleSize(REQUIRED_LIBRARIES + MESSAGING_SDK),
  ]);
  const loaded = await withDataDirectory(async (directory) => {
    const trellis = await startTrellis(directory);
    try {
      return await bytesLoaded();
    } finally {
      await trellis.end();
    }
  });
  return {
    title: 'Size of JavaScript and CSS (brotli)',
    method:
      'Bytes that a browser without a cache loads for the page. The reference is a bundle of the libraries alone, built by the same webpack.',
    rows: [
      {
        what: '/login',
        ours: loaded.login / 1000,
        reference: libraries / 1000,
        referenceName: 'React, Redux Toolkit, redux-saga',
        unit: 'kB',
      },
      {
        what: '/home after sign-in (including /login)',
        ours: loaded.home / 1000,
        reference: withMessaging / 1000,
        referenceName: 'the same plus PubNub',
        unit: 'kB',
      },
    ],
  };
}

/** Transferred bytes of scripts and style sheets, up to /login and up to /home after sign-in. */
async function bytesLoaded() {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (!['script', 'stylesheet'].includes(request.resourceType())) return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    const total = async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await page.goto(`${BENCH_URL}/login`, { waitUntil: 'networkidle' });
    const login = await total();
    await fillSignIn(page, LEARNER);
    await page.waitForURL(`${BENCH_URL}/home`);
    await page.getByRole('region', { name: 'Chat', exact: true }).waitFor();
    await page.waitForTimeout(2_000); // the SDK loads after the screen, and its long polls keep the network busy, so `networkidle` never fires
    return { login, home: await total() };
  } finally {
    await browser.close();
  }
}

function bundleSize(source: string): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-bytes-'));
  const entry = join(directory, 'entry.mjs');
  writeFileSync(entry, source);
  return new Promise((resolve, reject) => {
    webpack(
      {
        mode: 'production',
        target: 'browserslist',
        context: process.cwd(),
        entry,
        // The entry is in a temporary directory but imports the packages of this project.
        resolve: { modules: [join(process.cwd(), 'node_modules')] },
        output: { path: directory, filename: 'all.js', library: { type: 'var', name: 'all' } },
        performance: { hints: false },
      },
      (error, stats) => {
        if (error || !stats || stats.hasErrors()) return reject(error ?? new Error(stats?.toString()));
        resolve(brotliCompressSync(readFileSync(join(directory, 'all.js'))).length);
        rmSync(directory, { recursive: true, force: true });
      },
    );
  });
}
