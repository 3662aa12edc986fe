import { createContext } from 'react';
import type { ChallengeAnswers, Reasons } from '#contract/learning/challenges.ts';
import type { Goals } from '#contract/learning/enrolment.ts';
import type { StepRecord } from '#contract/learning/stepRecord.ts';
import type { OpenedFile } from '#contract/learning/uploads.ts';

/** Why the answers of a challenge were not graded: a message, and errors by field. */
export interface NotGraded {
  message: string;
  fields: Record<string, string>;
}

/** Receives the actions of a preview, in which nothing is recorded. */
export interface Preview {
  record: (stepKey: string, record: StepRecord) => void;
  /** The reasons for the answers chosen so far. Nothing if they cannot be read. */
  reasonsOf: (stepKey: string, answers: ChallengeAnswers) => Promise<Reasons>;
  /** Null: the answers are graded. */
  submit: (stepKey: string, answers: ChallengeAnswers) => Promise<NotGraded | null>;
  /** The addresses of the file or video of a step. */
  openFile: (stepKey: string) => Promise<{ data?: OpenedFile | undefined; error?: unknown }>;
  selectTopics: (goals: Goals['topics']) => void;
  completeTopic: (topicId: string) => void;
}

/** Null: the steps belong to a learner, not to a preview. */
export const PreviewContext = createContext<Preview | null>(null);
