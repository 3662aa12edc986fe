import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { lt, or } from '#server/db/drizzle.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { asMaintenance } from '#server/db/withTenant.ts';
import { type RepeatedTask, repeat } from '#server/repeat.ts';
import { createSignInDelays } from './signInDelays.ts';

const EVERY_MS = 60 * 60_000;
/** How long an ended session is kept, with the time and reason of its end. */
export const RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Deletes sessions that ended long ago, with all their refresh tokens. */
export async function deleteOldSessions(pool: Pool, now: Date) {
  const before = new Date(now.getTime() - RETENTION_MS);
  await asMaintenance(pool, (tx) =>
    tx.delete(sessions).where(or(lt(sessions.expiresAt, before), lt(sessions.revokedAt, before))),
  );
}

export const startSessionCleanUp = (
  pool: Pool,
  now: () => Date,
  log: Pick<FastifyBaseLogger, 'error'>,
): RepeatedTask =>
  repeat(async () => {
    await deleteOldSessions(pool, now()).catch((error: unknown) =>
      log.error({ err: error }, 'old sessions could not be deleted'),
    );
    const deleteDelays = async () => {
      while (await createSignInDelays(pool, now).deleteOld());
    };
    await deleteDelays().catch((error: unknown) =>
      log.error({ err: error }, 'old sign-in delays could not be deleted'),
    );
  }, EVERY_MS);
