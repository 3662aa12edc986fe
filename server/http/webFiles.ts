import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from './httpError.ts';
import { sendProblem } from './problems.ts';

/** A file name with a content hash: such a file never changes. */
const HASHED = /\.[0-9a-f]{6,}\.\w+(\.(br|gz))?$/;

/** Source maps are for reading error reports and are not served. */
const SOURCE_MAP = /\.map(\.(br|gz))?$/;

/**
 * The worker of a server that has switched offline use off. Browsers look for a new worker at each visit, get this one,
 * and have neither stored files nor a worker afterwards (decision 0134).
 */
const REMOVED_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const remove = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
  };
  event.waitUntil(remove());
});
`;

const PLAIN_PATH = /^(\/[A-Za-z0-9_-]+)*\/?$/;

/**
 * Serves the files of the built client. Every other address gets the client's page, because the client does the
 * routing.
 */
export async function serveWebFiles(app: FastifyInstance, root: string | null, hasServiceWorker: boolean) {
  const isBuilt = root !== null && existsSync(join(root, 'index.html'));
  if (isBuilt)
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      wildcard: true,
      index: 'index.html',
      allowedPath: (path) => !SOURCE_MAP.test(path),
      cacheControl: false,
      setHeaders(reply, path) {
        reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });

  if (!hasServiceWorker)
    app.get('/service-worker.js', { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(REMOVED_WORKER),
    );

  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|\.well-known)(\/|\?|$)/.test(request.url) &&
      acceptsPage(request.url.split('?')[0] ?? '', request.headers.accept ?? '*/*');
    // The handler returns nothing, because a returned reply would add listeners to the response.
    if (isPage && isBuilt) reply.sendFile('index.html');
    else sendProblem(reply, request, notFound());
  });
}

/** Browsers request `text/html` when they navigate. Clients that accept any type get the page only at plain paths. */
const acceptsPage = (path: string, accept: string) =>
  !SOURCE_MAP.test(path) &&
  (accept.includes('text/html') || (accept.includes('*/*') && PLAIN_PATH.test(path)));
