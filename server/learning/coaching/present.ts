import type { CoachingSession } from '#contract/learning/coaching.ts';
import type { CoachingSummary } from '#contract/learning/coachingSummaries.ts';
import type { Participant } from '#contract/people.ts';
import { and, eq, inArray } from '#server/db/drizzle.ts';
import { coachingDocuments, coachingEnvelopes } from '#server/db/schema/coachingRoom.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findOwnPlan } from '#server/learning/programs/index.ts';
import { findParticipants } from '#server/people/index.ts';
import {
  type FullSession,
  findBookings,
  findTimeZones,
  isParticipant,
  otherOf,
} from './coachingRepository.ts';
import { type CoachingAction, refusalOf } from './coachingStates.ts';
import { findSeries } from './series.ts';

const MINUTE_MS = 60_000;

/** Open sessions by time, then ended ones, the newest first. */
export function inOrder(sessions: readonly FullSession[]): FullSession[] {
  const timeOf = ({ startsAt, proposals, createdAt }: FullSession) =>
    (startsAt ?? proposals[0] ?? createdAt).getTime();
  const isOpen = ({ state }: FullSession) => state === 'proposed' || state === 'scheduled';
  return [...sessions].sort((a, b) => {
    if (isOpen(a) !== isOpen(b)) return isOpen(a) ? -1 : 1;
    return isOpen(a) ? timeOf(a) - timeOf(b) : timeOf(b) - timeOf(a);
  });
}

/** Sessions as rows of a list. */
export async function presentSummaries(
  tx: TenantTransaction,
  { userId }: Pick<Viewer, 'userId'>,
  sessions: readonly FullSession[],
  now: Date,
): Promise<CoachingSummary[]> {
  const people = await findParticipants(
    tx,
    sessions.flatMap(({ learnerId, peerId }) => [learnerId, peerId]),
  );
  const shared = await findSharedWith(tx, userId, sessions);
  return sessions.flatMap((session) => {
    const [learner, peer] = [people.get(session.learnerId), people.get(session.peerId)];
    const isSharedWithMe = shared.has(session.id);
    return learner && peer ? [presentSummary(userId, session, { learner, peer, isSharedWithMe, now })] : [];
  });
}

interface SummaryContext {
  learner: Participant;
  peer: Participant;
  isSharedWithMe: boolean;
  now: Date;
}

const presentSummary = (
  userId: number,
  session: FullSession,
  { learner, peer, isSharedWithMe, now }: SummaryContext,
): CoachingSummary => ({
  sessionId: session.id,
  programId: session.programId,
  programName: session.programName,
  learner,
  peer,
  kind: session.kind,
  minutes: session.minutes,
  state: session.state,
  startsAt: session.startsAt?.toISOString() ?? null,
  proposed: session.proposals.map((time) => time.toISOString()),
  isMine: isParticipant(session, userId),
  // Times that were proposed for a confirmed session end with its beginning, and others when they have passed.
  needsAnswer:
    isParticipant(session, userId) &&
    session.proposedBy !== null &&
    session.proposedBy !== userId &&
    (session.startsAt === null || session.startsAt > now) &&
    session.proposals.some((at) => at > now),
  isSharedWithMe,
  endedAt: session.endedAt?.toISOString() ?? null,
});

/** Sessions of other people whose shared notes the viewer has a key for. */
async function findSharedWith(tx: TenantTransaction, userId: number, sessions: readonly FullSession[]) {
  const others = sessions.filter((session) => !isParticipant(session, userId)).map(({ id }) => id);
  if (others.length === 0) return new Set<string>();
  const rows = await tx
    .select({ sessionId: coachingDocuments.sessionId })
    .from(coachingEnvelopes)
    .innerJoin(coachingDocuments, eq(coachingDocuments.id, coachingEnvelopes.documentId))
    .where(and(eq(coachingEnvelopes.userId, userId), inArray(coachingDocuments.sessionId, others)));
  return new Set(rows.map(({ sessionId }) => sessionId));
}

