import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { lt, or } from '../db/drizzle.ts';
import { sessions } from '../db/schema/sessions.ts';
import { asKeeper } from '../db/withTenant.ts';
import { type Repetition, repeat } from '../repeat.ts';

const EVERY_MS = 60 * 60_000;
/** So long one can look up when and why a session ended. */
export const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Forgets sessions that ended long ago, and with them all their refresh tokens: else these would only grow. */
export async function forgetSessions(pool: Pool, now: Date) {
  const before = new Date(now.getTime() - KEPT_MS);
  await asKeeper(pool, (tx) =>
    tx.delete(sessions).where(or(lt(sessions.expiresAt, before), lt(sessions.revokedAt, before))),
  );
}

export const startForgettingSessions = (
  pool: Pool,
  now: () => Date,
  log: Pick<FastifyBaseLogger, 'error'>,
): Repetition =>
  repeat(async () => {
    await forgetSessions(pool, now()).catch((error: unknown) =>
      log.error({ err: error }, 'old sessions cannot be forgotten'),
    );
  }, EVERY_MS);
