import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/**
 * For calls that a cookie authorises: only pages of this origin may make them. SameSite=Strict keeps the cookie at home
 * already; this holds where a browser does not know it. Callers that are no browser send neither header.
 */
export const requireSameOrigin = (publicOrigin: string) => async (request: FastifyRequest) => {
  const site = request.headers['sec-fetch-site'];
  const { origin, host } = request.headers;
  const isOwn =
    site !== undefined
      ? site === 'same-origin'
      : origin === undefined || origin === publicOrigin || origin === `${request.protocol}://${host}`;
  if (!isOwn) throw new Refusal(400, 'bad-request', 'This call is taken from our own pages only.');
};
