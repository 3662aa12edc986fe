import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { newId } from '../db/ids.ts';

const ACCEPTABLE = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's own id, so that one can follow a request through several services, unless it could spoil a log line. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTABLE.test(given) ? given : newId();
}

export function sayRequestIds(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}
