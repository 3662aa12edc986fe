import type { Pool } from 'pg';
import { and, desc, eq, gt } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import { users } from '../db/schema/people.ts';
import { messagingTokens } from '../db/schema/sessions.ts';
import { cipherKeys } from '../db/schema/tenants.ts';
import { withTenant } from '../db/withTenant.ts';
import { notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Realtime } from '../realtime/index.ts';

export interface GivenToken {
  token: string;
  uuid: string;
  expiresAt: Date;
  /** Null where the organisation's chats are not encrypted. */
  cipherKey: string | null;
}

/** Tabs that are refused together get one new token. */
const NEW_ENOUGH_MS = 5_000;

/**
 * The access tokens for the messaging service. One is given out again until half of its life is over, by whichever
 * process is asked, unless the service has refused it (taken back by an operator, or its key was changed).
 */
export function createMessagingTokens({
  pool,
  realtime,
  lifetimeMinutes,
  now,
}: {
  pool: Pool;
  realtime: Realtime;
  lifetimeMinutes: number;
  now: () => Date;
}) {
  const lifetimeMs = lifetimeMinutes * 60_000;
  /** Tabs that start together ask together: one grant serves them all. */
  const inFlight = new Map<string, Promise<GivenToken>>();

  async function give(viewer: Viewer, isRefused: boolean): Promise<GivenToken> {
    const { tenantId, userId, sessionId } = viewer;
    const known = await withTenant(pool, tenantId, async (tx) => {
      const [person] = await tx
        .select({ uuid: users.uuid, cipherKey: cipherKeys.key })
        .from(users)
        .leftJoin(cipherKeys, eq(cipherKeys.tenantId, users.tenantId))
        .where(eq(users.id, userId));
      if (!person) throw notFound();
      const [latest] = await tx
        .select({ token: messagingTokens.token, expiresAt: messagingTokens.expiresAt })
        .from(messagingTokens)
        .where(
          and(
            eq(messagingTokens.sessionId, sessionId),
            gt(messagingTokens.expiresAt, new Date(now().getTime() + lifetimeMs / 2)),
            ...(isRefused ? [gt(messagingTokens.createdAt, new Date(now().getTime() - NEW_ENOUGH_MS))] : []),
          ),
        )
        .orderBy(desc(messagingTokens.expiresAt))
        .limit(1);
      return { ...person, latest };
    });
    const { uuid, cipherKey, latest } = known;
    if (latest) return { uuid, cipherKey, ...latest };

    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
    // On the wire without a transaction: the embedded database has one connection for everybody.
    const token = await realtime.grant({ tenantId, userId, uuid }, lifetimeMinutes);
    await withTenant(pool, tenantId, (tx) =>
      tx.insert(messagingTokens).values({ id: newId(), tenantId, sessionId, token, createdAt, expiresAt }),
    );
    return { uuid, cipherKey, token, expiresAt };
  }

  return {
    give(viewer: Viewer, isRefused = false): Promise<GivenToken> {
      const asked = `${viewer.sessionId}/${isRefused}`;
      const running = inFlight.get(asked);
      if (running) return running;
      const started = give(viewer, isRefused).finally(() => inFlight.delete(asked));
      inFlight.set(asked, started);
      return started;
    },
  };
}

export type MessagingTokens = ReturnType<typeof createMessagingTokens>;
