import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const MIN_BYTES = 2_048;
/** Up to this size one call is faster than a stream. See docs/decisions/0136-response-compression.md. */
const MAX_BYTES_AT_ONCE = 32_768;
/** Files are excluded: pages and scripts are compressed when they are built, and images and videos become no smaller. */
const COMPRESSED = /^(?:application\/(?:[\w.+-]+\+)?json|text\/(?:csv|calendar))(?:;|$)/;

/** Compresses long responses, such as the people of a large organisation. Responses with tokens are not compressed. */
export async function compressResponses(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/auth')) route.compress = false;
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: MIN_BYTES,
    syncThreshold: MAX_BYTES_AT_ONCE,
    customTypes: COMPRESSED,
    globalDecompression: false,
  });
}
