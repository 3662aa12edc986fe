import type { VisibleAnswers } from '#contract/learning/checkInReview.ts';
import type { CheckInAnswers, CheckInReaders } from '#contract/learning/checkIns.ts';

/** The relation through which a person reads another person's check-in. */
export type ReaderRelation = 'manager' | 'coach';

const READ_BY: Record<ReaderRelation, readonly CheckInReaders[]> = {
  manager: ['manager', 'manager-and-coach'],
  coach: ['coach', 'manager-and-coach'],
};
export const isReadBy = (readers: CheckInReaders, relations: readonly ReaderRelation[]) =>
  relations.some((relation) => READ_BY[relation].includes(readers));

/** The objectives and the question that the answers refer to, if the reader may see them. */
export interface AnswerContext {
  questions: ReadonlyMap<string, { text: string | null }>;
  /** The objectives that the reader can see. Notes about other objectives are left out. */
  objectives: ReadonlyMap<string, Omit<NonNullable<VisibleAnswers['objectives']>[number], 'text' | 'value'>>;
}

export const TAKEN_BACK = 'A question that was removed';

/**
 * The parts of a check-in that its author shares with a reader. Stored answers reach other people only through this
 * function (decision 0066).
 */
export function visibleAnswers(
  answers: CheckInAnswers,
  relations: readonly ReaderRelation[],
  { questions, objectives }: AnswerContext,
): VisibleAnswers {
  const shared = <Part extends { readers: CheckInReaders }, Shown>(
    part: Part | null,
    show: (part: Part) => Shown,
  ): Shown | null => (part && isReadBy(part.readers, relations) ? show(part) : null);
  return {
    mood: shared(answers.mood, ({ value }) => ({ value })),
    workload: shared(answers.workload, ({ value }) => ({ value })),
    objectives: shared(answers.objectives, ({ notes }) =>
      notes.flatMap(({ objectiveId, text, value }) => {
        const objective = objectives.get(objectiveId);
        return objective ? [{ ...objective, text, value }] : [];
      }),
    ),
    practice: shared(answers.practice, ({ count, text }) => ({ count, text })),
    win: shared(answers.win, ({ text }) => ({ text })),
    blocker: shared(answers.blocker, ({ text }) => ({ text })),
    question: shared(answers.question, ({ questionId, text }) => ({
      question: questions.get(questionId)?.text ?? TAKEN_BACK,
      text,
    })),
  };
}

/** Whether a part that the reader may see was answered. */
export const hasAnswer = ({ objectives, question, ...parts }: VisibleAnswers): boolean =>
  (objectives?.length ?? 0) > 0 ||
  Boolean(question?.text) ||
  Object.values(parts).some(
    (part) => part && Object.values(part).some((value) => value !== null && value !== ''),
  );
