import type { Pool } from 'pg';
import { and, asc, eq, inArray, isNull, or } from '#server/db/drizzle.ts';
import { mailDigests as digests, unreadPosts } from '#server/db/schema/chat.ts';
import { users } from '#server/db/schema/people.ts';
import { organisationSettings as settings } from '#server/db/schema/settings.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { hasMailOff } from '#server/outbox/index.ts';
import type { Digest } from './digests.ts';
import type { Reader, Sender } from './findUnread.ts';

export interface Receiver extends Reader {
  email: string;
  firstName: string;
  lastName: string;
  timeZone: string;
  /** Quiet hours of the organisation; null: none. */
  quietFrom: string | null;
  quietUntil: string | null;
}
export interface UnreadPost {
  id: string;
  preview: string;
  sender: Sender & { firstName: string; lastName: string };
}

/**
 * The receiver and the possible contents of a digest; null if the receiver is no longer active or has switched this
 * mail off.
 */
export const readDigest = (
  pool: Pool,
  digest: Digest,
): Promise<{ receiver: Receiver; posts: UnreadPost[] } | null> =>
  withTenant(pool, digest.tenantId, async (tx) => {
    const [receiver] = await tx
      .select({
        tenantId: users.tenantId,
        userId: users.id,
        uuid: users.uuid,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        joinedAt: users.joinedAt,
        timeZone: users.timeZone,
        quietFrom: settings.quietFrom,
        quietUntil: settings.quietUntil,
      })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .leftJoin(settings, eq(settings.tenantId, users.tenantId))
      .where(and(eq(users.id, digest.receiverId), eq(users.status, 'active'), eq(tenants.status, 'active')));
    if (!receiver || (await hasMailOff(tx, receiver.userId, 'UNREAD_MESSAGES'))) return null;
    const isAssigned = eq(unreadPosts.digestId, digest.id);
    const posts = await tx
      .select({
        id: unreadPosts.id,
        preview: unreadPosts.preview,
        sender: {
          userId: users.id,
          uuid: users.uuid,
          firstName: users.firstName,
          lastName: users.lastName,
        },
      })
      .from(unreadPosts)
      .innerJoin(users, eq(users.id, unreadPosts.senderId))
      .where(
        and(
          eq(unreadPosts.receiverId, digest.receiverId),
          isNull(unreadPosts.closedAt),
          // A mail that may have been sent must not change, because its Message-ID stays the same.
          digest.handedOverAt ? isAssigned : or(isAssigned, isNull(unreadPosts.digestId)),
        ),
      )
      .orderBy(asc(unreadPosts.createdAt));
    return { receiver, posts };
  });

/** Runs before sending: closes the posts whose messages were read, and assigns the remaining posts to the digest. */
export const assignPosts = (
  pool: Pool,
  digest: Digest,
  { read, unread }: { read: string[]; unread: string[] },
  now: Date,
) =>
  withTenant(pool, digest.tenantId, async (tx) => {
    if (read.length > 0)
      await tx.update(unreadPosts).set({ closedAt: now }).where(inArray(unreadPosts.id, read));
    if (unread.length === 0) return;
    await tx.update(unreadPosts).set({ digestId: digest.id }).where(inArray(unreadPosts.id, unread));
    await tx.update(digests).set({ handedOverAt: now }).where(eq(digests.id, digest.id));
  });

/** Closes all posts for a receiver who is no longer active. */
export const closePostsOf = (pool: Pool, { tenantId, receiverId }: Digest, now: Date) =>
  withTenant(pool, tenantId, (tx) =>
    tx
      .update(unreadPosts)
      .set({ closedAt: now })
      .where(and(eq(unreadPosts.receiverId, receiverId), isNull(unreadPosts.closedAt))),
  );
