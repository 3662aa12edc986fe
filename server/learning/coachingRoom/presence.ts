import { wasHeld } from '#contract/learning/coaching.ts';
import { HELD_AFTER_SECONDS, PRESENCE_LASTS_MS } from '#contract/learning/coachingRoom.ts';
import { and, eq, inArray } from '#server/db/drizzle.ts';
import { coachingAttendance, coachingRooms } from '#server/db/schema/coachingRoom.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  type FullSession,
  findOwnSession,
  releaseTime,
  reportOutcome,
} from '#server/learning/coaching/index.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import type { Pair } from './documents.ts';
import { roomRefusal } from './roomTimes.ts';

export async function findRoom(tx: TenantTransaction, sessionId: string) {
  const [room] = await tx.select().from(coachingRooms).where(eq(coachingRooms.sessionId, sessionId));
  return room ?? null;
}

type Attendance = typeof coachingAttendance.$inferSelect;
const isThere = (person: Attendance | undefined, now: Date) =>
  person !== undefined &&
  person.leftAt === null &&
  now.getTime() - person.seenAt.getTime() < PRESENCE_LASTS_MS;

export async function findAttendance(
  tx: TenantTransaction,
  sessionId: string,
  { me, other }: Pair,
  now: Date,
) {
  const rows = await tx
    .select()
    .from(coachingAttendance)
    .where(and(eq(coachingAttendance.sessionId, sessionId), inArray(coachingAttendance.userId, [me, other])));
  const [mine, theirs] = [me, other].map((id) => rows.find(({ userId }) => userId === id));
  return {
    isMineThere: isThere(mine, now),
    otherJoinedAt: theirs && isThere(theirs, now) ? theirs.joinedAt : null,
  };
}

/** Locks the room, so that reports of both people are counted one after another. */
async function lockRoom(tx: TenantTransaction, sessionId: string) {
  await tx.insert(coachingRooms).values({ tenantId: tx.tenantId, sessionId }).onConflictDoNothing();
  const [room] = await tx
    .select()
    .from(coachingRooms)
    .where(eq(coachingRooms.sessionId, sessionId))
    .for('update');
  if (!room) throw new Error('The room was not created');
  return room;
}

interface Report {
  viewer: Viewer;
  session: FullSession;
  pair: Pair;
  now: Date;
}

/**
 * The viewer is in the room. Notifies the other person if the viewer has just entered, and counts the time
 * together.
 */
export async function reportPresence(tx: TenantTransaction, { viewer, session, pair, now }: Report) {
  const room = await lockRoom(tx, session.id);
  const refusal = roomRefusal(session, room.finishedAt, now);
  if (refusal) throw new HttpError(409, 'conflict', refusal);
  const { isMineThere, otherJoinedAt } = await findAttendance(tx, session.id, pair, now);
  await tx
    .insert(coachingAttendance)
    .values({
      tenantId: tx.tenantId,
      sessionId: session.id,
      userId: viewer.userId,
      joinedAt: now,
      seenAt: now,
    })
    .onConflictDoUpdate({
      target: [coachingAttendance.tenantId, coachingAttendance.sessionId, coachingAttendance.userId],
      set: isMineThere ? { seenAt: now } : { joinedAt: now, seenAt: now, leftAt: null },
    });
  if (!isMineThere && otherJoinedAt === null) await notify(tx, viewer, session, pair, 'joined', now);
  if (otherJoinedAt === null) return { otherJoinedAt, metAt: room.metAt };

  const metAt = room.metAt ?? now;
  const sinceCount = room.countedAt ? now.getTime() - room.countedAt.getTime() : 0;
  const added = sinceCount < PRESENCE_LASTS_MS ? Math.round(sinceCount / 1_000) : 0;
  await tx
    .update(coachingRooms)
    .set({ metAt, countedAt: now, togetherSeconds: room.togetherSeconds + added })
    .where(eq(coachingRooms.sessionId, session.id));
  return { otherJoinedAt, metAt };
}

/** The viewer has left the room. */
export async function leaveRoom(tx: TenantTransaction, { viewer, session, pair, now }: Report) {
  const { isMineThere } = await findAttendance(tx, session.id, pair, now);
  if (!isMineThere) return;
  await tx
    .update(coachingAttendance)
    .set({ leftAt: now })
    .where(and(eq(coachingAttendance.sessionId, session.id), eq(coachingAttendance.userId, viewer.userId)));
  // Removes the alert of the other person, who may have joined on another device.
  await notify(tx, viewer, session, pair, 'left', now);
}

/** Ends the meeting for both. It was held when both were in the room together for long enough. */
export async function finishRoom(tx: TenantTransaction, { viewer, session, now }: Report) {
  const room = await lockRoom(tx, session.id);
  if (room.finishedAt !== null || wasHeld(session)) return;
  const refusal = roomRefusal(session, null, now);
  if (refusal) throw new HttpError(409, 'conflict', refusal);
  await tx
    .update(coachingRooms)
    .set({ finishedAt: now, finishedBy: viewer.userId })
    .where(eq(coachingRooms.sessionId, session.id));
  // Both are free for the rest of the booked time.
  await releaseTime(tx, session.id);
  if (room.togetherSeconds < HELD_AFTER_SECONDS) return;
  for (const userId of [session.learnerId, session.peerId])
    await confirmHeld(tx, { ...viewer, userId }, session.id, now);
}

/** One person confirms that the session took place, if that is still open. */
export async function confirmHeld(tx: TenantTransaction, viewer: Viewer, sessionId: string, now: Date) {
  const session = await findOwnSession(tx, viewer, sessionId);
  const isOpen =
    (session.state === 'scheduled' || session.state === 'expired') &&
    session.startsAt !== null &&
    session.startsAt <= now;
  if (isOpen && !session.heldBy.includes(viewer.userId))
    await reportOutcome(tx, { viewer, now }, sessionId, 'held');
}

const notify = (
  tx: TenantTransaction,
  viewer: Viewer,
  session: FullSession,
  { other }: Pair,
  change: 'joined' | 'left',
  now: Date,
) =>
  enqueueNotifications(
    tx,
    [
      {
        receiverId: other,
        dedupeKey: `coaching:${session.id}:${change}:${viewer.userId}:${now.getTime()}`,
        body: {
          notificationType: change === 'joined' ? 'PEER_JOINED_SESSION' : 'PEER_LEFT_SESSION',
          payload: {
            userId: viewer.userId,
            programId: session.programId,
            programName: session.programName,
            extraPayload: { sessionId: session.id },
          },
        },
      },
    ],
    now,
  );
