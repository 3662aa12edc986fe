import type { CheckIn, CheckInObjective, CheckInPoint, CheckIns } from '#contract/learning/checkIns.ts';
import { CHECK_IN_TREND_PERIODS } from '#contract/learning/checkIns.ts';
import type { Participant } from '#contract/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { type FullObjective, findObjectivesOf, measureProgress } from '#server/learning/objectives/index.ts';
import { findParticipants } from '#server/people/index.ts';
import {
  type CheckInRow,
  type CommentRow,
  findCheckIn,
  findCheckInSettings,
  findCheckInsSince,
  findComments,
  findJoinedAt,
  findQuestion,
  findQuestions,
  findReaders,
  type QuestionRow,
} from './checkInsRepository.ts';
import {
  currentPeriod,
  isFirstPeriod,
  isOptional,
  lastDayOf,
  type Period,
  periodOf,
  periodsUntil,
  stateOf,
  timingOf,
} from './periods.ts';

/** The data for showing several check-ins to their author. */
interface Context {
  viewer: Viewer;
  now: Date;
  joinedAt: Date;
  current: Period;
  people: ReadonlyMap<number, Participant>;
  questions: ReadonlyMap<string, QuestionRow>;
  /** The manager's question for the current period. */
  asked: QuestionRow | null;
  objectives: readonly FullObjective[];
  comments: readonly CommentRow[];
}

/** The viewer's check-in of the current period, the previous one, and their trend. */
export async function readCheckIns(tx: TenantTransaction, viewer: Viewer, now: Date): Promise<CheckIns> {
  const { cadence } = await findCheckInSettings(tx);
  const current = currentPeriod(now, viewer.timeZone, cadence);
  const latest = periodsUntil(current, cadence, CHECK_IN_TREND_PERIODS);
  const rows = await findCheckInsSince(tx, [viewer.userId], latest[0]?.start ?? current.start);
  const byWeek = new Map(rows.map((row) => [row.week, row]));
  const joinedAt = await findJoinedAt(tx, viewer.userId);
  const isOwn = (period: Period) =>
    period.start === current.start ||
    byWeek.has(period.start) ||
    !isFirstPeriod(timingOf(period, viewer.timeZone), { joinedAt });
  const periods = latest.slice(latest.findIndex(isOwn));
  const [last = current, before] = periods.toReversed();
  const shown = [before && byWeek.get(before.start), byWeek.get(last.start)].filter(
    (row) => row !== undefined,
  );
  const readers = await findReaders(tx, viewer.userId);
  const context = await readContext(tx, viewer, { rows: shown, current, readers, joinedAt, now });
  const lastSent = rows.find(({ answers }) => answers !== null)?.answers;
  const person = (id: number | null) => (id === null ? null : (context.people.get(id) ?? null));
  return {
    current: presentCheckIn(last, byWeek.get(last.start) ?? null, context),
    previous: before ? presentCheckIn(before, byWeek.get(before.start) ?? null, context) : null,
    trend: periods.map((period) => pointOf(period, byWeek.get(period.start) ?? null, context)),
    manager: person(readers.managerId),
    coaches: readers.coachIds.map(person).filter((coach) => coach !== null),
    lastReaders: lastSent
      ? Object.fromEntries(
          Object.entries(lastSent).flatMap(([part, answer]) => (answer ? [[part, answer.readers]] : [])),
        )
      : null,
  };
}

/** One check-in of the viewer, current or earlier. 404 for a day on which no period begins and for future days. */
export async function readCheckIn(
  tx: TenantTransaction,
  viewer: Viewer,
  week: string,
  now: Date,
): Promise<CheckIn> {
  const { cadence } = await findCheckInSettings(tx);
  const [row, readers] = [
    await findCheckIn(tx, { userId: viewer.userId, week }),
    await findReaders(tx, viewer.userId),
  ];
  const current = currentPeriod(now, viewer.timeZone, cadence);
  const period = periodOf(week, cadence);
  // A check-in from before a change of the cadence can begin on another day.
  if (!row && (period.start !== week || week > current.start)) throw notFound();
  const joinedAt = await findJoinedAt(tx, viewer.userId);
  const context = await readContext(tx, viewer, { rows: row ? [row] : [], current, readers, joinedAt, now });
  return presentCheckIn({ ...period, start: week }, row, context);
}

