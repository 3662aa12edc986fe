import type { DraftStep } from '#contract/learning/authoring.ts';
import type { Challenge } from '#contract/learning/challenges.ts';
import type { StepKind } from '#contract/learning/steps.ts';
import { freeKey } from './editChallenges.ts';

/** Temporary key of a new step until it is published. */
export const newKey = () => crypto.randomUUID().replaceAll('-', '').slice(0, 16);

export const newStep = (kind: StepKind): DraftStep => ({
  stepKey: newKey(),
  title: '',
  kind,
  minutes: 5,
  required: true,
  body: '',
  goal: kind === 'practice' ? 3 : null,
  challenge: null,
  after: [],
});

/** Values that do not belong to the new kind are removed. */
export const withKind = (step: DraftStep, kind: StepKind): DraftStep => ({
  ...step,
  kind,
  goal: kind === 'practice' ? (step.goal ?? 3) : null,
  challenge: kind === 'challenge' ? step.challenge : null,
});

export const replaceStep = (steps: readonly DraftStep[], next: DraftStep) =>
  steps.map((step) => (step.stepKey === next.stepKey ? next : step));

export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = [...items];
  const [item] = moved.splice(from, 1);
  if (item !== undefined) moved.splice(to, 0, item);
  return moved;
}

/** The copy is inserted after the original. */
export const duplicateStep = (steps: readonly DraftStep[], index: number): DraftStep[] =>
  steps.flatMap((step, at) => (at === index ? [step, { ...step, stepKey: newKey() }] : [step]));

/** Other steps no longer depend on the removed one. */
export const removeStep = (steps: readonly DraftStep[], { stepKey }: DraftStep): DraftStep[] =>
  steps
    .filter((step) => step.stepKey !== stepKey)
    .map((step) => ({ ...step, after: step.after.filter((key) => key !== stepKey) }));

type Quiz = Extract<Challenge, { kind: 'quiz' }>;
export type QuizQuestion = Quiz['questions'][number];

export const newOption = (options: QuizQuestion['options']): QuizQuestion['options'][number] => ({
  key: freeKey('a', options),
  text: '',
  isRight: false,
  reason: '',
});
export function newQuestion(questions: readonly QuizQuestion[]): QuizQuestion {
  const first = newOption([]);
  return {
    key: freeKey('q', questions),
    text: '',
    kind: 'single',
    options: [{ ...first, isRight: true }, newOption([first])],
  };
}
export const newQuiz = (): Quiz => ({ kind: 'quiz', passAt: 80, questions: [newQuestion([])] });

/** A question with a single choice has one correct answer. */
export const withRight = (question: QuizQuestion, key: string, isRight: boolean): QuizQuestion => ({
  ...question,
  options: question.options.map((option) => {
    if (option.key === key) return { ...option, isRight };
    return question.kind === 'single' && isRight ? { ...option, isRight: false } : option;
  }),
});
