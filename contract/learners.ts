import * as z from 'zod/mini';
import {
  confirmationSchema,
  enrolmentStates,
  participantSchema,
  progressSchema,
  topicStates,
} from './programs.ts';
import { stepKinds } from './steps.ts';
import { day, instant, longText, randomId } from './text.ts';

/** GET /api/programs/{programId}/learners/{userId}: what a manager or coach sees of a learner. No answers, no bodies, no reasons. */
export const learnerProgramSchema = z.object({
  programId: randomId,
  programName: z.string(),
  learner: participantSchema,
  relation: z.enum(['manager', 'coach']),
  /** For who was manager or coach before: they read what was so on that day, until `readableUntil`, and change nothing. */
  former: z.nullable(z.object({ asOf: day, readableUntil: day })),
  enrolment: z.enum(enrolmentStates),
  dueOn: z.nullable(day),
  progress: progressSchema,
  lastActiveAt: z.nullable(instant),
  topics: z.array(
    z.object({
      topicId: randomId,
      title: z.string(),
      behaviorName: z.string(),
      state: z.enum(topicStates),
      completedAt: z.nullable(instant),
      done: z.int(),
      total: z.int(),
      confirmation: z.nullable(confirmationSchema),
      steps: z.array(
        z.object({
          stepKey: z.string(),
          title: z.string(),
          kind: z.enum(stepKinds),
          required: z.boolean(),
          state: z.enum(['none', 'started', 'done', 'waived']),
          can: z.object({ waive: z.boolean() }),
        }),
      ),
      /** What the viewer proposed themselves; others' proposals are between them and the learner. */
      proposal: z.nullable(z.object({ note: z.nullable(z.string()), at: instant })),
      can: z.object({ confirm: z.boolean(), reopen: z.boolean(), propose: z.boolean() }),
    }),
  ),
});
export type LearnerProgram = z.infer<typeof learnerProgramSchema>;

/** PUT /api/programs/{programId}/learners/{userId}/topics/{topicId}/confirmation; a note is needed to send it back. */
export const confirmationAnswerSchema = z.object({ confirmed: z.boolean(), note: z.nullable(longText(300)) });
export type ConfirmationAnswer = z.infer<typeof confirmationAnswerSchema>;

/**
 * PUT /api/programs/{programId}/learners/{userId}/topics/{topicId}/proposal; DELETE takes it back. The learner reads the
 * note beside the topic.
 */
export const proposalWordsSchema = z.object({ note: z.nullable(longText(300)) });
export type ProposalWords = z.infer<typeof proposalWordsSchema>;
