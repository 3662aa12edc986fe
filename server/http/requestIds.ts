import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { newId } from '#server/db/ids.ts';
import { inRequestContext, type RequestContext } from '#server/requestContext.ts';

const SAFE = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's request id if it is safe to log, so that a request can be followed through several services. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SAFE.test(given) ? given : newId();
}

/** Sends the request id back, and sets it for everything that the request causes (decision 0135). */
export function sendRequestIds(app: FastifyInstance) {
  const contexts = new WeakMap<object, RequestContext>();
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const context = { requestId: request.id };
    contexts.set(request, context);
    inRequestContext(context, done);
  });
  // The events of a body's stream do not have the context of the hook above.
  app.addHook('preValidation', (request, _reply, done) => {
    inRequestContext(contexts.get(request) ?? null, done);
  });
}
