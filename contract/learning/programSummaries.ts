import * as z from 'zod/mini';
import { day, randomId } from '#contract/text.ts';

/** `percent` is rounded down, so 100 means that all steps are done. See docs/decisions/0027-progress-from-rows.md. */
export const progressSchema = z.object({ done: z.int(), total: z.int(), percent: z.nullable(z.int()) });
export type Progress = z.infer<typeof progressSchema>;

export const enrolmentStates = [
  'invited',
  'accepted',
  'choosing',
  'active',
  'ready_to_finish',
  'completed',
  'declined',
  'withdrawn',
] as const;

/** A row of GET /api/programs, which lists the viewer's programs. */
export const programSummarySchema = z.object({
  programId: randomId,
  programName: z.string(),
  purpose: z.string(),
  enrolment: z.enum(enrolmentStates),
  dueOn: z.nullable(day),
  /** An invitation that the viewer can answer, and whether their manager would see their progress. */
  invitation: z.nullable(z.object({ managerVisible: z.boolean() })),
  progress: progressSchema,
  topics: z.array(
    z.object({
      title: z.string(),
      done: z.int(),
      total: z.int(),
      isCompleted: z.boolean(),
      /** All steps are done, and the learner can complete it. Missing from servers of an earlier version. */
      isReady: z.optional(z.boolean()),
    }),
  ),
  nextStep: z.nullable(
    z.object({
      topicId: randomId,
      stepKey: z.string(),
      topicTitle: z.string(),
      title: z.string(),
      minutes: z.int(),
    }),
  ),
});
export type ProgramSummary = z.infer<typeof programSummarySchema>;

export const programListSchema = z.object({ data: z.array(programSummarySchema), total: z.int() });
export type ProgramPage = z.infer<typeof programListSchema>;
