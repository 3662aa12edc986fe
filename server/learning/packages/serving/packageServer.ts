import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { withTenant } from '#server/db/withTenant.ts';
import { noteBlockedHost } from '#server/learning/packages/packagesRepository.ts';
import { fileKey, packageFolder } from '#server/learning/packages/storage/keys.ts';
import type { PackageStorage } from '#server/learning/packages/storage/packageStorage.ts';
import type { PackageAccess, PackageAddresses } from './addresses.ts';
import { contentTypeOf } from './contentTypes.ts';
import { rangeOf } from './ranges.ts';

export interface PackageServerDeps {
  pool: Pool;
  storage: PackageStorage;
  addresses: PackageAddresses;
  trustedProxies: readonly string[];
  log: FastifyBaseLogger;
}

const REPORTS_PER_MINUTE = 120;
const fileOf = (url: URL) => readFileSync(fileURLToPath(url));

/** The page with the runtime, and the libraries that implement it. */
const RUNTIME: Record<string, () => Buffer> = {
  'player.js': () => fileOf(new URL('../player/player.js', import.meta.url)),
  'h5pPlayer.js': () => fileOf(new URL('../player/h5pPlayer.js', import.meta.url)),
  'h5pFrame.js': () => fileOf(new URL('../player/h5pFrame.js', import.meta.url)),
  'player.css': () => fileOf(new URL('../player/player.css', import.meta.url)),
  'scorm12.js': () => fileOf(new URL(import.meta.resolve('scorm-again/scorm12/min'))),
  'scorm2004.js': () => fileOf(new URL(import.meta.resolve('scorm-again/scorm2004/min'))),
};

/** The files of the H5P player: code, styles and fonts. */
function findH5pPlayer() {
  const folder = dirname(createRequire(import.meta.url).resolve('h5p-standalone'));
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(js|css|woff|ttf)$/.test(path));
  return { folder, paths: new Set(paths) };
}

/**
 * Serves packages from their own origin. It has no sessions and no API: the signed token in the path gives access to the
 * files of one package (decision 0083).
 */