/** A session for one of its two people. */
export async function presentSession(
  tx: TenantTransaction,
  viewer: Viewer,
  session: FullSession,
  now: Date,
): Promise<CoachingSession> {
  const { userId } = viewer;
  const otherId = otherOf(session, userId);
  const [people, zones, plan, isFree, series] = await Promise.all([
    findParticipants(tx, [otherId]),
    findTimeZones(tx, [userId, otherId]),
    findOwnPlan(tx, session.learnerId, session.programId),
    findFreeTimes(tx, session),
    findSeries(tx, session),
  ]);
  const other = people.get(otherId);
  if (!other) throw notFound();
  const peerRelation =
    plan?.managerId === session.peerId && plan.coachId !== session.peerId ? 'manager' : 'coach';
  const sideOf = (id: number) => (id === userId ? ('me' as const) : ('other' as const));
  const can = (action: CoachingAction) => refusalOf(session, userId, action, now) === null;
  const isOpen = session.state === 'scheduled';
  const isOver =
    session.startsAt !== null && session.startsAt.getTime() + session.minutes * MINUTE_MS <= now.getTime();
  return {
    sessionId: session.id,
    programId: session.programId,
    programName: session.programName,
    learnerId: session.learnerId,
    other,
    relation: otherId === session.learnerId ? 'learner' : peerRelation,
    peerRelation,
    myTimeZone: zones.get(userId) ?? 'UTC',
    otherTimeZone: zones.get(otherId) ?? 'UTC',
    kind: session.kind,
    minutes: session.minutes,
    state: session.state,
    startsAt: session.startsAt?.toISOString() ?? null,
    confirmedAt: session.confirmedAt?.toISOString() ?? null,
    place: session.place,
    proposal:
      session.proposedBy !== null && session.proposedAt !== null
        ? {
            by: sideOf(session.proposedBy),
            at: session.proposedAt.toISOString(),
            times: session.proposals.map((time) => ({
              startsAt: time.toISOString(),
              isFree: time > now && isFree(time),
            })),
          }
        : null,
    held: { me: session.heldBy.includes(userId), other: session.heldBy.includes(otherId) },
    noShow: session.noShowId === null ? null : sideOf(session.noShowId),
    series:
      series && session.seriesWeeks !== null && session.seriesCount !== null
        ? {
            everyWeeks: session.seriesWeeks,
            count: session.seriesCount,
            sessions: series.map((one) => ({ ...one, startsAt: one.startsAt?.toISOString() ?? null })),
          }
        : null,
    ended:
      session.endedAt === null
        ? null
        : {
            by: session.endedBy === null ? null : sideOf(session.endedBy),
            at: session.endedAt.toISOString(),
            reason: session.reason,
          },
    can: {
      confirm: session.proposals.some((startsAt) => can({ kind: 'confirm', startsAt })),
      propose: can({ kind: 'propose' }),
      keep: can({ kind: 'keep' }),
      cancel: can({ kind: 'cancel' }),
      confirmHeld: can({ kind: 'held' }) && !session.heldBy.includes(userId),
      reportNoShow: can({ kind: 'other_missing' }),
      setPlace: can({ kind: 'place' }) && (session.state === 'proposed' || (isOpen && !isOver)),
    },
  };
}

/** Whether both people are still free at a proposed time. */
async function findFreeTimes(tx: TenantTransaction, session: FullSession) {
  const times = session.proposals.map((time) => time.getTime());
  if (times.length === 0) return () => true;
  const length = session.minutes * MINUTE_MS;
  const bookings = await findBookings(
    tx,
    [session.learnerId, session.peerId],
    { from: Math.min(...times), until: Math.max(...times) + length },
    session.id,
  );
  const busy = [...bookings.values()].flat();
  return (time: Date) =>
    !busy.some(({ from, until }) => from < time.getTime() + length && until > time.getTime());
}
