import type { Pool } from 'pg';
import { PRESENCE_MAX_PEOPLE } from '#contract/limits.ts';
import type { CipherKey } from '#contract/messaging/encryption.ts';
import { and, desc, eq, gt } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { messagingTokens } from '#server/db/schema/sessions.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { hasAtMost } from '#server/people/index.ts';
import type { Realtime } from '#server/realtime/index.ts';
import { cipherKeysOf } from './cipherKeys.ts';

export interface MessagingToken {
  token: string;
  uuid: string;
  expiresAt: Date;
  /** Empty if the organisation's chats are not encrypted. */
  cipherKeys: CipherKey[];
  /** Whether the organisation is so large that a client follows only the people it meets (decision 0133). */
  isLarge: boolean;
}

/** Tabs whose token is refused at the same time get the same new token. */
const NEW_TOKEN_MS = 5_000;

/**
 * Access tokens for the messaging service. A token is reused by all processes for half of its lifetime, unless the service
 * has refused it. See docs/decisions/0032-messaging-access-tokens.md.
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
  /** Tabs that start at the same time share one grant. */
  const inFlight = new Map<string, Promise<MessagingToken>>();

  async function getToken(viewer: Viewer, isRefused: boolean): Promise<MessagingToken> {
    const { tenantId, userId, sessionId } = viewer;
    const stored = await withTenant(pool, tenantId, async (tx) => {
      const [person] = await tx.select({ uuid: users.uuid }).from(users).where(eq(users.id, userId));
      if (!person) throw notFound();
      const [latest] = await tx
        .select({ token: messagingTokens.token, expiresAt: messagingTokens.expiresAt })
        .from(messagingTokens)
        .where(
          and(
            eq(messagingTokens.sessionId, sessionId),
            gt(messagingTokens.expiresAt, new Date(now().getTime() + lifetimeMs / 2)),
            ...(isRefused ? [gt(messagingTokens.createdAt, new Date(now().getTime() - NEW_TOKEN_MS))] : []),
          ),
        )
        .orderBy(desc(messagingTokens.expiresAt))
        .limit(1);
      const isLarge = !(await hasAtMost(tx, PRESENCE_MAX_PEOPLE));
      return { ...person, cipherKeys: await cipherKeysOf(tx), latest, isLarge };
    });
    const { uuid, cipherKeys, latest, isLarge } = stored;
    if (latest) return { uuid, cipherKeys, isLarge, ...latest };

    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
    // Runs outside a transaction, because the embedded database has a single connection.
    const token = await realtime.grant({ tenantId, userId, uuid }, lifetimeMinutes);
    await withTenant(pool, tenantId, (tx) =>
      tx.insert(messagingTokens).values({ id: newId(), tenantId, sessionId, token, createdAt, expiresAt }),
    );
    return { uuid, cipherKeys, isLarge, token, expiresAt };
  }

  return {
    getToken(viewer: Viewer, isRefused = false): Promise<MessagingToken> {
      const key = `${viewer.sessionId}/${isRefused}`;
      const running = inFlight.get(key);
      if (running) return running;
      const started = getToken(viewer, isRefused).finally(() => inFlight.delete(key));
      inFlight.set(key, started);
      return started;
    },
  };
}

export type MessagingTokens = ReturnType<typeof createMessagingTokens>;
