import type { NextCoaching } from '#contract/learning/coaching.ts';
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

/** The session on the home page: a confirmed future one, otherwise one to answer, otherwise one to confirm as held. */
export function chooseNext(sessions: readonly FullSession[], userId: number, now: Date): FullSession | null {
  const time = now.getTime();
  const byStart = [...sessions].sort((a, b) => endOf(a) - endOf(b));
  const open = sessions.filter(({ state }) => state === 'proposed');
  return (
    byStart.find((session) => session.state === 'scheduled' && endOf(session) > time) ??
    open.find(({ proposedBy }) => proposedBy !== userId) ??
    byStart.findLast(
      (session) =>
        session.state === 'scheduled' &&
        endOf(session) > time - ASKED_DAYS * DAY_MS &&
        !session.heldBy.includes(userId),
    ) ??
    open[0] ??
    null
  );
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
  const next = chooseNext(sessions, userId, now);
  const cancelled = next
    ? undefined
    : sessions.find(
        ({ state, endedAt, endedBy }) =>
          state === 'cancelled' &&
          endedBy !== userId &&
          (endedAt?.getTime() ?? 0) > now.getTime() - CANCELLED_DAYS * DAY_MS,
      );
  const [session, last] = await Promise.all([
    presentSummaries(tx, viewer, next ? [next] : []),
    presentSummaries(tx, viewer, cancelled ? [cancelled] : []),
  ]);
  const plan = plans.find((one) => one.isOpen && isRunning(one) && notificationReceivers(one).length > 0);
  const [peerId] = plan ? notificationReceivers(plan) : [];
  const peer = peerId === undefined ? undefined : (await findParticipants(tx, [peerId])).get(peerId);
  return {
    session: session[0] ?? null,
    cancelled: last[0] ?? null,
    plan: plan && peer ? { programId: plan.programId, programName: plan.programName, peer } : null,
  };
}
