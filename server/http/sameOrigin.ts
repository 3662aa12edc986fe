import type { FastifyRequest } from 'fastify';
import { HttpError } from './httpError.ts';

/**
 * For calls authorised by a cookie: only pages of this origin may make them. This also protects browsers that do not
 * support `SameSite=Strict`. Callers other than browsers send neither header.
 */
export const requireSameOrigin = (publicOrigin: string) => async (request: FastifyRequest) => {
  const site = request.headers['sec-fetch-site'];
  const { origin, host } = request.headers;
  const isOwn =
    site !== undefined
      ? site === 'same-origin'
      : origin === undefined || origin === publicOrigin || origin === `${request.protocol}://${host}`;
  if (!isOwn) throw new HttpError(400, 'bad-request', 'This request must come from a page of Trellis.');
};
