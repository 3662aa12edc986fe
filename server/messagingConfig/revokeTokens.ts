import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { asc, eq, inArray, lte, ne, or } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { messagingTokens, sessions } from '#server/db/schema/sessions.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { asMaintenance } from '#server/db/withTenant.ts';
import { MessagingRejected, type Realtime } from '#server/realtime/index.ts';
import { repeat } from '#server/repeat.ts';

/** Time for the tabs of an ended session to send their leave events and to end their long polls. */
export const LEAVE_GRACE_MS = 2_000;
const EVERY_MS = 60_000;
const BATCH = 200;

export interface TokenRevocation {
  /** Revokes the tokens of an ended session after the grace period. */
  sessionEnded(): void;
  /** Revokes the remaining tokens immediately and stops. */
  stop(): Promise<void>;
}

/**
 * Revokes the messaging tokens of ended sessions, deactivated people and suspended organisations. It works from rows in
 * the database, so that a crash loses none. A row is deleted only after its token was revoked; failures are retried.
 */
export function startTokenRevocation({
  pool,
  realtime,
  now,
  log,
  everyMs = EVERY_MS,
}: {
  pool: Pool;
  realtime: Pick<Realtime, 'revoke'>;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  everyMs?: number;
}): TokenRevocation {
  async function revokeEnded(graceMs: number) {
    try {
      const ended = await findEnded(pool, now(), graceMs);
      const outcomes = await Promise.all(ended.map((token) => revokeToken(token)));
      const failures = outcomes.filter((outcome) => outcome !== null);
      if (failures.length > 0)
        log.warn(
          { tokens: failures.length, reason: failures[0] },
          'messaging tokens could not be revoked yet',
        );
      const done = ended.filter((_token, index) => outcomes[index] === null).map(({ id }) => id);
      if (done.length === 0) return;
      await asMaintenance(pool, (tx) => tx.delete(messagingTokens).where(inArray(messagingTokens.id, done)));
      if (ended.length === BATCH) task.runSoon(); // there may be more
    } catch (error) {
      log.error({ err: error }, 'messaging tokens could not be read');
    }
  }

  /** Null if the token was revoked or is already invalid, otherwise the reason why it could not be revoked. */
  async function revokeToken({
    token,
    expiresAt,
  }: {
    token: string;
    expiresAt: Date;
  }): Promise<string | null> {
    if (expiresAt <= now()) return null;
    try {
      await realtime.revoke(token);
      return null;
    } catch (error) {
      // The service does not recognise the token, so it grants nothing.
      return error instanceof MessagingRejected ? null : String(error);
    }
  }

  const task = repeat(() => revokeEnded(LEAVE_GRACE_MS), everyMs);
  return {
    // Slightly later than the expiry, because timers and clocks differ by milliseconds.
    sessionEnded: () => task.runSoon(LEAVE_GRACE_MS + 20),
    async stop() {
      await task.stop();
      await revokeEnded(0);
    },
  };
}

const findEnded = (pool: Pool, now: Date, graceMs: number) =>
  asMaintenance(pool, (tx) =>
    tx
      .select({
        id: messagingTokens.id,
        token: messagingTokens.token,
        expiresAt: messagingTokens.expiresAt,
      })
      .from(messagingTokens)
      .innerJoin(sessions, eq(sessions.id, messagingTokens.sessionId))
      .innerJoin(users, eq(users.id, sessions.userId))
      .innerJoin(tenants, eq(tenants.id, sessions.tenantId))
      .where(
        or(
          lte(sessions.revokedAt, new Date(now.getTime() - graceMs)),
          lte(sessions.expiresAt, now),
          lte(messagingTokens.expiresAt, now),
          ne(users.status, 'active'),
          ne(tenants.status, 'active'),
        ),
      )
      .orderBy(asc(messagingTokens.expiresAt))
      .limit(BATCH),
  );
