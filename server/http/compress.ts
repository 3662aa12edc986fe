import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const MIN_BYTES = 2_048;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses long responses, such as the people in a large organisation. Responses with tokens are not compressed. */
export function compressResponses(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (
      typeof payload !== 'string' ||
      payload.length < MIN_BYTES ||
      request.url.startsWith('/api/auth') ||
      reply.getHeader('content-encoding')
    )
      return payload;
    const accepted = String(request.headers['accept-encoding'] ?? '');
    reply.header('vary', 'accept-encoding');
    if (/\bbr\b/.test(accepted)) {
      const compressed = await toBrotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
      reply.header('content-encoding', 'br').removeHeader('content-length');
      return compressed;
    }
    if (/\bgzip\b/.test(accepted)) {
      const compressed = await toGzip(payload);
      reply.header('content-encoding', 'gzip').removeHeader('content-length');
      return compressed;
    }
    return payload;
  });
}
