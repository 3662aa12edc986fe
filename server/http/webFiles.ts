import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './problems.ts';
import { notFound } from './refusal.ts';

/** A name with the hash of its content, as the build writes it: such a file never changes. */
const HASHED = /\.[0-9a-f]{8,}\.\w+(\.(br|gz))?$/;

/** For whoever looks into a report, not for whoever visits. */
const SOURCE_MAP = /\.map(\.(br|gz))?$/;

const PLAIN_PATH = /^(\/[A-Za-z0-9_-]+)*\/?$/;

/** The built client: its files, and its page for every other address, since the client does the routing. */
export async function serveWebFiles(app: FastifyInstance, root: string | null) {
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

  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|\.well-known)(\/|\?|$)/.test(request.url) &&
      wantsPage(request.url.split('?')[0] ?? '', request.headers.accept ?? '*/*');
    // Nothing is given back: each awaited reply hangs its own listeners on the answer, and a page is asked for by several.
    if (isPage && isBuilt) reply.sendFile('index.html');
    else sendProblem(reply, request, notFound());
  });
}

/** A browser that goes somewhere says that it wants a page; whoever takes anything gets one at an address of plain words. */
const wantsPage = (path: string, accept: string) =>
  !SOURCE_MAP.test(path) &&
  (accept.includes('text/html') || (accept.includes('*/*') && PLAIN_PATH.test(path)));