async function readContext(
  tx: TenantTransaction,
  viewer: Viewer,
  {
    rows,
    current,
    readers,
    joinedAt,
    now,
  }: Pick<Context, 'current' | 'joinedAt' | 'now'> & {
    rows: CheckInRow[];
    readers: Awaited<ReturnType<typeof findReaders>>;
  },
): Promise<Context> {
  const asked = await findQuestion(tx, { managerId: readers.managerId, week: current.start });
  const questions = await findQuestions(
    tx,
    rows.flatMap(({ answers, draft }) => [answers?.question?.questionId, draft?.question?.questionId]),
  );
  const comments = await findComments(
    tx,
    rows.map(({ id }) => id),
  );
  const people = await findParticipants(tx, [
    readers.managerId,
    ...readers.coachIds,
    ...rows.map(({ reviewedBy }) => reviewedBy),
    ...comments.map(({ authorId }) => authorId),
    ...[...questions.values()].map(({ managerId }) => managerId),
  ]);
  const objectives = await findObjectivesOf(tx, viewer.userId);
  return { viewer, now, joinedAt, current, people, questions, asked, objectives, comments };
}

function presentCheckIn(period: Period, row: CheckInRow | null, context: Context): CheckIn {
  const { viewer, current, asked, questions, people } = context;
  const timing = timingOf(period, viewer.timeZone);
  const state = stateOf(row, timing, context);
  const isCurrent = period.start === current.start;
  const questionId = row?.answers?.question?.questionId;
  const question =
    questionId === undefined ? (isCurrent ? asked : null) : (questions.get(questionId) ?? null);
  return {
    checkInId: row?.id ?? null,
    week: period.start,
    lastDay: lastDayOf(period),
    dueAt: timing.dueAt.toISOString(),
    closesAt: timing.closesAt.toISOString(),
    state,
    isOptional: state === 'open' && isOptional(timing, context),
    wasLate: row?.wasLate ?? false,
    version: row?.version ?? 0,
    answers: row?.answers ?? null,
    draft: row?.draft ?? null,
    skipReason: row?.skipReason ?? null,
    sentAt: row?.sentAt?.toISOString() ?? null,
    reviewedAt: row?.reviewedAt?.toISOString() ?? null,
    reviewedBy: (row?.reviewedBy && people.get(row.reviewedBy)) || null,
    comments: presentComments(
      context.comments.filter(({ checkInId }) => checkInId === row?.id),
      people,
    ),
    question: question && {
      questionId: question.id,
      text: question.text ?? 'A question that was removed',
      by: people.get(question.managerId) ?? null,
    },
    objectives: objectivesOf(row, isCurrent, context),
    can: { edit: isCurrent && state !== 'reviewed' },
  };
}

export const presentComments = (rows: readonly CommentRow[], people: ReadonlyMap<number, Participant>) =>
  rows.flatMap(({ id, authorId, at, text }) => {
    const by = people.get(authorId);
    return by ? [{ commentId: id, by, at: at.toISOString(), text }] : [];
  });

/** Objectives with notes in the check-in and, for the current check-in, all active ones. */
function objectivesOf(
  row: CheckInRow | null,
  isCurrent: boolean,
  { objectives }: Context,
): CheckInObjective[] {
  const noted = new Set(
    [row?.answers, row?.draft].flatMap((answers) =>
      (answers?.objectives.notes ?? []).map(({ objectiveId }) => objectiveId),
    ),
  );
  return objectives
    .filter(({ id, state }) => noted.has(id) || (isCurrent && state === 'active'))
    .map((objective) => {
      const presented = presentObjective(objective);
      const standing = measureProgress(objective.measure, objective.notes);
      return {
        ...presented,
        measure: presented.measure && { ...presented.measure, ...(standing && { now: standing.now }) },
      };
    });
}

export const presentObjective = ({ id, title, measure, visibility }: FullObjective): CheckInObjective => ({
  objectiveId: id,
  title,
  measure: measure.kind === 'number' ? { unit: measure.unit, from: measure.from, to: measure.to } : null,
  isPrivate: visibility === 'private',
  isHiddenFromManager: visibility !== 'manager',
});

/** A point of the viewer's own trend. */
const pointOf = (period: Period, row: CheckInRow | null, context: Context): CheckInPoint => ({
  week: period.start,
  state: stateOf(row, timingOf(period, context.viewer.timeZone), context),
  mood: row?.answers?.mood.value ?? null,
  workload: row?.answers?.workload.value ?? null,
});
