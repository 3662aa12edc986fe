import * as z from 'zod/mini';
import { programSchema } from './programs.ts';
import { instant, longText, randomId } from './text.ts';

const shortWords = longText(300);

/** PUT /api/programs/{programId}/invitation: accepts or declines. Who declined may still accept. */
export const invitationAnswerSchema = z.object({ accept: z.boolean() });
export type InvitationAnswer = z.infer<typeof invitationAnswerSchema>;

/** PUT /api/programs/{programId}/goals: all topics that are chosen from now on, each with the learner's own why and plan. */
export const goalsSchema = z.object({
  version: z.int(),
  topics: z
    .array(z.object({ topicId: randomId, why: z.nullable(shortWords), ifThenPlan: z.nullable(shortWords) }))
    .check(z.maxLength(50, 'are more than 50')),
});
export type Goals = z.infer<typeof goalsSchema>;

/** GET /api/programs/{programId}/goals/history: what was chosen and given up, newest first. */
export const goalHistorySchema = z.object({
  data: z.array(
    z.object({
      at: instant,
      kind: z.enum(['selected', 'removed', 'reworded']),
      topicTitle: z.string(),
      why: z.nullable(z.string()),
      ifThenPlan: z.nullable(z.string()),
    }),
  ),
});
export type GoalHistory = z.infer<typeof goalHistorySchema>;

/** PUT /api/programs/{programId}/topics/{topicId}/completion */
export const topicCompletionSchema = z.object({
  programId: randomId,
  topicId: randomId,
  /** Null while somebody has to confirm it. */
  completedAt: z.nullable(instant),
  /** True only in the answer to the completion that made it so: the celebration hangs on it. */
  allTopicsCompleted: z.boolean(),
  program: programSchema,
});
export type TopicCompletion = z.infer<typeof topicCompletionSchema>;

/** POST /api/programs/{programId}/finish: ends a program whose chosen topics are all completed. */
export const finishSchema = z.object({
  programId: randomId,
  finishedAt: instant,
  /** True only in the answer that finished it: the celebration hangs on it. */
  allTopicsCompleted: z.boolean(),
  program: programSchema,
});
export type Finish = z.infer<typeof finishSchema>;

const reason = longText(300, 3);

/** POST /api/programs/{programId}/withdrawal, and the body of a waiver and of a reopening. */
export const reasonSchema = z.object({ reason });
export type Reason = z.infer<typeof reasonSchema>;
