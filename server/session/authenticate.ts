import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { sql } from '#server/db/drizzle.ts';
import { readTenant, type TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { IdClaims, IdTokens } from './idTokens.ts';

const invalid = () =>
  new HttpError(401, 'token-invalid', 'Your session has ended. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });

/** Finds the viewer. It reads the session on each call, so that sign-out, demotion and deactivation take effect at once. */
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
      throw new HttpError(401, 'token-missing', 'Access Token Not Found', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    const claims = await idTokens.verify(token);
    if (!claims) throw invalid();

    const row = await readTenant(pool, claims.tenantId, (tx) => findSession(tx, claims, now()));
    if (!row?.isRunning || row.clientId !== claims.clientId) throw invalid();
    if (row.status !== 'active')
      throw new HttpError(403, 'session-ended', 'Your account is no longer active. Ask your administrator.');
    if (row.tenantStatus !== 'active')
      throw new HttpError(403, 'session-ended', 'Your organisation is suspended. Ask your administrator.');
    const { userId, tenantId, sessionId } = claims;
    const { isAdmin, mayAuthor, timeZone } = row;
    return { userId, tenantId, sessionId, isAdmin, mayAuthor, timeZone };
  };
}

interface SessionRow extends Record<string, unknown> {
  isRunning: boolean;
  status: 'invited' | 'active' | 'deactivated';
  isAdmin: boolean;
  mayAuthor: boolean;
  timeZone: string;
  tenantStatus: 'active' | 'suspended';
  clientId: string;
}

/** Plain SQL, because every call runs this query and building it with drizzle took longer than running it. */
async function findSession(
  tx: TenantTransaction,
  { sessionId, userId }: IdClaims,
  now: Date,
): Promise<SessionRow | undefined> {
  const { rows } = await tx.execute<SessionRow>(sql`
    select s.revoked_at is null and s.expires_at > ${now.toISOString()} as "isRunning", u.status,
      u.is_admin as "isAdmin", u.may_author as "mayAuthor", u.time_zone as "timeZone",
      t.status as "tenantStatus", t.client_id as "clientId"
    from sessions as s join users as u on u.id = s.user_id join tenants as t on t.id = s.tenant_id
    where s.id = ${sessionId} and s.user_id = ${userId}`);
  return rows[0];
}
