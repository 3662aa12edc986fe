import { ENCRYPTED_PREVIEW, previewOf } from '#contract/messaging/chat.ts';
import { and, eq, isNull } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { unreadPosts } from '#server/db/schema/chat.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { badRequest, notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { cipherKeysOf } from '#server/messagingConfig/index.ts';
import { mutedUntilOf } from '#server/outbox/index.ts';
import { scheduleDigest } from './digests.ts';
import type { Reader, Sender } from './findUnread.ts';

/** An earlier post of the same conversation, whose message may still be unread. */
export interface OpenPost {
  id: string;
  createdAt: Date;
  sender: Sender;
  reader: Reader;
}

/** The receiver of an unread message. */
export async function findReader(
  tx: TenantTransaction,
  { tenantId, userId: senderId }: Viewer,
  receiverId: number,
): Promise<Reader> {
  if (receiverId === senderId) throw badRequest({ receiverId: 'must be another person' });
  const [person] = await tx
    .select({ status: users.status, uuid: users.uuid, joinedAt: users.joinedAt })
    .from(users)
    .where(eq(users.id, receiverId));
  if (person?.status !== 'active') throw notFound();
  return { tenantId, userId: receiverId, uuid: person.uuid, joinedAt: person.joinedAt };
}

/**
 * Records an unread message for an offline person, once per conversation, and schedules a mail. Returns the earlier
 * open post, or null if there is none. See docs/decisions/0019-unread-messages-and-mail.md.
 */
export async function recordUnread(
  tx: TenantTransaction,
  viewer: Viewer,
  reader: Reader,
  previewText: string,
  now: Date,
  delayMs: number,
): Promise<OpenPost | null> {
  const { tenantId, userId: senderId } = viewer;
  const { userId: receiverId } = reader;
  const preview = (await cipherKeysOf(tx)).length === 0 ? previewOf(previewText) : ENCRYPTED_PREVIEW;
  const { rowCount } = await tx
    .insert(unreadPosts)
    .values({ id: newId(), tenantId, senderId, receiverId, preview, createdAt: now })
    .onConflictDoNothing();
  if (rowCount === 1) {
    const due = (await mutedUntilOf(tx, receiverId, now)) ?? now;
    await scheduleDigest(tx, receiverId, now, new Date(due.getTime() + delayMs));
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
  // It was closed in the meantime, so the next attempt inserts.
  if (!earlier) return recordUnread(tx, viewer, reader, previewText, now, delayMs);
  const { id, createdAt, uuid } = earlier;
  return { id, createdAt, sender: { userId: senderId, uuid }, reader };
}

/** Closes a post whose message was read, so that the next unread message is recorded again. */
export async function closeOpenPost(tx: TenantTransaction, id: string, now: Date) {
  await tx
    .update(unreadPosts)
    .set({ closedAt: now })
    .where(and(eq(unreadPosts.id, id), isNull(unreadPosts.closedAt)));
}
