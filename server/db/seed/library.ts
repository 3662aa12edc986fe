import type { Challenge } from '#contract/challenges.ts';
import type { StepKind } from '#contract/steps.ts';

/** How programs and their topics are written down for the demo organisation. */
export interface ProgramText {
  name: string;
  purpose: string;
  /** Who says that a topic is really completed; the learner, unless it is somebody else. */
  confirmation?: 'coach' | 'manager';
  topics: TopicText[];
}
export interface TopicText {
  title: string;
  behaviorName: string;
  description: string;
  steps: StepText[];
  /** A second version that was published later. A step with the title of an earlier one is the same step. */
  newer?: { notes: string; steps: StepText[] };
}
export interface StepText {
  title: string;
  kind: StepKind;
  minutes: number;
  body: string;
  /** How often a practice is to be tried. */
  goal?: number;
  isOptional?: true;
  challenge?: Challenge;
  /** Places of the steps that must be done first. */
  after?: number[];
}
