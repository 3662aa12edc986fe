import type { CoachingOutcome, CoachingProposal, NewCoaching } from '#contract/learning/coaching.ts';
import { meetingLink } from '#contract/learning/coaching.ts';
import { and, eq, isNull } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { coachingSessions } from '#server/db/schema/coaching.ts';
import { coachingAttendance, coachingFeedback, coachingRooms } from '#server/db/schema/coachingRoom.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { badRequest, HttpError, notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { enqueueCalendarMail } from '#server/learning/coaching/calendar/calendarMail.ts';
import { completeSessionStep, type LearnerRef } from '#server/learning/programs/index.ts';
import { bookTime, releaseTime } from './bookings.ts';
import {
  type FullSession,
  findOwnSession,
  otherOf,
  replaceProposals,
  updateSession,
} from './coachingRepository.ts';
import { type CoachingAction, refusalOf } from './coachingStates.ts';
import { notifyOther } from './notifications.ts';
import { findPartner } from './partners.ts';
import { bookSeries, findFollowing } from './series.ts';

/** Sessions can be planned at most 1 year ahead. */
const MAX_AHEAD_MS = 366 * 24 * 60 * 60_000;

/** The dependencies of a change, in addition to its values. */
export interface ChangeContext {
  viewer: Pick<Viewer, 'userId'>;
  now: Date;
  /** The queue for mail with the calendar entry. The demo data has none. */
  jobs?: Pick<Jobs, 'enqueue'>;
}

const parseTimes = (texts: readonly string[], now: Date): Date[] => {
  const times = [...new Set(texts)].map((text) => new Date(text)).sort((a, b) => a.getTime() - b.getTime());
  if (times.some((time) => time <= now)) throw badRequest({ times: 'must be in the future' });
  if (times.some((time) => time.getTime() - now.getTime() > MAX_AHEAD_MS))
    throw badRequest({ times: 'cannot be more than a year ahead' });
  return times;
};

/**
 * Creates a session with proposed times for the other person to confirm. A call with the key of an earlier one creates nothing.
 * Returns the id of the session.
 */
export async function planSession(
  tx: TenantTransaction,
  { viewer, now }: ChangeContext & { viewer: Viewer },
  ref: LearnerRef,
  { with: partnerId, kind, minutes, times, repeat, key }: NewCoaching,
): Promise<string> {
  const earlier = key === undefined ? null : await findCreated(tx, viewer, key);
  if (earlier !== null) return earlier;
  const plan = await findPartner(tx, viewer, ref, partnerId, now);
  const proposed = parseTimes(times, now);
  const id = newId();
  const values = {
    id,
    tenantId: tx.tenantId,
    enrolmentId: plan.enrolmentId,
    learnerId: plan.userId,
    peerId: viewer.userId === plan.userId ? partnerId : viewer.userId,
    kind,
    minutes,
    state: 'proposed',
    proposedBy: viewer.userId,
    proposedAt: now,
    createdAt: now,
    createdBy: viewer.userId,
    creationKey: key ?? null,
    ...(repeat && {
      seriesId: newId(),
      seriesN: 1,
      seriesWeeks: repeat.everyWeeks,
      seriesCount: repeat.count,
    }),
  } satisfies typeof coachingSessions.$inferInsert;
  const { rowCount } = await tx.insert(coachingSessions).values(values).onConflictDoNothing();
  if (rowCount === 0) {
    // The same call was sent twice at the same time.
    const same = key === undefined ? null : await findCreated(tx, viewer, key);
    if (same === null) throw notFound();
    return same;
  }
  await replaceProposals(tx, id, proposed);
  await notifyOther(tx, viewer, await findOwnSession(tx, viewer, id), 'proposed', now);
  return id;
}

/** The session that an earlier call with this key created: its response was lost, or it was sent twice. */
async function findCreated(tx: TenantTransaction, { userId }: Viewer, key: string): Promise<string | null> {
  const [earlier] = await tx
    .select({ id: coachingSessions.id })
    .from(coachingSessions)
    .where(and(eq(coachingSessions.createdBy, userId), eq(coachingSessions.creationKey, key)));
  return earlier?.id ?? null;
}

/** Locks the session and checks the rules. 404 for everyone else, 409 for an action that is not possible now. */
async function findToChange(
  tx: TenantTransaction,
  { viewer, now }: ChangeContext,
  sessionId: string,
  action: CoachingAction,
): Promise<FullSession> {
  const session = await findOwnSession(tx, viewer, sessionId, { isLocked: true });
  const refusal = refusalOf(session, viewer.userId, action, now);
  if (refusal) throw new HttpError(409, 'conflict', refusal);
  return session;
}

/** Calendars are told about sessions that have a time. */
async function mailCalendar(tx: TenantTransaction, { jobs }: ChangeContext, session: FullSession) {
  if (jobs) await enqueueCalendarMail(tx, jobs, session);
}

const ANSWERED = { proposedBy: null, proposedAt: null };

/** Books one of the proposed times. A session that is moved keeps its id and its calendar entry. */
export async function confirmTime(
  tx: TenantTransaction,
  context: ChangeContext,
  sessionId: string,
  startsAt: Date,
) {
  const session = await findToChange(tx, context, sessionId, { kind: 'confirm', startsAt });
  await bookTime(tx, session, startsAt);
  const sequence = session.startsAt === null ? session.sequence : session.sequence + 1;
  await replaceProposals(tx, sessionId, []);
  await updateSession(tx, sessionId, {
    state: 'scheduled',
    startsAt,
    confirmedAt: context.now,
    sequence,
    ...ANSWERED,
  });
  await notifyOther(tx, context.viewer, session, 'confirmed', context.now);
  await mailCalendar(tx, context, { ...session, sequence });
  if (session.startsAt !== null) return forgetMeeting(tx, session.id, context.now);
  for (const next of await bookSeries(tx, session, startsAt, context.now))
    await mailCalendar(tx, context, next);
}

