import type { UnreadMessage } from '#contract/chat.ts';
import { previewOf } from '#contract/chat.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import { unreadPosts } from '../db/schema/chat.ts';
import { users } from '../db/schema/people.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { badRequest, notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';

/**
 * Notes that somebody wrote to a person who is away. True when it is the first since that person was here (ruling 19:
 * once a conversation); of confidential feedback only the prefix is kept.
 */
export async function postUnread(
  tx: TenantTransaction,
  viewer: Viewer,
  { receiverId, previewText }: UnreadMessage,
  now: Date,
): Promise<boolean> {
  if (receiverId === viewer.userId) throw badRequest({ receiverId: 'is you' });
  const [receiver] = await tx.select({ status: users.status }).from(users).where(eq(users.id, receiverId));
  if (receiver?.status !== 'active') throw notFound();
  const { rowCount } = await tx
    .insert(unreadPosts)
    .values({
      id: newId(),
      tenantId: viewer.tenantId,
      senderId: viewer.userId,
      receiverId,
      preview: previewOf(previewText),
      createdAt: now,
    })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** The person is here again and sees what is unread: the next message to them while they are away is a new one. */
export async function closePostsTo(tx: TenantTransaction, { userId }: Pick<Viewer, 'userId'>, now: Date) {
  await tx
    .update(unreadPosts)
    .set({ closedAt: now })
    .where(and(eq(unreadPosts.receiverId, userId), isNull(unreadPosts.closedAt)));
}
