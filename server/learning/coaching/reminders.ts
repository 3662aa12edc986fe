import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { randomId } from '#contract/text.ts';
import { and, eq, gt, isNull, lte, sql } from '#server/db/drizzle.ts';
import { inEachOrganisation } from '#server/db/inEachOrganisation.ts';
import { coachingBookings, coachingSessions } from '#server/db/schema/coaching.ts';
import { enrolments, programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { remindToSchedule } from './scheduleReminders.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How long before a session a reminder is sent, and how late it may be sent, for example after an outage of the server.
 */
const REMINDERS = {
  '24_hours': {
    before: 24 * HOUR_MS,
    late: HOUR_MS,
    column: coachingBookings.dayReminderAt,
    field: 'dayReminderAt',
  },
  '10_minutes': {
    before: 10 * MINUTE_MS,
    late: 9 * MINUTE_MS,
    column: coachingBookings.soonReminderAt,
    field: 'soonReminderAt',
  },
} as const;
export type StartsIn = keyof typeof REMINDERS;

export const reminderMailKind = {
  name: 'mail-coaching-reminder',
  payload: z.object({
    sessionId: randomId,
    userId: z.int(),
    startsIn: z.enum(['24_hours', '10_minutes']),
  }),
};

interface ReminderDeps {
  pool: Pool;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** In each organisation, sends reminders of sessions that begin soon. Returns the number of reminders. */
export async function sendReminders({ pool, jobs }: ReminderDeps, now: Date, signal: AbortSignal) {
  let sent = 0;
  await inEachOrganisation(pool, signal, async (tx) => {
    sent += await remindOf(tx, jobs, '24_hours', now);
    sent += await remindOf(tx, jobs, '10_minutes', now);
  });
  return sent;
}

/** Reminds learners who have an open session step. */
export async function sendScheduleReminders(
  { pool }: Pick<ReminderDeps, 'pool'>,
  now: Date,
  signal: AbortSignal,
) {
  await inEachOrganisation(pool, signal, (tx) => remindToSchedule(tx, now));
}

/**
 * The update marks the row, so that several processes send each reminder once. A recently booked time gets no reminder.
 */
async function remindOf(
  tx: TenantTransaction,
  jobs: Pick<Jobs, 'enqueue'>,
  startsIn: StartsIn,
  now: Date,
): Promise<number> {
  const { before, late, column, field } = REMINDERS[startsIn];
  const due = await tx
    .update(coachingBookings)
    .set({ [field]: now })
    .from(coachingSessions)
    .innerJoin(enrolments, eq(enrolments.id, coachingSessions.enrolmentId))
    .innerJoin(programs, eq(programs.id, enrolments.programId))
    .where(
      and(
        eq(coachingSessions.id, coachingBookings.sessionId),
        eq(coachingSessions.state, 'scheduled'),
        isNull(column),
        lte(coachingBookings.startsAt, new Date(now.getTime() + before)),
        gt(coachingBookings.startsAt, new Date(now.getTime() + before - late)),
        sql`${coachingSessions.confirmedAt} <= ${coachingBookings.startsAt} - make_interval(secs => ${before / 1_000})`,
      ),
    )
    .returning({
      sessionId: coachingBookings.sessionId,
      receiverId: coachingBookings.userId,
      learnerId: coachingSessions.learnerId,
      peerId: coachingSessions.peerId,
      startsAt: coachingBookings.startsAt,
      programId: programs.id,
      programName: programs.name,
    });
  await enqueueNotifications(
    tx,
    due.map(({ sessionId, receiverId, learnerId, peerId, startsAt, programId, programName }) => ({
      receiverId,
      dedupeKey: `coaching-reminder:${sessionId}:${startsAt.getTime()}:${startsIn}:${receiverId}`,
      body: {
        notificationType: 'COACHING_SESSION_REMINDER',
        payload: {
          userId: receiverId === learnerId ? peerId : learnerId,
          programId,
          programName,
          extraPayload: { sessionId, startsIn },
        },
      },
    })),
    now,
  );
  for (const { sessionId, receiverId } of due)
    await jobs.enqueue(tx, reminderMailKind, { sessionId, userId: receiverId, startsIn });
  return due.length;
}
