import type { FastifyRequest } from 'fastify';
import type { Actor } from './audit.ts';

/** The user of a request as the actor of an audit entry. */
export const actorOf = ({ viewer, id, ip }: Pick<FastifyRequest, 'viewer' | 'id' | 'ip'>): Actor => ({
  userId: viewer.userId,
  requestId: id,
  address: ip,
});
