import type { EncryptedDocument } from '#contract/learning/coachingActions.ts';
import type { DocumentEdit, DocumentKind, NewCoachingKey } from '#contract/learning/coachingRoom.ts';
import { and, eq, inArray, isNull, notExists, type SQL, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import {
  coachingDocuments,
  coachingEnvelopes,
  coachingKeyPasskeys,
  coachingKeys,
} from '#server/db/schema/coachingRoom.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError } from '#server/http/httpError.ts';

/** The viewer and the other person of a session. */
export interface Pair {
  me: number;
  other: number;
}

export async function findKeys(tx: TenantTransaction, { me, other }: Pair) {
  const rows = await tx
    .select()
    .from(coachingKeys)
    .where(inArray(coachingKeys.userId, [me, other]));
  return {
    mine: rows.find(({ userId }) => userId === me) ?? null,
    other: rows.find(({ userId }) => userId === other) ?? null,
  };
}
export type Keys = Awaited<ReturnType<typeof findKeys>>;

/** Joins an envelope with the key that its reader has now. */
const isForCurrentKey = and(
  eq(coachingKeys.userId, coachingEnvelopes.userId),
  eq(coachingKeys.publicKey, coachingEnvelopes.publicKey),
);
const ownedBy = (ownerId: number | null) =>
  ownerId === null ? isNull(coachingDocuments.ownerId) : eq(coachingDocuments.ownerId, ownerId);

/**
 * A document as one of its readers may see it. Envelopes for a key that was replaced open nothing and are left out. Null also
 * if no current key opens it, because all readers started again without the recovery code: the client then creates a new one.
 */
export async function findDocument(
  tx: TenantTransaction,
  { sessionId, ownerId }: { sessionId: string; ownerId: number | null },
  { me, other }: Pair,
  keys: Keys,
): Promise<EncryptedDocument | null> {
  const [document] = await tx
    .select()
    .from(coachingDocuments)
    .where(and(eq(coachingDocuments.sessionId, sessionId), ownedBy(ownerId)));
  if (!document) return null;
  const envelopes = await tx
    .select({
      userId: coachingEnvelopes.userId,
      publicKey: coachingEnvelopes.publicKey,
      envelope: coachingEnvelopes.envelope,
    })
    .from(coachingEnvelopes)
    .innerJoin(coachingKeys, isForCurrentKey)
    .where(eq(coachingEnvelopes.documentId, document.id));
  if (envelopes.length === 0) return null;
  const envelopeOf = (userId: number, publicKey: string | undefined) =>
    envelopes.find((one) => one.userId === userId && one.publicKey === publicKey) ?? null;
  return {
    documentId: document.id,
    version: document.version,
    snapshot: document.snapshot,
    envelope: envelopeOf(me, keys.mine?.publicKey)?.envelope ?? null,
    isShared: ownerId === null && envelopeOf(other, keys.other?.publicKey) !== null,
  };
}

/** Removes a document that no current key opens. */
const deleteUnreadable = (tx: TenantTransaction, of: SQL | undefined) =>
  tx
    .delete(coachingDocuments)
    .where(
      and(
        of,
        notExists(
          tx
            .select({ userId: coachingEnvelopes.userId })
            .from(coachingEnvelopes)
            .innerJoin(coachingKeys, isForCurrentKey)
            .where(eq(coachingEnvelopes.documentId, coachingDocuments.id)),
        ),
      ),
    );

const outdated = () =>
  new HttpError(409, 'conflict', 'The notes have changed in the meantime. They are loaded and saved again.');

/** Saves a snapshot that contains everything of the version that it replaces. */
export async function saveDocument(
  tx: TenantTransaction,
  sessionId: string,
  kind: DocumentKind,
  pair: Pair,
  edit: DocumentEdit,
  now: Date,
) {
  const ownerId = kind === 'own' ? pair.me : null;
  const keys = await findKeys(tx, pair);
  const of = and(eq(coachingDocuments.sessionId, sessionId), ownedBy(ownerId));
  const values = { snapshot: edit.snapshot, version: edit.version + 1, updatedAt: now };
  let documentId = newId();
  if (edit.version === 0) {
    await deleteUnreadable(tx, of);
    const created = await tx
      .insert(coachingDocuments)
      .values({ id: documentId, tenantId: tx.tenantId, sessionId, ownerId, ...values })
      .onConflictDoNothing()
      .returning({ id: coachingDocuments.id });
    if (created.length === 0) throw outdated();
  } else {
    const [changed] = await tx
      .update(coachingDocuments)
      .set(values)
      .where(and(of, eq(coachingDocuments.version, edit.version)))
      .returning({ id: coachingDocuments.id });
    if (!changed) throw outdated();
    documentId = changed.id;
  }
  const readers = [
    { userId: pair.me, key: keys.mine, sealed: edit.mine },
    { userId: pair.other, key: keys.other, sealed: kind === 'shared' ? edit.other : undefined },
  ];
  for (const { userId, key, sealed } of readers) {
    // Made for a key that was replaced in the meantime. The client makes another envelope when it sees the new key.
    if (!sealed || sealed.publicKey !== key?.publicKey) continue;
    await tx
      .insert(coachingEnvelopes)
      .values({ tenantId: tx.tenantId, documentId, userId, ...sealed })
      .onConflictDoUpdate({
        target: [coachingEnvelopes.tenantId, coachingEnvelopes.documentId, coachingEnvelopes.userId],
        set: { publicKey: sealed.publicKey, envelope: sealed.envelope },
      });
  }
  return { documentId, version: values.version };
}

/** With a new key, everything that only the replaced key could open is removed. */
export async function replaceKey(tx: TenantTransaction, userId: number, key: NewCoachingKey, now: Date) {
  const values = { publicKey: key.publicKey, wrappedKey: key.wrappedKey, createdAt: now };
  const changed =
    key.replaces === null
      ? await tx
          .insert(coachingKeys)
          .values({ tenantId: tx.tenantId, userId, ...values })
          .onConflictDoNothing()
          .returning({ userId: coachingKeys.userId })
      : await tx
          .update(coachingKeys)
          .set(values)
          .where(and(eq(coachingKeys.userId, userId), eq(coachingKeys.publicKey, key.replaces)))
          .returning({ userId: coachingKeys.userId });
  if (changed.length === 0)
    throw new HttpError(409, 'conflict', 'You have set up your key on another device. Reload the page.');
  await tx.delete(coachingKeyPasskeys).where(eq(coachingKeyPasskeys.userId, userId));
  if (key.passkey)
    await tx
      .insert(coachingKeyPasskeys)
      .values({ tenantId: tx.tenantId, userId, publicKey: key.publicKey, ...key.passkey, createdAt: now });
  await tx.execute(sql`delete from coaching_documents where owner_id = ${userId}`);
  await tx.delete(coachingEnvelopes).where(eq(coachingEnvelopes.userId, userId));
}
