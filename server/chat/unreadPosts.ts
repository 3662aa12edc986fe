import type { UnreadMessage } from '#contract/chat.ts';
import { ENCRYPTED_PREVIEW, previewOf } from '#contract/chat.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import { unreadPosts } from '../db/schema/chat.ts';
import { users } from '../db/schema/people.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { badRequest, notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { cipherKeyOf } from '../messagingConfig/index.ts';
import { awaitDigest } from './digests.ts';
import type { Reader, Writer } from './unreadFrom.ts';

/** A post of the same conversation that was taken before, and whose message may still be unread. */
export interface EarlierPost {
  id: string;
  createdAt: Date;
  writer: Writer;
  reader: Reader;
}

/**
 * Notes that somebody wrote to a person who is away, once a conversation (ruling 19): gives the earlier post where there is
 * one, else null, and then a mail is on its way. Of confidential feedback only the prefix is kept, of what is encrypted
 * nothing, whatever the client says.
 */
export async function postUnread(
  tx: TenantTransaction,
  viewer: Viewer,
  { receiverId, previewText }: UnreadMessage,
  now: Date,
  delayMs: number,
): Promise<EarlierPost | null> {
  if (receiverId === viewer.userId) throw badRequest({ receiverId: 'is you' });
  const receiver = await findPerson(tx, receiverId);
  if (receiver?.status !== 'active') throw notFound();
  const { tenantId, userId: senderId } = viewer;
  const preview = (await cipherKeyOf(tx)) === null ? previewOf(previewText) : ENCRYPTED_PREVIEW;
  const { rowCount } = await tx
    .insert(unreadPosts)
    .values({ id: newId(), tenantId, senderId, receiverId, preview, createdAt: now })
    .onConflictDoNothing();
  if (rowCount === 1) {
    await awaitDigest(tx, receiverId, now, new Date(now.getTime() + delayMs));
    return null;
  }
  const [earlier] = await tx
    .select({ id: unreadPosts.id, createdAt: unreadPosts.createdAt, uuid: users.uuid })
    .from(unreadPosts)
    .innerJoin(users, eq(users.id, unreadPosts.senderId))
    .where(
      and(
        eq(unreadPosts.senderId, senderId),
        eq(unreadPosts.receiverId, receiverId),
        isNull(unreadPosts.closedAt),
      ),
    );
  // It was closed in this very moment: once more, and it is taken.
  if (!earlier) return postUnread(tx, viewer, { receiverId, previewText }, now, delayMs);
  const { id, createdAt, uuid } = earlier;
  return {
    id,
    createdAt,
    writer: { userId: senderId, uuid },
    reader: { tenantId, userId: receiverId, uuid: receiver.uuid, joinedAt: receiver.joinedAt },
  };
}

/** Its message has been read: the next one to that person, while they are away, is told again. */
export async function closePost(tx: TenantTransaction, id: string, now: Date) {
  await tx
    .update(unreadPosts)
    .set({ closedAt: now })
    .where(and(eq(unreadPosts.id, id), isNull(unreadPosts.closedAt)));
}

async function findPerson(tx: TenantTransaction, userId: number) {
  const [person] = await tx
    .select({ status: users.status, uuid: users.uuid, joinedAt: users.joinedAt })
    .from(users)
    .where(eq(users.id, userId));
  return person;
}