/** Resets the meeting of a session that is moved: the room opens early, so people may have met in it before the former time. */
async function forgetMeeting(tx: TenantTransaction, sessionId: string, now: Date) {
  await tx
    .update(coachingRooms)
    .set({ metAt: null, countedAt: null, togetherSeconds: 0, finishedAt: null, finishedBy: null })
    .where(eq(coachingRooms.sessionId, sessionId));
  await tx
    .update(coachingAttendance)
    .set({ leftAt: now })
    .where(and(eq(coachingAttendance.sessionId, sessionId), isNull(coachingAttendance.leftAt)));
  await tx.delete(coachingFeedback).where(eq(coachingFeedback.sessionId, sessionId));
}

/** Proposes other times. A confirmed time stays booked until the other person confirms another one. */
export async function proposeTimes(
  tx: TenantTransaction,
  context: ChangeContext,
  sessionId: string,
  { times, minutes }: CoachingProposal,
) {
  const session = await findToChange(tx, context, sessionId, { kind: 'propose' });
  // The length of a booked session changes only together with its time.
  if (minutes !== undefined && minutes !== session.minutes && session.startsAt !== null)
    throw badRequest({ minutes: 'cannot change after a time was confirmed' });
  await replaceProposals(tx, sessionId, parseTimes(times, context.now));
  await updateSession(tx, sessionId, {
    proposedBy: context.viewer.userId,
    proposedAt: context.now,
    ...(minutes !== undefined && { minutes }),
  });
  await notifyOther(tx, context.viewer, session, 'proposed', context.now);
}

/** Keeps the confirmed time, and withdraws or declines the newly proposed times. */
export async function keepTime(tx: TenantTransaction, context: ChangeContext, sessionId: string) {
  const session = await findToChange(tx, context, sessionId, { kind: 'keep' });
  await replaceProposals(tx, sessionId, []);
  await updateSession(tx, sessionId, ANSWERED);
  await notifyOther(tx, context.viewer, session, 'kept', context.now);
}

/** `following` also cancels the later sessions of the series. The other person is notified once. */
export async function cancelSession(
  tx: TenantTransaction,
  context: ChangeContext,
  sessionId: string,
  { reason, following = false }: { reason: string; following?: boolean | undefined },
) {
  const session = await findToChange(tx, context, sessionId, { kind: 'cancel' });
  await cancelOne(tx, context, session, reason);
  const later = following ? await findFollowing(tx, session, context.now) : [];
  await notifyOther(tx, context.viewer, session, 'cancelled', context.now, later.length > 0);
  for (const id of later)
    await cancelOne(tx, context, await findToChange(tx, context, id, { kind: 'cancel' }), reason);
}

async function cancelOne(
  tx: TenantTransaction,
  context: ChangeContext,
  session: FullSession,
  reason: string,
) {
  const sessionId = session.id;
  const sequence = session.sequence + 1;
  await releaseTime(tx, sessionId);
  await replaceProposals(tx, sessionId, []);
  await updateSession(tx, sessionId, {
    state: 'cancelled',
    sequence,
    endedAt: context.now,
    endedBy: context.viewer.userId,
    reason,
    ...ANSWERED,
  });
  if (session.startsAt !== null) await mailCalendar(tx, context, { ...session, sequence });
}

/** One person reports how the session went. If both report that it was held, it completes a session step. */
export async function reportOutcome(
  tx: TenantTransaction,
  context: ChangeContext,
  sessionId: string,
  outcome: CoachingOutcome,
): Promise<void> {
  const { viewer, now } = context;
  const session = await findToChange(tx, context, sessionId, { kind: outcome });
  const ended = { endedAt: now, endedBy: viewer.userId, ...ANSWERED };
  if (outcome === 'other_missing') {
    await replaceProposals(tx, sessionId, []);
    await updateSession(tx, sessionId, {
      state: 'no_show',
      noShowId: otherOf(session, viewer.userId),
      ...ended,
    });
    return;
  }
  const heldBy = [...new Set([...session.heldBy, viewer.userId])];
  const isHeldNow = heldBy.length === 2;
  if (isHeldNow) await replaceProposals(tx, sessionId, []);
  await updateSession(tx, sessionId, { heldBy, ...(isHeldNow && { state: 'held', ...ended }) });
  if (isHeldNow)
    await completeSessionStep(tx, { userId: session.learnerId, programId: session.programId }, now);
}

export async function setPlace(
  tx: TenantTransaction,
  context: ChangeContext,
  sessionId: string,
  place: string | null,
) {
  const session = await findToChange(tx, context, sessionId, { kind: 'place' });
  const problem = session.kind === 'remote' && place !== null && meetingLink.safeParse(place).error;
  if (problem) throw badRequest({ place: problem.issues[0]?.message ?? 'is not valid' });
  if (place === session.place) return;
  const isInCalendars = session.state === 'scheduled';
  const sequence = isInCalendars ? session.sequence + 1 : session.sequence;
  await updateSession(tx, sessionId, { place, sequence });
  if (isInCalendars) await mailCalendar(tx, context, { ...session, sequence });
}
