import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const MIN_BYTES = 2_048;
/** Up to this size one call is faster than a stream. See docs/decisions/0136-response-compression.md. */
const MAX_BYTES_AT_ONCE = 32_768;

/** Compresses long responses, such as the people in a large organisation. Responses with tokens are not compressed. */
export async function compressResponses(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    // The files of the client are compressed when it is built.
    if (!route.url.startsWith('/api/') || route.url.startsWith('/api/auth')) route.compress = false;
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: MIN_BYTES,
    syncThreshold: MAX_BYTES_AT_ONCE,
    globalDecompression: false,
  });
}
