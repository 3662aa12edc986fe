import type { DraftStep } from '#contract/learning/authoring.ts';
import type { StepKind } from '#contract/learning/steps.ts';
import { newKey } from '#src/forms/newKey.ts';

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

/**
 * Values that do not belong to the new kind are removed. `before` is the step when it had this kind last, whose values
 * return.
 */
export const withKind = (step: DraftStep, kind: StepKind, before = step): DraftStep => ({
  ...step,
  kind,
  goal: kind === 'practice' ? (before.goal ?? 3) : null,
  challenge: kind === 'challenge' ? before.challenge : null,
  packageId: kind === 'package' ? (before.packageId ?? null) : null,
  surveyId: kind === 'survey' ? (before.surveyId ?? null) : null,
  // A file cannot become a video, and the other way round.
  fileId: kind === before.kind ? (before.fileId ?? null) : null,
  captionsId: kind === 'video' ? (before.captionsId ?? null) : null,
  url: kind === 'link' ? (before.url ?? null) : null,
});

export const replaceStep = (steps: readonly DraftStep[], next: DraftStep) =>
  steps.map((step) => (step.stepKey === next.stepKey ? next : step));

/** The copy is inserted after the original. */
export const duplicateStep = (steps: readonly DraftStep[], index: number): DraftStep[] =>
  steps.flatMap((step, at) => (at === index ? [step, { ...step, stepKey: newKey() }] : [step]));

/** Other steps no longer depend on the removed one. */
export const removeStep = (steps: readonly DraftStep[], { stepKey }: DraftStep): DraftStep[] =>
  steps
    .filter((step) => step.stepKey !== stepKey)
    .map((step) => ({ ...step, after: step.after.filter((key) => key !== stepKey) }));

/** Undoes `removeStep` in steps that may have changed since. `before` are the steps before it. */
export const restoreStep = (
  steps: readonly DraftStep[],
  removed: DraftStep,
  before: readonly DraftStep[],
): DraftStep[] => {
  const { stepKey } = removed;
  const exists = (key: string) => steps.some((step) => step.stepKey === key);
  if (exists(stepKey)) return [...steps];
  return steps
    .map((step) => {
      const position = before.find((one) => one.stepKey === step.stepKey)?.after.indexOf(stepKey) ?? -1;
      return position < 0 ? step : { ...step, after: step.after.toSpliced(position, 0, stepKey) };
    })
    .toSpliced(before.indexOf(removed), 0, { ...removed, after: removed.after.filter(exists) });
};
