import type { Challenge } from '#contract/learning/challenges.ts';
import type { StepKind } from '#contract/learning/steps.ts';

/** A built-in program with its topics: a template, or a program of the demo. */
export interface ProgramText {
  name: string;
  purpose: string;
  /** The person who confirms completed topics. Without one, learners complete topics alone. */
  confirmation?: 'coach' | 'manager';
  topics: TopicText[];
}
export interface TopicText {
  title: string;
  behaviorName: string;
  description: string;
  steps: StepText[];
  /** A second version, published later. Steps with the same title are the same step. */
  newer?: { notes: string; steps: StepText[] };
}
export interface StepText {
  title: string;
  kind: StepKind;
  minutes: number;
  body: string;
  /** How many times the learner practises the step. */
  goal?: number;
  isOptional?: true;
  challenge?: Challenge;
  /** Indexes of the steps that must be done first. */
  after?: number[];
}
