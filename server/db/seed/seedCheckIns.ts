import type { CheckInAnswers, CheckInReaders } from '#contract/learning/checkIns.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  changeCheckIn,
  changeReview,
  currentPeriod,
  insertComment,
  periodsUntil,
  saveQuestion,
  timingOf,
} from '#server/learning/checkIns/index.ts';
import type { OrganisationRows } from './organisationRows.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEKS = 12;
/** Number of team members who have sent the check-in of this week. */
const SENT_THIS_WEEK = 3;

const wins = [
  'I asked before I answered, and the shift found the mistake on its own.',
  'The handover took 10 minutes instead of 30.',
  'I explained the reason for the change before the change itself.',
  'Two colleagues said that the plan for the week was clear.',
  'I gave feedback on the same day, and it was a good conversation.',
  'I said no to a meeting without an agenda.',
];
const blockers = [
  'The new claims form needs too many clicks.',
  'I still answer every question in the chat myself.',
  'Two people are on holiday, and the late shift is short-staffed.',
  'I do not know who decides about the packaging.',
];
const moods = [4, 4, 3, 5, 3, 4, 2, 4, 3, 4, 5];
const workloads = [3, 4, 3, 4, 5, 3, 4];
const comments = [
  'Thank you for telling me. We can look at the form together on Tuesday.',
  'I noticed that too. Well done.',
];

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/**
 * 12 weeks of check-ins by the demo manager's team, including skipped, late and missed ones. Part of the team has sent
 * this week's check-in. The product's own functions create them with a clock in the past.
 */
export async function seedCheckIns(tx: TenantTransaction, rows: OrganisationRows, now: Date): Promise<void> {
  const managerRow = rows.users.find(({ email }) => email.startsWith('manager@'));
  if (!managerRow) return;
  const viewerOf = ({ id, timeZone }: OrganisationRows['users'][number]): Viewer => ({
    userId: id,
    tenantId: rows.tenant.id,
    sessionId: 'demo',
    isAdmin: false,
    mayAuthor: false,
    timeZone: timeZone ?? 'UTC',
    locale: 'en-US',
  });
  const manager = viewerOf(managerRow);
  const reports = rows.users.filter(
    ({ managerId, lastProfileUpdate }) => managerId === manager.userId && lastProfileUpdate,
  );
  for (const [n, report] of reports.entries()) {
    const person = viewerOf(report);
    const periods = periodsUntil(currentPeriod(now, person.timeZone, 'weekly'), 'weekly', WEEKS);
    for (const [index, period] of periods.entries()) {
      const { opensAt, dueAt } = timingOf(period, person.timeZone);
      const isCurrent = index === WEEKS - 1;
      const turn = n * 5 + index;
      const isLate = turn % 9 === 4;
      // During working hours, not at a full hour.
      const minutes = ((turn * 17) % 60) * MINUTE_MS;
      const at = isCurrent
        ? new Date(Math.max(opensAt.getTime(), now.getTime() - (n + 1) * HOUR_MS))
        : new Date(dueAt.getTime() + (isLate ? 18 : -(turn % 2) * 24 - 1 - (turn % 7)) * HOUR_MS - minutes);
      const isLearner = report.email.startsWith('learner@');
      if (report.joinedAt && at < report.joinedAt) continue;
      if (isCurrent ? isLearner || n > SENT_THIS_WEEK : turn % 13 === 6) continue;
      if (!isCurrent && turn % 17 === 9) {
        await changeCheckIn(
          tx,
          person,
          period.start,
          { action: 'skip', version: 0, answers: answersOf(turn), skipReason: 'holiday' },
          at,
        );
        continue;
      }
      const checkInId = await changeCheckIn(
        tx,
        person,
        period.start,
        { action: 'send', version: 0, answers: answersOf(turn), skipReason: null },
        at,
      );
      // The manager reviews on Mondays. Last week, one person's review is missing.
      const isWaiting = index === WEEKS - 2 && n === 1;
      const reviewedAt = new Date(Math.min(now.getTime(), dueAt.getTime() + (64 + n) * HOUR_MS + minutes));
      if (isCurrent || isWaiting) continue;
      if (turn % 4 === 1)
        await insertComment(tx, manager, { checkInId, text: pick(comments, turn) }, reviewedAt);
      await changeReview(tx, manager, { checkInId, isReviewed: true, version: 1 }, reviewedAt);
    }
  }
  const { start } = currentPeriod(now, manager.timeZone, 'weekly');
  await saveQuestion(tx, manager, { week: start, text: 'What should we stop doing as a team?' }, now);
}

function answersOf(turn: number): CheckInAnswers {
  const shared: CheckInReaders = 'manager';
  const hasBlocker = turn % 3 === 0;
  return {
    mood: { value: pick(moods, turn), readers: shared },
    workload: { value: pick(workloads, turn), readers: shared },
    objectives: { notes: [], readers: shared },
    practice: { count: turn % 5, text: '', readers: shared },
    win: { text: pick(wins, turn), readers: shared },
    blocker: { text: hasBlocker ? pick(blockers, turn) : '', readers: turn % 6 === 0 ? 'only-me' : shared },
    question: null,
  };
}
