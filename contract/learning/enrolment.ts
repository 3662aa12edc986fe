import * as z from 'zod/mini';
import { instant, multiLineText, randomId } from '#contract/text.ts';
import { programSchema } from './programs.ts';

const shortText = multiLineText(300);

/** PUT /api/programs/{programId}/invitation: accepts or declines. A declined invitation can still be accepted. */
export const invitationAnswerSchema = z.object({ accept: z.boolean() });
export type InvitationAnswer = z.infer<typeof invitationAnswerSchema>;

/** PUT /api/programs/{programId}/goals: replaces the selected topics, each with the learner's reason and plan. */
export const goalsSchema = z.object({
  version: z.int(),
  topics: z
    .array(z.object({ topicId: randomId, why: z.nullable(shortText), ifThenPlan: z.nullable(shortText) }))
    .check(z.maxLength(50, 'cannot be more than 50')),
});
export type Goals = z.infer<typeof goalsSchema>;

/** PUT /api/programs/{programId}/topics/{topicId}/proposals: declines all proposals of a topic, or undoes that. */
export const proposalsAnswerSchema = z.object({ declined: z.boolean() });
export type ProposalsAnswer = z.infer<typeof proposalsAnswerSchema>;

/** GET /api/programs/{programId}/goals/history: changes of the selected topics, newest first. */
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
  /** Null while the completion awaits confirmation. */
  completedAt: z.nullable(instant),
  /** True only in the response to the completion that finished all topics. It triggers the celebration. */
  allTopicsCompleted: z.boolean(),
  program: programSchema,
});
export type TopicCompletion = z.infer<typeof topicCompletionSchema>;

/** POST /api/programs/{programId}/finish: finishes a program whose selected topics are all completed. */
export const finishSchema = z.object({
  programId: randomId,
  finishedAt: instant,
  /** True only in the response that finished the program. It triggers the celebration. */
  allTopicsCompleted: z.boolean(),
  program: programSchema,
});
export type Finish = z.infer<typeof finishSchema>;

const reason = multiLineText(300, 3);

/** Body of a withdrawal (POST /api/programs/{programId}/withdrawal), a waiver and a reopening. */
export const reasonSchema = z.object({ reason });
export type Reason = z.infer<typeof reasonSchema>;
