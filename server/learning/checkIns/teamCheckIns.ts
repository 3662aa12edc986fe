import {
  CHECK_IN_REMINDERS_MAX,
  type ReviewItem,
  type TeamCheckIns,
} from '#contract/learning/checkInReview.ts';
import { CHECK_IN_TREND_PERIODS } from '#contract/learning/checkIns.ts';
import { and, asc, eq, gte, inArray } from '#server/db/drizzle.ts';
import { checkInReminders } from '#server/db/schema/checkIns.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findParticipants, findWindows, participantOf } from '#server/people/index.ts';
import {
  type CheckInRow,
  findCheckInSettings,
  findCheckInsSince,
  findQuestion,
  findQuestions,
  type QuestionRow,
} from './checkInsRepository.ts';
import {
  currentPeriod,
  isOptional,
  lastDayOf,
  periodOf,
  periodsUntil,
  stateOf,
  timingOf,
} from './periods.ts';
import { isSent, pointFor, relationsTo, type SentCheckIn } from './readable.ts';
import { byImportance, reasonsOf } from './reasons.ts';
import { visibleAnswers } from './visibleAnswers.ts';

/** A direct report. */
export interface Report {
  id: number;
  firstName: string;
  lastName: string;
  avatarId: string | null;
  timeZone: string;
  joinedAt: Date;
}

export const findReports = (tx: TenantTransaction, managerId: number): Promise<Report[]> =>
  tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      avatarId: users.avatarId,
      timeZone: users.timeZone,
      joinedAt: users.joinedAt,
    })
    .from(users)
    .where(and(eq(users.managerId, managerId), eq(users.status, 'active')))
    .orderBy(asc(users.firstName), asc(users.id));

/** The check-ins of the viewer's direct reports: to review, reviewed, missing, and the mood of the team. */
export async function readTeamCheckIns(
  tx: TenantTransaction,
  viewer: Viewer,
  now: Date,
): Promise<TeamCheckIns> {
  const { cadence, minGroupSize } = await findCheckInSettings(tx);
  const current = currentPeriod(now, viewer.timeZone, cadence);
  const next = periodOf(current.end, cadence);
  const periods = periodsUntil(current, cadence, CHECK_IN_TREND_PERIODS);
  const reports = await findReports(tx, viewer.userId);
  const ids = reports.map(({ id }) => id);
  const joinedAtOf = new Map(reports.map(({ id, joinedAt }) => [id, joinedAt]));
  const rows = await findCheckInsSince(tx, ids, periods[0]?.start ?? current.start);
  const windows = (await findWindows(tx, { viewerId: viewer.userId }, now)).filter(
    ({ relation, until }) => relation === 'manager' && until === null,
  );
  const windowsOf = Map.groupBy(windows, ({ subjectId }) => subjectId);
  const questions = await findQuestions(
    tx,
    rows.map(({ answers }) => answers?.question?.questionId),
  );
  const reminders = await findReminders(tx, ids, current.start);
  const asked = await findQuestion(tx, { managerId: viewer.userId, week: current.start });
  const askedNext = await findQuestion(tx, { managerId: viewer.userId, week: next.start });
  const people = await findParticipants(tx, [viewer.userId]);

  const isReadable = (row: CheckInRow): row is SentCheckIn =>
    isSent(row) && relationsTo(row, windowsOf.get(row.userId) ?? []).length > 0;
  const byPerson = Map.groupBy(rows, ({ userId }) => userId);
  const items = reports.flatMap((report): ReviewItem[] => {
    const sent = (byPerson.get(report.id) ?? []).filter(isReadable);
    // Objectives have no effect on the reasons.
    const context = { questions, objectives: new Map() };
    const shown = sent.map((row) => ({ row, answers: visibleAnswers(row.answers, ['manager'], context) }));
    return shown.map(({ row, answers }, index) => ({
      checkInId: row.id,
      person: participantOf(report),
      week: row.week,
      sentAt: row.sentAt.toISOString(),
      reviewedAt: row.reviewedAt?.toISOString() ?? null,
      reasons: reasonsOf(
        {
          sentAt: row.sentAt,
          wasLate: row.wasLate,
          answers,
          previous: shown[index + 1]?.answers ?? null,
          isFirst: index === shown.length - 1 && shown.length < CHECK_IN_TREND_PERIODS,
        },
        now,
        viewer,
      ),
    }));
  });

  const missing = reports.flatMap((report): TeamCheckIns['missing'] => {
    const period = currentPeriod(now, report.timeZone, cadence);
    const row = (byPerson.get(report.id) ?? []).find(({ week }) => week === period.start) ?? null;
    const timing = timingOf(period, report.timeZone);
    const at = { now, joinedAt: report.joinedAt };
    const state = stateOf(row, timing, at);
    if (state !== 'open' && state !== 'late' && state !== 'skipped') return [];
    const own = reminders.filter(({ userId, week }) => userId === report.id && week === period.start);
    return [
      {
        person: participantOf(report),
        state,
        isOptional: state === 'open' && isOptional(timing, at),
        dueAt: timing.dueAt.toISOString(),
        remindedAt: own.at(-1)?.sentAt.toISOString() ?? null,
        can: { remind: state === 'late' && canRemind(own, dayOf(now, viewer)) },
      },
    ];
  });

  const presentQuestion = (row: (QuestionRow & { text: string }) | null) =>
    row && { questionId: row.id, text: row.text, by: people.get(viewer.userId) ?? null };
  return {
    week: current.start,
    lastDay: lastDayOf(current),
    nextWeek: next.start,
    queue: byImportance(items.filter(({ reviewedAt }) => reviewedAt === null)),
    reviewed: items.filter(({ reviewedAt, week }) => reviewedAt !== null && week === current.start),
    missing,
    question: presentQuestion(asked),
    nextQuestion: presentQuestion(askedNext),
    mood: periods.map((period) => ({
      week: period.start,
      mood: meanMood(
        rows
          .filter(({ week }) => week === period.start)
          .map((row) =>
            pointFor(period, row, {
              windows: windowsOf.get(row.userId) ?? [],
              timeZone: viewer.timeZone,
              joinedAt: joinedAtOf.get(row.userId) ?? now,
              now,
            }),
          ),
        minGroupSize,
      ),
    })),
    minGroupSize,
    reports: reports.length,
  };
}

/** Null if the people who share their mood are fewer than the smallest group that the organisation shows. */
export function meanMood(points: readonly { mood: number | null }[], minGroupSize: number) {
  const moods = points.flatMap(({ mood }) => (mood === null ? [] : [mood]));
  if (moods.length < minGroupSize) return null;
  const mean = moods.reduce((sum, mood) => sum + mood, 0) / moods.length;
  return { mean: Math.round(mean * 10) / 10, answers: moods.length };
}

export const findReminders = (tx: TenantTransaction, userIds: readonly number[], since: string) =>
  userIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(checkInReminders)
        .where(and(inArray(checkInReminders.userId, [...userIds]), gte(checkInReminders.week, since)))
        .orderBy(asc(checkInReminders.sentAt));

/** At most 1 reminder per day, and 2 per period. */
export const canRemind = (sent: readonly { day: string }[], today: string) =>
  sent.length < CHECK_IN_REMINDERS_MAX && sent.every(({ day }) => day !== today);
