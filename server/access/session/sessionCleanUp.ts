import type { Pool } from 'pg';
import { type CleanUp, deleteInBatches } from '#server/db/cleanUp.ts';
import { asc, inArray, lt } from '#server/db/drizzle.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { asMaintenance } from '#server/db/withTenant.ts';
import { createSignInDelays } from './signInDelays.ts';

/** How long an ended session is kept, with the time and reason of its end. */
export const RETENTION_MS = 30 * 24 * 60 * 60_000;
/** Small, because each session is deleted with all of its refresh tokens, up to 1,000. */
const BATCH_SESSIONS = 200;

/** Deletes sessions that ended long ago, with all their refresh tokens. */
export async function deleteOldSessions(pool: Pool, now: Date, isStopped?: () => boolean) {
  const before = new Date(now.getTime() - RETENTION_MS);
  for (const end of [sessions.expiresAt, sessions.revokedAt])
    await deleteInBatches(
      (limit) =>
        asMaintenance(pool, (tx) => {
          const old = tx
            .select({ id: sessions.id })
            .from(sessions)
            .where(lt(end, before))
            .orderBy(asc(end))
            .limit(limit);
          return tx.delete(sessions).where(inArray(sessions.id, old));
        }),
      { limit: BATCH_SESSIONS, ...(isStopped && { isStopped }) },
    );
}

export const sessionCleanUps = (pool: Pool, now: () => Date): CleanUp[] => [
  { what: 'sessions', deleteOld: (isStopped) => deleteOldSessions(pool, now(), isStopped) },
  { what: 'sign-in delays', deleteOld: createSignInDelays(pool, now).deleteOld },
];
