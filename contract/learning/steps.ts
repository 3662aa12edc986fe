import * as z from 'zod/mini';
import { instant } from '#contract/text.ts';
import { challengeForLearnersSchema, challengeWorkSchema } from './challenges.ts';
import { stepPackageSchema } from './packages.ts';
import { richTextSchema } from './richText.ts';
import { stepFileSchema } from './uploads.ts';

export const stepKinds = [
  'content',
  'challenge',
  'practice',
  'reflection',
  'session',
  'survey',
  'package',
  'link',
  'file',
  'video',
] as const;
export type StepKind = (typeof stepKinds)[number];

/** The survey of a step. `isAnswered`: the learner has answered it. `isOpen`: it accepts answers now. */
export const stepSurveySchema = z.object({
  surveyId: z.string(),
  surveyName: z.string(),
  isAnswered: z.boolean(),
  isOpen: z.boolean(),
});
export type StepSurvey = z.infer<typeof stepSurveySchema>;

/** `stepKey` is the same in all versions of a topic. `tally` counts how often the learner practised, out of `goal`. */
export const stepSchema = z.object({
  stepKey: z.string(),
  title: z.string(),
  kind: z.enum(stepKinds),
  minutes: z.int(),
  required: z.boolean(),
  body: z.string(),
  /** The formatted text; null for plain text. */
  document: z.optional(z.nullable(richTextSchema)),
  state: z.enum(['none', 'started', 'done', 'waived']),
  doneAt: z.nullable(instant),
  tally: z.nullable(z.object({ count: z.int(), goal: z.int() })),
  /** The text of a reflection. Never sent to anyone but the learner. */
  answer: z.nullable(z.string()),
  /** Null for steps without an interactive challenge. */
  challenge: z.nullable(challengeForLearnersSchema),
  /** The learner's answers to the challenge and the last result. */
  work: z.nullable(challengeWorkSchema),
  /** Set only for package steps. */
  package: z.optional(z.nullable(stepPackageSchema)),
  /** Set only for survey steps: the survey that completes the step. Missing in old versions without a survey. */
  survey: z.optional(z.nullable(stepSurveySchema)),
  /** Set only for link steps: the web page. */
  url: z.optional(z.nullable(z.string())),
  /** Set only for file and video steps. */
  file: z.optional(z.nullable(stepFileSchema)),
  /** Why the step is locked, and the steps that unlock it. Null when it is not locked. */
  lock: z.nullable(z.object({ reason: z.string(), stepKeys: z.array(z.string()) })),
  /** Who waived the step and why. */
  waived: z.nullable(z.object({ by: z.string(), reason: z.string() })),
  can: z.object({
    record: z.boolean(),
    /** The file or video can be opened, also when nothing is recorded. Missing from servers of an earlier version. */
    open: z.optional(z.boolean()),
  }),
});
export type Step = z.infer<typeof stepSchema>;
