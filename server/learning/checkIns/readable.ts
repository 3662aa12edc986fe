import type { VisibleAnswers } from '#contract/learning/checkInReview.ts';
import type { CheckInObjective, CheckInPoint } from '#contract/learning/checkIns.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { findObjectiveRole, findObjectivesOf } from '#server/learning/objectives/index.ts';
import { type AccessWindow, findWindows } from '#server/people/index.ts';
import { type CheckInRow, findQuestions } from './checkInsRepository.ts';
import { type At, type Period, stateOf, timingOf } from './periods.ts';
import { presentObjective } from './presentCheckIns.ts';
import { type AnswerContext, isReadBy, type ReaderRelation, visibleAnswers } from './visibleAnswers.ts';

/** A submitted check-in. */
export type SentCheckIn = CheckInRow & {
  answers: NonNullable<CheckInRow['answers']>;
  sentAt: Date;
};
export const isSent = (row: CheckInRow): row is SentCheckIn => row.answers !== null && row.sentAt !== null;

/** The relations through which a viewer reads a check-in: those at the time it was sent (decision 0029). */
export const relationsTo = (
  { sentAt }: Pick<SentCheckIn, 'sentAt'>,
  windows: readonly AccessWindow[],
): ReaderRelation[] => [
  ...new Set(
    windows
      .filter(({ since, until }) => since <= sentAt && (until === null || sentAt <= until))
      .map(({ relation }) => relation),
  ),
];

/** The data about one person that one viewer may read. */
export interface ReaderAccess {
  windows: AccessWindow[];
  context: AnswerContext;
}

/** The person's check-ins that the viewer may read, with the objectives that they mention. */
export async function findReaderAccess(
  tx: TenantTransaction,
  ids: { viewerId: number; subjectId: number },
  rows: readonly SentCheckIn[],
  now: Date,
): Promise<ReaderAccess> {
  const windows = await findWindows(tx, ids, now);
  const questions = await findQuestions(
    tx,
    rows.map(({ answers }) => answers.question?.questionId),
  );
  const open = windows.filter(({ until }) => until === null);
  const hasNotes = rows.some(({ answers }) => answers.objectives.notes.length > 0);
  const all = hasNotes ? await findObjectivesOf(tx, ids.subjectId) : [];
  const objectives = new Map<string, CheckInObjective>(
    all
      .filter((objective) => findObjectiveRole(ids.viewerId, objective, open) !== null)
      .map((objective) => [objective.id, presentObjective(objective)]),
  );
  return { windows, context: { questions, objectives } };
}

/** The shared answers; null if the viewer may not read the check-in. */
export function answersFor(row: SentCheckIn, { windows, context }: ReaderAccess): VisibleAnswers | null {
  const relations = relationsTo(row, windows);
  return relations.length === 0 ? null : visibleAnswers(row.answers, relations, context);
}

/** A point of a person's trend, with the figures that the viewer may read. */
export function pointFor(
  period: Period,
  row: CheckInRow | null,
  { windows, timeZone, ...at }: At & { windows: readonly AccessWindow[]; timeZone: string },
): CheckInPoint {
  const relations = row && isSent(row) ? relationsTo(row, windows) : [];
  const shared = (part: 'mood' | 'workload') =>
    row?.answers && isReadBy(row.answers[part].readers, relations) ? row.answers[part].value : null;
  return {
    week: period.start,
    state: stateOf(row, timingOf(period, timeZone), at),
    mood: shared('mood'),
    workload: shared('workload'),
  };
}
