import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { and, eq } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';
import { sessions } from '../db/schema/sessions.ts';
import { tenants } from '../db/schema/tenants.ts';
import { readTenant } from '../db/withTenant.ts';
import { Refusal } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import type { IdTokens } from './idTokens.ts';

const invalid = () =>
  new Refusal(401, 'token-invalid', 'Your session is over. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });

/** Finds the viewer. The session is read on each call, so that sign-out, demotion and deactivation bite at once. */
export function createAuthenticate({
  pool,
  idTokens,
  now,
}: {
  pool: Pool;
  idTokens: IdTokens;
  now: () => Date;
}) {
  return async (request: FastifyRequest): Promise<Viewer> => {
    const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
    if (token === '')
      throw new Refusal(401, 'token-missing', 'Access Token Not Found', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    const claims = await idTokens.verify(token);
    if (!claims) throw invalid();

    const [row] = await readTenant(pool, claims.tenantId, (tx) =>
      tx
        .select({
          revokedAt: sessions.revokedAt,
          expiresAt: sessions.expiresAt,
          status: users.status,
          isAdmin: users.isAdmin,
          mayAuthor: users.mayAuthor,
          timeZone: users.timeZone,
          tenantStatus: tenants.status,
          clientId: tenants.clientId,
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .innerJoin(tenants, eq(tenants.id, sessions.tenantId))
        .where(and(eq(sessions.id, claims.sessionId), eq(sessions.userId, claims.userId))),
    );
    if (!row || row.revokedAt || row.expiresAt <= now() || row.clientId !== claims.clientId) throw invalid();
    if (row.status !== 'active')
      throw new Refusal(
        403,
        'session-ended',
        'Your account is no longer active. Your administrator can help.',
      );
    if (row.tenantStatus !== 'active')
      throw new Refusal(403, 'session-ended', 'Your organisation is suspended. Your administrator can help.');
    const { userId, tenantId, sessionId } = claims;
    const { isAdmin, mayAuthor, timeZone } = row;
    return { userId, tenantId, sessionId, isAdmin, mayAuthor, timeZone };
  };
}
