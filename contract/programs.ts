import * as z from 'zod/mini';
import { day, instant, numericId, randomId, wordsAsTyped } from './text.ts';

export const stepKinds = ['content', 'challenge', 'practice', 'reflection', 'session', 'survey'] as const;
export type StepKind = (typeof stepKinds)[number];

/** `stepKey` stays the same over the versions of a topic. `tally` is how often a practice was tried, of `goal`. */
export const stepSchema = z.object({
  stepKey: z.string(),
  title: z.string(),
  kind: z.enum(stepKinds),
  minutes: z.int(),
  required: z.boolean(),
  body: z.string(),
  state: z.enum(['none', 'started', 'done', 'waived']),
  doneAt: z.nullable(instant),
  tally: z.nullable(z.object({ count: z.int(), goal: z.int() })),
  /** The learner's own words of a reflection; never sent to anyone else. */
  answer: z.nullable(z.string()),
  can: z.object({ record: z.boolean() }),
});
export type Step = z.infer<typeof stepSchema>;

export const topicSchema = z.object({
  topicId: randomId,
  title: z.string(),
  behaviorName: z.string(),
  description: z.string(),
  minutes: z.int(),
  state: z.enum(['not_selected', 'selected', 'in_progress', 'ready', 'completed']),
  completedAt: z.nullable(instant),
  steps: z.array(stepSchema),
  can: z.object({ complete: z.boolean() }),
});
export type Topic = z.infer<typeof topicSchema>;

/** Counted from rows, never stored (design decision 12). `percent` is rounded down and 100 only when all is done. */
export const progressSchema = z.object({ done: z.int(), total: z.int(), percent: z.nullable(z.int()) });
export type Progress = z.infer<typeof progressSchema>;

export const participantSchema = z.object({
  userId: numericId,
  firstName: z.string(),
  lastName: z.string(),
  initials: z.string(),
  userAvatar: z.nullable(z.string()),
});
export type Participant = z.infer<typeof participantSchema>;

export const enrolmentStates = [
  'invited',
  'accepted',
  'choosing',
  'active',
  'ready_to_finish',
  'completed',
  'declined',
  'withdrawn',
  'expired',
] as const;

/** One row of GET /api/programs: the programs the viewer takes part in. */
export const programSummarySchema = z.object({
  programId: randomId,
  programName: z.string(),
  purpose: z.string(),
  enrolment: z.enum(enrolmentStates),
  dueOn: z.nullable(day),
  progress: progressSchema,
  topics: z.array(z.object({ title: z.string(), done: z.int(), total: z.int(), isCompleted: z.boolean() })),
  nextStep: z.nullable(z.object({ topicTitle: z.string(), title: z.string(), minutes: z.int() })),
});
export type ProgramSummary = z.infer<typeof programSummarySchema>;
export const programListSchema = z.object({ data: z.array(programSummarySchema) });

/** GET /api/programs/{programId}: the viewer's own place in a program. */
export const programSchema = z.object({
  programId: randomId,
  programName: z.string(),
  purpose: z.string(),
  enrolment: z.enum(enrolmentStates),
  dueOn: z.nullable(day),
  progress: progressSchema,
  topics: z.array(topicSchema),
  coach: z.nullable(participantSchema),
  manager: z.nullable(participantSchema),
  others: z.object({ count: z.int(), some: z.array(participantSchema) }),
});
export type Program = z.infer<typeof programSchema>;

/** GET /api/programs/{programId}/learners/{userId}: what a manager or coach sees of a learner. No answers, no bodies. */
export const learnerProgramSchema = z.object({
  programId: randomId,
  programName: z.string(),
  learner: participantSchema,
  relation: z.enum(['manager', 'coach']),
  enrolment: z.enum(enrolmentStates),
  dueOn: z.nullable(day),
  progress: progressSchema,
  topics: z.array(
    z.object({
      topicId: randomId,
      title: z.string(),
      behaviorName: z.string(),
      state: z.enum(['not_selected', 'selected', 'in_progress', 'ready', 'completed']),
      completedAt: z.nullable(instant),
      done: z.int(),
      total: z.int(),
    }),
  ),
});
export type LearnerProgram = z.infer<typeof learnerProgramSchema>;

/** PUT /api/programs/{programId}/topics/{topicId}/completion */
export const topicCompletionSchema = z.object({
  programId: randomId,
  topicId: randomId,
  completedAt: instant,
  /** True only in the answer to the completion that made it so: the celebration hangs on it. */
  allTopicsCompleted: z.boolean(),
  program: programSchema,
});
export type TopicCompletion = z.infer<typeof topicCompletionSchema>;

/**
 * PUT /api/programs/{programId}/steps/{stepKey}/record. `tally` is the new count of a practice, `answer` the words of a
 * reflection; `done: false` takes a mark back while the topic is open.
 */
export const stepRecordSchema = z.object({
  done: z.boolean(),
  tally: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  answer: z.optional(wordsAsTyped(5_000)),
});
export type StepRecord = z.infer<typeof stepRecordSchema>;
