import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { asc, eq, inArray, lte, ne, or } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';
import { messagingTokens, sessions } from '../db/schema/sessions.ts';
import { tenants } from '../db/schema/tenants.ts';
import { asKeeper } from '../db/withTenant.ts';
import { MessagingRefusal, type Realtime } from '../realtime/index.ts';
import { repeat } from '../repeat.ts';

/** So long the tabs of a session that was ended may still say that they leave, and end their long polls in peace. */
export const LEAVING_MS = 2_000;
const EVERY_MS = 60_000;
const BATCH = 200;

export interface TakingBack {
  /** A session was ended: what it holds is taken back when its tabs have had their time to leave. */
  sessionEnded(): void;
  /** Takes back what is still out and ends. */
  stop(): Promise<void>;
}

/**
 * Takes back the messaging tokens of sessions that are over: signed out, revoked, or of a person or an organisation that
 * is not active any more. It goes by what the database says, so that nothing is forgotten in a crash and any process does
 * it for all. A row goes only after its token was taken back; while the service is away it is tried again.
 */
export function startTakingBack({
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
}): TakingBack {
  async function takeBack(leavingMs: number) {
    try {
      const ended = await findEnded(pool, now(), leavingMs);
      const outcomes = await Promise.all(ended.map((token) => revoke(token)));
      const kept = outcomes.filter((outcome) => outcome !== null);
      if (kept.length > 0)
        log.warn({ tokens: kept.length, reason: kept[0] }, 'messaging tokens could not be taken back yet');
      const done = ended.filter((_token, index) => outcomes[index] === null).map(({ id }) => id);
      if (done.length === 0) return;
      await asKeeper(pool, (tx) => tx.delete(messagingTokens).where(inArray(messagingTokens.id, done)));
      if (ended.length === BATCH) rounds.soon(); // there may be more
    } catch (error) {
      log.error({ err: error }, 'messaging tokens cannot be looked through');
    }
  }

  /** Null when the token opens nothing any more, else why it still does. */
  async function revoke({ token, expiresAt }: { token: string; expiresAt: Date }): Promise<string | null> {
    if (expiresAt <= now()) return null;
    try {
      await realtime.revoke(token);
      return null;
    } catch (error) {
      // The service will not even look at it, so it opens nothing there.
      return error instanceof MessagingRefusal ? null : String(error);
    }
  }

  const rounds = repeat(() => takeBack(LEAVING_MS), everyMs);
  return {
    // A little later than that, since timers and clocks do not agree to the millisecond.
    sessionEnded: () => rounds.soon(LEAVING_MS + 20),
    async stop() {
      await rounds.stop();
      await takeBack(0);
    },
  };
}

const findEnded = (pool: Pool, now: Date, leavingMs: number) =>
  asKeeper(pool, (tx) =>
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
          lte(sessions.revokedAt, new Date(now.getTime() - leavingMs)),
          lte(sessions.expiresAt, now),
          lte(messagingTokens.expiresAt, now),
          ne(users.status, 'active'),
          ne(tenants.status, 'active'),
        ),
      )
      .orderBy(asc(messagingTokens.expiresAt))
      .limit(BATCH),
  );
