import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    hasEntityTag?: boolean;
  }
}

/** For lists that clients load repeatedly: if the response has not changed, the server sends a 304 without content. */
export const WITH_ENTITY_TAG = { hasEntityTag: true };

/**
 * The tag is weak, because the same list may be sent compressed or not. The hook is registered before the compression.
 */
export function answerUnchanged(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.routeOptions.config.hasEntityTag || reply.statusCode !== 200 || typeof payload !== 'string')
      return payload;
    const tag = `W/"${hash('sha1', payload, 'base64url')}"`;
    reply.header('etag', tag);
    if (request.headers['if-none-match'] !== tag) return payload;
    reply.code(304).removeHeader('content-type');
    return null;
  });
}
