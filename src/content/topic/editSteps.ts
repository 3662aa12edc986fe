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

/** Values that do not belong to the new kind are removed. */
export const withKind = (step: DraftStep, kind: StepKind): DraftStep => ({
  ...step,
  kind,
  goal: kind === 'practice' ? (step.goal ?? 3) : null,
  challenge: kind === 'challenge' ? step.challenge : null,
  packageId: kind === 'package' ? (step.packageId ?? null) : null,
  surveyId: kind === 'survey' ? (step.surveyId ?? null) : null,
  // A file cannot become a video, and the other way round.
  fileId: kind === step.kind ? (step.fileId ?? null) : null,
  captionsId: kind === 'video' ? (step.captionsId ?? null) : null,
  url: kind === 'link' ? (step.url ?? null) : null,
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
