import type { Pool, PoolClient } from 'pg';
import { prepareRead, readPrepared } from '#server/db/preparedReads.ts';
import type { IdClaims } from './idTokens.ts';

/** The calls of one screen arrive within this time, and a revoked session is refused after it at the latest. */
const KEPT_MS = 2_000;
/** Sent by triggers on commit, when a session, a person or an organisation changes in a way that matters here. */
const CHANGES = 'trellis_session_changes';

interface Session {
  isRevoked: boolean;
  expiresAt: string;
  status: 'invited' | 'active' | 'deactivated';
  isAdmin: boolean;
  mayAuthor: boolean;
  timeZone: string;
  tenantStatus: 'active' | 'suspended';
  clientId: string;
}

const findSession = prepareRead<Session, [sessionId: string, userId: number]>(
  'session',
  `select json_build_object('isRevoked', s.revoked_at is not null, 'expiresAt', s.expires_at, 'status', u.status,
    'isAdmin', u.is_admin, 'mayAuthor', u.may_author, 'timeZone', u.time_zone, 'tenantStatus', t.status,
    'clientId', t.client_id)
  from sessions as s join users as u on u.id = s.user_id join tenants as t on t.id = s.tenant_id
  where s.id = $1 and s.user_id = $2`,
);

interface Kept {
  session: Promise<Session | undefined>;
  until: number;
}

/** Sessions as read within the last 2 seconds. Parallel calls of one session share one read. */
export function cacheSessions(pool: Pool, elapsedMs = () => performance.now()) {
  const kept = new Map<string, Kept>();
  onNotification(pool, CHANGES, () => kept.clear());
  return {
    async read({ tenantId, sessionId, userId }: IdClaims): Promise<Session | undefined> {
      const now = elapsedMs();
      const key = `${tenantId}/${userId}/${sessionId}`; // all of it is claimed by the token
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

/** Entries are in the order of their age. */
function dropOld(kept: Map<string, Kept>, now: number) {
  for (const [key, { until }] of kept) {
    if (until > now) return;
    kept.delete(key);
  }
}

/** Every connection of the pool listens, so that a change is known before the transaction that made it has returned. */
function onNotification(pool: Pool, channel: string, act: () => void) {
  const listening = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (listening.has(client)) return;
    listening.add(client);
    client.on('notification', (message) => message.channel === channel && act());
    client.query(`listen ${channel}`).catch(() => {}); // the connection is lost, and the next query fails as well
  });
}
