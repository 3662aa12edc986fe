import type { FastifyInstance } from 'fastify';

/** How long requests in flight may take after the server has begun to close. */
const FINISH_MS = 20_000;

/**
 * Makes `app.close()` wait for the requests in flight. Fastify closes idle connections. Other connections close with
 * their response, or after `finishMs` at the latest. See docs/decisions/0041-health-and-shutdown.md.
 */
export function finishRequests(app: FastifyInstance, finishMs = FINISH_MS) {
  let isClosing = false;
  let limit: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    isClosing = true;
    limit = setTimeout(() => app.server.closeAllConnections(), finishMs);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('onClose', async () => clearTimeout(limit));
}
