import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { startApi, type TestApi } from '#test/support/api.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'trellis-web-'));
let api: TestApi;
beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Trellis</title>');
  writeFileSync(join(webRoot, 'main.0123ab.js'), 'let a;');
  writeFileSync(join(webRoot, 'service-worker.js'), 'stores files');
  for (const end of ['', '.br', '.gz'])
    writeFileSync(join(webRoot, `main.0123ab.js.map${end}`), '{"sourcesContent":["canary"]}');
  api = await startApi({ webRoot });
}, 60_000);
afterAll(async () => {
  await api.close();
  rmSync(webRoot, { recursive: true, force: true });
});

const get = async (url: string, headers: Record<string, string> = {}) => {
  const { status, headers: answered, body } = await api.call<unknown>('GET', url, { headers });
  return { status, cache: answered['cache-control'], text: String(body) };
};
const AS_PAGE = { accept: 'text/html,*/*' };

it('serves the page for every client route, and lets browsers cache hashed files forever', async () => {
  for (const url of [
    '/',
    '/?url=%2Fhome',
    '/program/abc',
    '/login?redirectUrl=%2Fhome',
    '/a//b',
    '/%00',
    '/a%5cb',
  ])
    for (const encoding of ['identity', 'gzip, deflate, br, zstd'])
      expect([url, await get(url, { ...AS_PAGE, 'accept-encoding': encoding })]).toEqual([
        url,
        { status: 200, cache: 'no-cache', text: expect.stringContaining('<title>Trellis') },
      ]);
  expect(await get('/main.0123ab.js')).toEqual({
    status: 200,
    cache: 'public, max-age=31536000, immutable',
    text: 'let a;',
  });
});

it('responds with 404 and a problem for missing files and API paths', async () => {
  for (const url of ['/main.ffffff.js', '/..%2f..%2fetc/passwd', '/a//b', '/%00'])
    expect([url, (await get(url)).status]).toEqual([url, 404]);
  expect((await get('/api/nothing', AS_PAGE)).status).toBe(404);
});

it('serves no source maps', async () => {
  for (const url of [
    '/main.0123ab.js.map',
    '/main.0123ab.js.map?x=1',
    '/main.0123ab.js%2emap',
    '/main.0123ab.js.map.br',
    '/main.0123ab.js.map.gz',
  ])
    for (const headers of [{}, AS_PAGE, { 'accept-encoding': 'br, gzip' }]) {
      const { status, text } = await get(url, headers);
      expect(text).not.toContain('canary');
      if (!url.includes('%')) expect([url, status]).toEqual([url, 404]);
    }
});

it('lets browsers ask for a new service worker at each visit', async () => {
  expect(await get('/service-worker.js')).toEqual({ status: 200, cache: 'no-cache', text: 'stores files' });
});

it('serves a worker that removes itself and its files when offline use is switched off', async () => {
  const other = await startApi({ webRoot, hasServiceWorker: false });
  try {
    const { status, headers, body } = await other.call<unknown>('GET', '/service-worker.js');
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(headers['content-type']).toContain('text/javascript');
    const removed: string[] = [];
    const listeners: Record<string, (event: object) => void> = {};
    const worker = {
      addEventListener: (type: string, listener: (event: object) => void) => {
        listeners[type] = listener;
      },
      skipWaiting: () => removed.push('the wait'),
      registration: { unregister: async () => removed.push('the worker') },
    };
    const caches = {
      keys: async () => ['a', 'b'],
      delete: async (name: string) => removed.push(`cache ${name}`),
    };
    runInNewContext(String(body), { self: worker, caches });
    listeners.install?.({});
    let work: Promise<unknown> = Promise.resolve();
    listeners.activate?.({
      waitUntil(promise: Promise<unknown>) {
        work = promise;
      },
    });
    await work;
    expect(removed).toEqual(['the wait', 'cache a', 'cache b', 'the worker']);
  } finally {
    await other.close();
  }
});
