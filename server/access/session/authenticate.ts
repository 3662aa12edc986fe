import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { HttpError } from '#server/http/httpError.ts';
import { requestLocale } from '#server/http/requestLocale.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { IdTokens } from './idTokens.ts';
import { cacheSessions } from './sessionCache.ts';

const invalid = () =>
  new HttpError(401, 'token-invalid', 'Your session has ended. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });

/**
 * Finds the viewer. A session is cached for up to 2 seconds; sign-out, demotion and deactivation clear its cache entry
 * (decision 0045).
 */
export function createAuthenticate({
  pool,
  idTokens,
  now,
}: {
  pool: Pool;
  idTokens: IdTokens;
  now: () => Date;
}) {
  const sessions = cacheSessions(pool);
  return async (request: FastifyRequest): Promise<Viewer> => {
    const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
    if (token === '')
      throw new HttpError(401, 'token-missing', 'Access Token Not Found', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    const claims = await idTokens.verify(token);
    if (!claims) throw invalid();

    const session = await sessions.read(claims);
    if (!session || session.isRevoked || Date.parse(session.expiresAt) <= now().getTime()) throw invalid();
    if (session.clientId !== claims.clientId) throw invalid();
    if (session.status !== 'active')
      throw new HttpError(403, 'session-ended', 'Your account is no longer active. Ask your administrator.');
    if (session.tenantStatus !== 'active')
      throw new HttpError(403, 'session-ended', 'Your organisation is suspended. Ask your administrator.');
    const { userId, tenantId, sessionId } = claims;
    const { isAdmin, mayAuthor, timeZone } = session;
    const locale = session.locale ?? requestLocale(request.headers);
    return { userId, tenantId, sessionId, isAdmin, mayAuthor, timeZone, locale };
  };
}
