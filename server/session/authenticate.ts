import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { sql } from '../db/drizzle.ts';
import { readTenant, type TenantTransaction } from '../db/withTenant.ts';
import { Refusal } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import type { IdClaims, IdTokens } from './idTokens.ts';

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

    const row = await readTenant(pool, claims.tenantId, (tx) => findSession(tx, claims, now()));
    if (!row?.isRunning || row.clientId !== claims.clientId) throw invalid();
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

interface SessionRow extends Record<string, unknown> {
  isRunning: boolean;
  status: 'invited' | 'active' | 'deactivated';
  isAdmin: boolean;
  mayAuthor: boolean;
  timeZone: string;
  tenantStatus: 'active' | 'suspended';
  clientId: string;
}

/** Every call asks this, so it is written down as it is sent: to put it together each time took longer than to ask it. */
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
