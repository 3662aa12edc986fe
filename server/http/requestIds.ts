import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { newId } from '#server/db/ids.ts';
import { inRequestContext, type RequestContext } from '#server/tracing/requestContext.ts';
import type { Tracing } from '#server/tracing/spans.ts';

const SAFE = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's request id if it is safe to log, so that a request can be followed through several services. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SAFE.test(given) ? given : newId();
}

/** Sends the request id back, and sets id and span for everything that the request causes (decision 0135). */
export function followRequests(app: FastifyInstance, tracing: Tracing | null) {
  const contexts = new WeakMap<object, RequestContext>();
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    // A trace starts here, because the trace context of a browser could come from anyone.
    const span = tracing?.start(request.method, 'server', null, {
      'http.request.method': request.method,
      'trellis.request_id': request.id,
    });
    const context = { requestId: request.id, ...(span && { span }) };
    contexts.set(request, context);
    inRequestContext(context, done);
  });
  // The events of a body's stream do not have the context of the hook above.
  app.addHook('preValidation', (request, _reply, done) => {
    inRequestContext(contexts.get(request) ?? null, done);
  });
  if (tracing)
    app.addHook('onResponse', async (request, reply) => {
      const span = contexts.get(request)?.span;
      // The pattern of the route: a path contains ids, and a query can contain personal data.
      const route = request.routeOptions.url ?? 'none';
      span?.rename(`${request.method} ${route}`);
      span?.set({ 'http.route': route, 'http.response.status_code': reply.statusCode });
      if (reply.statusCode >= 500) span?.fail(new ServerError());
      else span?.end();
    });
}

class ServerError extends Error {
  override name = '5xx';
}
