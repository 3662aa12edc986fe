import type { CoachingRoom, SharedNotes } from '#contract/learning/coachingRoom.ts';
import { and, eq, inArray, isNull } from '#server/db/drizzle.ts';
import { coachingDocuments, coachingEnvelopes, coachingKeys } from '#server/db/schema/coachingRoom.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError, notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { type FullSession, findLearnerView, findSessionById } from '#server/learning/coaching/index.ts';
import { findOwnPlan, notificationReceivers } from '#server/learning/programs/index.ts';
import { findParticipants } from '#server/people/index.ts';
import { findDocument, findKeys } from './documents.ts';

/**
 * The learner's current coach and manager, except the other person in this session. The learner may show them its
 * notes.
 */
async function candidatesOf(tx: TenantTransaction, session: FullSession): Promise<number[]> {
  const plan = await findOwnPlan(tx, session.learnerId, session.programId);
  return plan ? notificationReceivers(plan).filter((id) => id !== session.peerId) : [];
}

async function findShared(tx: TenantTransaction, sessionId: string) {
  const [document] = await tx
    .select({ id: coachingDocuments.id })
    .from(coachingDocuments)
    .where(and(eq(coachingDocuments.sessionId, sessionId), isNull(coachingDocuments.ownerId)));
  return document?.id ?? null;
}

/**
 * People to whom the learner can show the shared notes of a session, or already does. Empty for the other
 * person.
 */
export async function findReaders(
  tx: TenantTransaction,
  session: FullSession,
  viewerId: number,
): Promise<CoachingRoom['readers']> {
  if (viewerId !== session.learnerId || !(session.state === 'held' || session.state === 'completed'))
    return [];
  const [ids, documentId] = [await candidatesOf(tx, session), await findShared(tx, session.id)];
  if (ids.length === 0 || documentId === null) return [];
  const [people, keys, envelopes] = await Promise.all([
    findParticipants(tx, ids),
    tx.select().from(coachingKeys).where(inArray(coachingKeys.userId, ids)),
    tx.select().from(coachingEnvelopes).where(eq(coachingEnvelopes.documentId, documentId)),
  ]);
  return ids.flatMap((id) => {
    const person = people.get(id);
    const publicKey = keys.find(({ userId }) => userId === id)?.publicKey ?? null;
    const canRead = envelopes.some((one) => one.userId === id && one.publicKey === publicKey);
    return person ? [{ person, publicKey, canRead }] : [];
  });
}

/** The learner lets a current coach or manager read the shared notes of a session with another person. */
export async function addReader(
  tx: TenantTransaction,
  session: FullSession,
  viewer: Viewer,
  { userId, publicKey, envelope }: { userId: number; publicKey: string; envelope: string },
): Promise<void> {
  if (viewer.userId !== session.learnerId)
    throw new HttpError(409, 'conflict', 'Only the learner of a session can share its notes.');
  const documentId = await findShared(tx, session.id);
  const [key] = await tx.select().from(coachingKeys).where(eq(coachingKeys.userId, userId));
  if (documentId === null || !(await candidatesOf(tx, session)).includes(userId))
    throw new HttpError(409, 'conflict', 'Notes can be shared with your current coach or manager only.');
  if (key?.publicKey !== publicKey)
    throw new HttpError(409, 'conflict', 'The key of this person has changed. Reload the page.');
  await tx
    .insert(coachingEnvelopes)
    .values({ tenantId: tx.tenantId, documentId, userId, publicKey, envelope })
    .onConflictDoUpdate({
      target: [coachingEnvelopes.tenantId, coachingEnvelopes.documentId, coachingEnvelopes.userId],
      set: { publicKey, envelope },
    });
}

/** Removes the person's key for the notes. The person may already have read notes with it. */
export async function removeReader(
  tx: TenantTransaction,
  session: FullSession,
  viewer: Viewer,
  userId: number,
) {
  if (viewer.userId !== session.learnerId || userId === session.learnerId || userId === session.peerId)
    throw new HttpError(
      409,
      'conflict',
      'Only the learner can stop sharing, and only with people outside the session.',
    );
  const documentId = await findShared(tx, session.id);
  if (documentId === null) return;
  await tx
    .delete(coachingEnvelopes)
    .where(and(eq(coachingEnvelopes.documentId, documentId), eq(coachingEnvelopes.userId, userId)));
}

/**
 * The shared notes of a session for a current coach or manager to whom the learner shows them; 404 for
 * everyone else.
 */
export async function findSharedNotes(
  tx: TenantTransaction,
  viewer: Viewer,
  sessionId: string,
  now: Date,
): Promise<SharedNotes> {
  const session = await findSessionById(tx, sessionId);
  if (!session || viewer.userId === session.learnerId || viewer.userId === session.peerId) throw notFound();
  const { asOf } = await findLearnerView(
    tx,
    viewer,
    { programId: session.programId, userId: session.learnerId },
    now,
  );
  const pair = { me: viewer.userId, other: session.learnerId };
  const keys = await findKeys(tx, pair);
  const document = await findDocument(tx, { sessionId, ownerId: null }, pair, keys);
  const people = await findParticipants(tx, [session.learnerId, session.peerId]);
  const [learner, peer] = [people.get(session.learnerId), people.get(session.peerId)];
  if (asOf !== null || !document?.envelope || !keys.mine || !learner || !peer) throw notFound();
  return {
    sessionId,
    programId: session.programId,
    startsAt: session.startsAt?.toISOString() ?? null,
    learner,
    peer,
    myKey: { publicKey: keys.mine.publicKey },
    shared: document,
  };
}
