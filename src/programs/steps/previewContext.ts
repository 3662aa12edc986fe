import { createContext } from 'react';
import type { ChallengeAnswers } from '#contract/learning/challenges.ts';
import type { StepRecord } from '#contract/learning/steps.ts';

/** Receives the actions in an author's preview, where nothing is recorded. */
export interface Preview {
  record: (stepKey: string, record: StepRecord) => void;
  /** Returns errors for missing answers, by field. */
  submit: (stepKey: string, answers: ChallengeAnswers) => Record<string, string>;
}

/** Null: the steps belong to a learner and not to a preview. */
export const PreviewContext = createContext<Preview | null>(null);