export async function buildPackageServer(deps: PackageServerDeps): Promise<FastifyInstance> {
  const { pool, storage, addresses, log } = deps;
  const app = Fastify({
    // Requests are not logged, because their path contains the token.
    loggerInstance: log.child({}, { level: 'warn' }),
    trustProxy: deps.trustedProxies.length > 0 && [...deps.trustedProxies],
    forceCloseConnections: true,
    bodyLimit: 16 * 1024,
    routerOptions: { maxParamLength: 2_000 },
  });
  await app.register(rateLimit, { global: false });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/csp-report', 'application/json'],
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error }, 'a file of a package could not be served');
    return sendText(reply.code(status), 'This file could not be loaded.');
  });
  app.setNotFoundHandler((_request, reply) => sendText(reply.code(404), 'Not found.'));
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(SAME_FOR_ALL);
  });

  app.get<{ Params: { file: string } }>('/runtime/:file', (request, reply) => {
    const { file } = request.params;
    const read = Object.hasOwn(RUNTIME, file) ? RUNTIME[file] : undefined;
    if (!read) return reply.callNotFound();
    return reply.header('cache-control', 'no-cache').type(contentTypeOf(file)).send(read());
  });

  const h5pPlayer = findH5pPlayer();
  app.get<{ Params: { '*': string } }>('/runtime/h5p/*', (request, reply) => {
    const path = request.params['*'];
    if (!h5pPlayer.paths.has(path)) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-cache')
      .type(contentTypeOf(path))
      .send(readFileSync(join(h5pPlayer.folder, path)));
  });

  app.get<{ Params: { token: string } }>('/player/:token', (request, reply) => {
    const access = addresses.read(request.params.token);
    if (!access || access.file) return sendExpired(reply);
    setPolicy(reply, access, request.params.token);
    return reply.type('text/html; charset=utf-8').send(playerPage(access));
  });

  app.get<{ Params: { token: string; '*': string } }>('/files/:token/*', async (request, reply) => {
    const access = addresses.read(request.params.token);
    if (!access) return sendExpired(reply);
    const path = request.params['*'].normalize('NFC');
    const key = fileKey(packageFolder(access.tenantId, access.packageId), path);
    const range = rangeOf(request.headers.range);
    const file = await storage.get(key, range ?? undefined);
    if (!file) return reply.callNotFound();
    if (access.file) setFilePolicy(reply, access.embedder, access.file);
    else setPolicy(reply, access, request.params.token);
    reply.type(contentTypeOf(path)).header('accept-ranges', 'bytes');
    if (!range) return reply.header('content-length', file.size).send(file.content);
    if (range.start >= file.size) {
      file.content.destroy();
      return sendText(
        reply.code(416).header('content-range', `bytes */${file.size}`),
        'The file is shorter.',
      );
    }
    const end = Math.min(range.end, file.size - 1);
    return reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${end}/${file.size}`)
      .header('content-length', end - range.start + 1)
      .send(file.content);
  });

  app.post<{ Params: { token: string } }>(
    '/reports/:token',
    { config: { rateLimit: { max: REPORTS_PER_MINUTE, timeWindow: 60_000 } } },
    async (request, reply) => {
      const access = addresses.read(request.params.token);
      const host = blockedHostOf(String(request.body));
      if (access && host)
        await withTenant(pool, access.tenantId, (tx) => noteBlockedHost(tx, access.packageId, host));
      return reply.code(204).send();
    },
  );
  return app;
}

const SAME_FOR_ALL = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), display-capture=(), clipboard-read=(), payment=(), usb=()',
  'cache-control': 'private, no-store',
};

/** Packages load from their own origin only, and run in a sandbox even if someone opens the address in a tab. */
const setPolicy = (reply: FastifyReply, { embedder }: PackageAccess, token: string) =>
  reply.header(
    'content-security-policy',
    [
      "default-src 'self' data: blob:",
      "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
      "style-src 'self' 'unsafe-inline'",
      "connect-src 'self'",
      "frame-src 'self'",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'none'",
      'worker-src blob:',
      `frame-ancestors 'self' ${embedder}`,
      'sandbox allow-scripts allow-same-origin allow-forms',
      `report-uri /reports/${token}`,
    ].join('; '),
  );

/** A video is shown in a page of Trellis, and other files are downloaded. Nothing in them can run. */
function setFilePolicy(
  reply: FastifyReply,
  embedder: string,
  { downloadAs }: NonNullable<PackageAccess['file']>,
) {
  reply.headers({
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': embedder,
    'content-disposition':
      downloadAs === null ? 'inline' : `attachment; filename*=UTF-8''${encodeParameter(downloadAs)}`,
  });
}
/** `encodeURIComponent` leaves some characters that a header parameter cannot contain. */
const encodeParameter = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const sendText = (reply: FastifyReply, text: string) => reply.type('text/plain; charset=utf-8').send(text);
const sendExpired = (reply: FastifyReply) =>
  sendText(reply.code(404), 'This address has expired. Go back to the step and open it again.');

const playerPage = ({ embedder }: PackageAccess) => `<!doctype html>
<html lang="en" data-embedder="${embedder}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Learning package</title>
<link rel="stylesheet" href="/runtime/player.css">
<script type="module" src="/runtime/player.js"></script>
</html>
`;

/** The external host of a report about the Content Security Policy. */
function blockedHostOf(body: string): string | null {
  try {
    const report = JSON.parse(body) as { 'csp-report'?: { 'blocked-uri'?: unknown } };
    const { protocol, hostname } = new URL(String(report['csp-report']?.['blocked-uri']));
    return /^(https?|wss?):$/.test(protocol) && hostname.length <= 253 ? hostname : null;
  } catch {
    return null;
  }
}
