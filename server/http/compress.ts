import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const WORTH_IT_BYTES = 2_048;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Long answers travel compressed (the list of people of a large organisation above all). Tokens never do. */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (
      typeof payload !== 'string' ||
      payload.length < WORTH_IT_BYTES ||
      request.url.startsWith('/api/auth') ||
      reply.getHeader('content-encoding')
    )
      return payload;
    const accepted = String(request.headers['accept-encoding'] ?? '');
    reply.header('vary', 'accept-encoding');
    if (/\bbr\b/.test(accepted)) {
      const small = await toBrotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
      reply.header('content-encoding', 'br').removeHeader('content-length');
      return small;
    }
    if (/\bgzip\b/.test(accepted)) {
      const small = await toGzip(payload);
      reply.header('content-encoding', 'gzip').removeHeader('content-length');
      return small;
    }
    return payload;
  });
}
