import { and, eq, gt, or, sql } from '#server/db/drizzle.ts';
import { coachingSessions } from '#server/db/schema/coaching.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { enqueueCalendarMail } from '#server/learning/coaching/calendar/calendarMail.ts';
import { releaseTime } from './bookings.ts';
import { findSessions, replaceProposals, updateSession } from './coachingRepository.ts';
import { notifyOther } from './notifications.ts';

/** Proposed sessions, and confirmed ones that have not begun. */
const isOpen = (now: Date) =>
  or(
    eq(coachingSessions.state, 'proposed'),
    and(eq(coachingSessions.state, 'scheduled'), gt(coachingSessions.startsAt, now)),
  );

interface CancelContext {
  /** Null: no mail with the calendar entry is sent. */
  jobs: Pick<Jobs, 'enqueue'> | null;
  now: Date;
}

/**
 * Cancels the open sessions of a person whose account is deactivated, and notifies the other people. Returns the number
 * of sessions.
 */
export async function cancelOpenSessions(
  tx: TenantTransaction,
  userId: number,
  { jobs, now }: CancelContext,
): Promise<number> {
  const isOwn = or(eq(coachingSessions.learnerId, userId), eq(coachingSessions.peerId, userId));
  const open = await tx
    .select({ id: coachingSessions.id })
    .from(coachingSessions)
    .where(and(isOwn, isOpen(now)))
    .orderBy(coachingSessions.id)
    .for('update');
  if (open.length === 0) return 0;
  const ids = new Set(open.map(({ id }) => id));
  for (const session of (await findSessions(tx, { userId })).filter(({ id }) => ids.has(id))) {
    const sequence = session.sequence + 1;
    await releaseTime(tx, session.id);
    await replaceProposals(tx, session.id, []);
    await updateSession(tx, session.id, {
      state: 'cancelled',
      sequence,
      endedAt: now,
      endedBy: null,
      proposedBy: null,
      proposedAt: null,
    });
    await notifyOther(tx, { userId }, session, 'ended', now);
    if (jobs && session.startsAt !== null) await enqueueCalendarMail(tx, jobs, { ...session, sequence });
  }
  return ids.size;
}

/** SQL for the number of open sessions of `users as u`, and for the start of the first one. */
export const openSessionsOf = (now: Date) => {
  const open = sql`from coaching_sessions as c where (c.learner_id = u.id or c.peer_id = u.id)
    and (c.state = 'proposed' or (c.state = 'scheduled' and c.starts_at > ${now.toISOString()}::timestamptz))`;
  return { count: sql`(select count(*) ${open})::int`, first: sql`(select min(c.starts_at) ${open})` };
};
