import type { StepKind } from '#contract/programs.ts';

/** How programs and their topics are written down for the demo organisation. */
export interface ProgramText {
  name: string;
  purpose: string;
  topics: TopicText[];
}
export interface TopicText {
  title: string;
  behaviorName: string;
  description: string;
  steps: StepText[];
}
export interface StepText {
  title: string;
  kind: StepKind;
  minutes: number;
  body: string;
  /** How often a practice is to be tried. */
  goal?: number;
  isOptional?: true;
}
