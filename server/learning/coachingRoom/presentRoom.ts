import { wasHeld } from '#contract/learning/coaching.ts';
import { COACHING_RULES, type CoachingRoom } from '#contract/learning/coachingRoom.ts';
import { and, desc, eq, isNull, lt, ne, sql } from '#server/db/drizzle.ts';
import { coachingSessions } from '#server/db/schema/coaching.ts';
import {
  coachingAgreements,
  coachingDocuments,
  coachingFeedback,
  coachingKeyPasskeys,
} from '#server/db/schema/coachingRoom.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { FullSession } from '#server/learning/coaching/index.ts';
import { hasCompletedStep } from '#server/learning/programs/index.ts';
import { findDocument, findKeys, type Pair } from './documents.ts';
import { findAttendance, findRoom } from './presence.ts';
import { findReaders } from './readers.ts';
import { roomRefusal, roomTimes } from './roomTimes.ts';

/** The room of a session for one of its two people. */
export async function presentRoom(
  tx: TenantTransaction,
  session: FullSession,
  pair: Pair,
  now: Date,
): Promise<CoachingRoom> {
  const [keys, room, attendance, accepted, feedback, last] = await Promise.all([
    findKeys(tx, pair),
    findRoom(tx, session.id),
    findAttendance(tx, session.id, pair, now),
    findAgreement(tx, session),
    tx
      .select({ userId: coachingFeedback.userId })
      .from(coachingFeedback)
      .where(and(eq(coachingFeedback.sessionId, session.id), eq(coachingFeedback.userId, pair.me))),
    findLast(tx, session, now),
  ]);
  const times = roomTimes(session);
  const shared = await findDocument(tx, { sessionId: session.id, ownerId: null }, pair, keys);
  const previous = last && (await findDocument(tx, { sessionId: last.id, ownerId: null }, pair, keys));
  return {
    sessionId: session.id,
    opensAt: times?.opensAt.toISOString() ?? null,
    closesAt: times?.closesAt.toISOString() ?? null,
    // For a person who has called the session held, it is over. The other person can still be in the room.
    isOpen: roomRefusal(session, room?.finishedAt ?? null, now) === null && !session.heldBy.includes(pair.me),
    agreement: {
      mine: accepted.get(pair.me)?.toISOString() ?? null,
      other: accepted.get(pair.other)?.toISOString() ?? null,
    },
    myKey: keys.mine && {
      publicKey: keys.mine.publicKey,
      wrappedKey: keys.mine.wrappedKey,
      passkeys: await findPasskeys(tx, pair.me, keys.mine.publicKey),
    },
    otherKey: keys.other?.publicKey ?? null,
    shared,
    own: await findDocument(tx, { sessionId: session.id, ownerId: pair.me }, pair, keys),
    previous:
      last && previous
        ? { sessionId: last.id, startsAt: last.startsAt?.toISOString() ?? null, shared: previous }
        : null,
    otherJoinedAt: attendance.otherJoinedAt?.toISOString() ?? null,
    metAt: room?.metAt?.toISOString() ?? null,
    finishedAt: room?.finishedAt?.toISOString() ?? null,
    finishedBy: room?.finishedBy ?? null,
    togetherSeconds: room?.togetherSeconds ?? 0,
    hasFeedback: feedback.length > 0,
    completedStep:
      wasHeld(session) &&
      session.endedAt !== null &&
      (await hasCompletedStep(tx, { enrolmentId: session.enrolmentId, heldAt: session.endedAt })),
    readers: await findReaders(tx, session, pair.me),
  };
}

const findPasskeys = (tx: TenantTransaction, userId: number, publicKey: string) =>
  tx
    .select({ credentialId: coachingKeyPasskeys.credentialId, wrappedKey: coachingKeyPasskeys.wrappedKey })
    .from(coachingKeyPasskeys)
    .where(and(eq(coachingKeyPasskeys.userId, userId), eq(coachingKeyPasskeys.publicKey, publicKey)));

async function findAgreement(tx: TenantTransaction, { learnerId, peerId }: FullSession) {
  const rows = await tx
    .select()
    .from(coachingAgreements)
    .where(
      and(
        eq(coachingAgreements.learnerId, learnerId),
        eq(coachingAgreements.peerId, peerId),
        eq(coachingAgreements.rules, COACHING_RULES),
      ),
    );
  return new Map(rows.map(({ userId, acceptedAt }) => [userId, acceptedAt]));
}

/** The last earlier session of the same two people with shared notes. A cancelled session did not take place. */
async function findLast(tx: TenantTransaction, session: FullSession, now: Date) {
  if (session.startsAt === null) return null;
  const [last] = await tx
    .select({ id: coachingSessions.id, startsAt: coachingSessions.startsAt })
    .from(coachingSessions)
    .innerJoin(
      coachingDocuments,
      and(eq(coachingDocuments.sessionId, coachingSessions.id), isNull(coachingDocuments.ownerId)),
    )
    .where(
      and(
        eq(coachingSessions.learnerId, session.learnerId),
        eq(coachingSessions.peerId, session.peerId),
        ne(coachingSessions.id, session.id),
        ne(coachingSessions.state, 'cancelled'),
        lt(coachingSessions.startsAt, session.startsAt),
        // It is over: by its time, or because it was finished.
        sql`(${coachingSessions.startsAt} + make_interval(mins => ${coachingSessions.minutes}) < ${now} or exists (
          select from coaching_rooms as room where room.session_id = ${coachingSessions.id} and room.finished_at is not null))`,
      ),
    )
    .orderBy(desc(coachingSessions.startsAt))
    .limit(1);
  return last ?? null;
}
