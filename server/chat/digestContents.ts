import type { Pool } from 'pg';
import { and, asc, eq, inArray, isNull, or } from '../db/drizzle.ts';
import { mailDigests as digests, unreadPosts } from '../db/schema/chat.ts';
import { users } from '../db/schema/people.ts';
import { tenants } from '../db/schema/tenants.ts';
import { withTenant } from '../db/withTenant.ts';
import type { Digest } from './digests.ts';
import type { Reader, Writer } from './unreadFrom.ts';

export interface Receiver extends Reader {
  email: string;
  firstName: string;
  lastName: string;
}
export interface PostToMail {
  id: string;
  preview: string;
  writer: Writer & { firstName: string; lastName: string };
}

/** For whom a digest is and what may be in it; null when nobody is there to read it any more. */
export const readDigest = (
  pool: Pool,
  digest: Digest,
): Promise<{ receiver: Receiver; posts: PostToMail[] } | null> =>
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
      })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(and(eq(users.id, digest.receiverId), eq(users.status, 'active'), eq(tenants.status, 'active')));
    if (!receiver) return null;
    const isOfIt = eq(unreadPosts.digestId, digest.id);
    const posts = await tx
      .select({
        id: unreadPosts.id,
        preview: unreadPosts.preview,
        writer: {
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
          // One that may have gone out already stays as it was; nothing is added under its Message-ID.
          digest.handedOverAt ? isOfIt : or(isOfIt, isNull(unreadPosts.digestId)),
        ),
      )
      .orderBy(asc(unreadPosts.createdAt));
    return { receiver, posts };
  });

/** Before it is handed over: what was read is closed, and what the mail tells of is bound to it. */
export const settleDigest = (
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

/** Whoever is gone is told of nothing, also should they come back. */
export const closePostsTo = (pool: Pool, { tenantId, receiverId }: Digest, now: Date) =>
  withTenant(pool, tenantId, (tx) =>
    tx
      .update(unreadPosts)
      .set({ closedAt: now })
      .where(and(eq(unreadPosts.receiverId, receiverId), isNull(unreadPosts.closedAt))),
  );
