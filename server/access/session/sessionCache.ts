import type { Pool } from 'pg';
import { onNotification } from '#server/db/onNotification.ts';
import { prepareRead, readPrepared } from '#server/db/preparedReads.ts';
import type { IdClaims } from './idTokens.ts';

/** The calls of one screen arrive within this time. A revoked session is refused after this time at the latest. */
const KEPT_MS = 2_000;
/** Triggers send it on commit, when a session, person or organisation changes in a way that affects sessions. */
const CHANGES = 'trellis_session_changes';

interface Session {
  isRevoked: boolean;
  expiresAt: string;
  status: 'invited' | 'active' | 'deactivated';
  isAdmin: boolean;
  mayAuthor: boolean;
  timeZone: string;
  locale: string | null;
  tenantStatus: 'active' | 'suspended';
  clientId: string;
}

const findSession = prepareRead<Session, [sessionId: string, userId: number]>(
  'session',
  `select json_build_object('isRevoked', s.revoked_at is not null, 'expiresAt', s.expires_at, 'status', u.status,
    'isAdmin', u.is_admin, 'mayAuthor', u.may_author or u.is_admin, 'timeZone', u.time_zone, 'locale', coalesce(u.locale, o.locale), 'tenantStatus', t.status,
    'clientId', t.client_id)
  from sessions as s join users as u on u.id = s.user_id join tenants as t on t.id = s.tenant_id
    left join organisation_settings as o on o.tenant_id = s.tenant_id
  where s.id = $1 and s.user_id = $2`,
);

interface Kept {
  session: Promise<Session | undefined>;
  until: number;
}

/** Sessions that were read within the last 2 seconds. Parallel calls of one session share a read. */
export function cacheSessions(pool: Pool, elapsedMs = () => performance.now()) {
  const kept = new Map<string, Kept>();
  onNotification(pool, CHANGES, () => kept.clear());
  return {
    async read({ tenantId, sessionId, userId }: IdClaims): Promise<Session | undefined> {
      const now = elapsedMs();
      const key = `${tenantId}/${userId}/${sessionId}`; // the token already contains all of this
      const found = kept.get(key);
      if (found && found.until > now) return found.session;
      dropOld(kept, now);
      const session = readPrepared(pool, tenantId, [findSession(sessionId, userId)]).then(([[row]]) => row);
      const entry = { session, until: now + KEPT_MS };
      kept.set(key, entry);
      session.catch(() => kept.get(key) === entry && kept.delete(key));
      return session;
    },
  };
}

/** Entries are sorted by age. */
function dropOld(kept: Map<string, Kept>, now: number) {
  for (const [key, { until }] of kept) {
    if (until > now) return;
    kept.delete(key);
  }
}
