import { PRESENCE_LASTS_MS, ROOM_CLOSES_AFTER_MS } from '#contract/learning/coachingRoom.ts';
import type { NextCoaching } from '#contract/learning/coachingSummaries.ts';
import { ROOM_OPENS_BEFORE_MS } from '#contract/learning/coachingSummaries.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findPlans, isRunning, notificationReceivers } from '#server/learning/programs/index.ts';
import { findParticipants } from '#server/people/index.ts';
import { type FullSession, findSessions } from './coachingRepository.ts';
import { presentSummaries } from './present.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** After this time, people are no longer asked whether a session took place, or told that it was cancelled. */
const ASKED_DAYS = 14;
const CANCELLED_DAYS = 7;

const endOf = ({ startsAt, minutes }: FullSession) => (startsAt?.getTime() ?? 0) + minutes * MINUTE_MS;

/**
 * The session on the home page: a confirmed one that is not over and that the user has not confirmed as held, otherwise
 * one to answer, otherwise one to confirm as held. Proposed times that have passed cannot be answered.
 */
export function chooseNext(sessions: readonly FullSession[], userId: number, now: Date): FullSession | null {
  const time = now.getTime();
  const byStart = [...sessions].sort((a, b) => endOf(a) - endOf(b));
  const open = sessions.filter(
    ({ state, proposals }) => state === 'proposed' && proposals.some((at) => at > now),
  );
  return (
    byStart.find(
      (session) => session.state === 'scheduled' && endOf(session) > time && !session.heldBy.includes(userId),
    ) ??
    open.find(({ proposedBy }) => proposedBy !== userId) ??
    byStart.findLast(
      (session) =>
        (session.state === 'scheduled' || session.state === 'expired') &&
        endOf(session) > time - ASKED_DAYS * DAY_MS &&
        !session.heldBy.includes(userId),
    ) ??
    open[0] ??
    null
  );
}

const isRoomTime = ({ kind, state, startsAt, minutes }: FullSession, now: Date) =>
  kind === 'remote' &&
  state === 'scheduled' &&
  startsAt !== null &&
  now.getTime() >= startsAt.getTime() - ROOM_OPENS_BEFORE_MS &&
  now.getTime() <= startsAt.getTime() + minutes * MINUTE_MS + ROOM_CLOSES_AFTER_MS;

/** The last session that was held, or finished in its room, and for which the person has sent no feedback. */
async function findOpenWrapUp(tx: TenantTransaction, userId: number, now: Date): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.id from coaching_sessions as s
    where (s.learner_id = ${userId} or s.peer_id = ${userId}) and s.kind = 'remote'
      and (s.state = 'held' or s.state = 'scheduled' and s.starts_at <= ${now} and not (${userId} = any (s.held_by))
        and exists (select from coaching_rooms as r where r.session_id = s.id and r.finished_at is not null))
      and not exists (select from coaching_feedback as f where f.session_id = s.id and f.user_id = ${userId})
    order by s.starts_at desc limit 1`);
  return rows[0]?.id ?? null;
}

/** The meetings that one of the two people finished. No one can join them again. */
async function findFinished(tx: TenantTransaction, sessions: readonly FullSession[]): Promise<Set<string>> {
  if (sessions.length === 0) return new Set();
  const ids = sql.join(
    sessions.map(({ id }) => sql`${id}`),
    sql`, `,
  );
  const { rows } = await tx.execute<{ id: string }>(sql`
    select r.session_id as id from coaching_rooms as r
    where r.session_id in (${ids}) and r.finished_at is not null`);
  return new Set(rows.map(({ id }) => id));
}

async function findOpenRoom(tx: TenantTransaction, session: FullSession, userId: number, now: Date) {
  const { rows } = await tx.execute<{ is_there: boolean }>(sql`
    select exists (select from coaching_attendance as a where a.session_id = ${session.id} and a.user_id <> ${userId}
      and a.left_at is null and a.seen_at > ${new Date(now.getTime() - PRESENCE_LASTS_MS)}) as is_there`);
  return { isOtherThere: rows[0]?.is_there === true };
}

export async function readNextSession(
  tx: TenantTransaction,
  viewer: Viewer,
  now: Date,
): Promise<NextCoaching> {
  const { userId } = viewer;
  const [sessions, plans] = await Promise.all([
    findSessions(tx, { userId }),
    findPlans(tx, { userIds: [userId], isOutline: true }),
  ]);
  const finished = await findFinished(
    tx,
    sessions.filter((session) => isRoomTime(session, now)),
  );
  const openWrapUpId = await findOpenWrapUp(tx, userId, now);
  const next = chooseNext(
    // Until its end, a finished session needs no answer and cannot be joined. The wrap-up is the answer.
    sessions.filter(
      (session) =>
        session.id !== openWrapUpId && (!finished.has(session.id) || endOf(session) <= now.getTime()),
    ),
    userId,
    now,
  );
  const cancelled = next
    ? undefined
    : sessions.find(
        ({ state, endedAt, endedBy }) =>
          state === 'cancelled' &&
          endedBy !== userId &&
          (endedAt?.getTime() ?? 0) > now.getTime() - CANCELLED_DAYS * DAY_MS,
      );
  const isMeeting = next !== null && isRoomTime(next, now) && !finished.has(next.id);
  const wrapUpId = isMeeting ? null : openWrapUpId;
  const [session, last, wrapUp, room] = await Promise.all([
    presentSummaries(tx, viewer, next ? [next] : [], now),
    presentSummaries(tx, viewer, cancelled ? [cancelled] : [], now),
    presentSummaries(
      tx,
      viewer,
      sessions.filter(({ id }) => id === wrapUpId),
      now,
    ),
    isMeeting ? findOpenRoom(tx, next, userId, now) : null,
  ]);
  const plan = plans.find((one) => one.isOpen && isRunning(one) && notificationReceivers(one).length > 0);
  const [peerId] = plan ? notificationReceivers(plan) : [];
  const peer = peerId === undefined ? undefined : (await findParticipants(tx, [peerId])).get(peerId);
  return {
    session: session[0] ?? null,
    room,
    wrapUp: wrapUp[0] ?? null,
    cancelled: last[0] ?? null,
    plan: plan && peer ? { programId: plan.programId, programName: plan.programName, peer } : null,
  };
}
