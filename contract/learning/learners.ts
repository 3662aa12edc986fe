import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { day, instant, multiLineText, randomId } from '#contract/text.ts';
import { enrolmentStates, progressSchema } from './programSummaries.ts';
import { confirmationSchema, topicStates } from './programs.ts';
import { stepKinds } from './steps.ts';

/**
 * GET /api/programs/{programId}/learners/{userId}: what a manager or coach can see about a learner. Contains no answers, step
 * contents or reasons.
 */
export const learnerProgramSchema = z.object({
  programId: randomId,
  programName: z.string(),
  learner: participantSchema,
  relation: z.enum(['manager', 'coach']),
  /** Set for former managers and coaches. They have read-only access to data up to `asOf`, until `readableUntil`. */
  former: z.nullable(z.object({ asOf: day, readableUntil: day })),
  enrolment: z.enum(enrolmentStates),
  dueOn: z.nullable(day),
  progress: progressSchema,
  /** When and why the learner left the program, newest first. The learner may have started it again since. */
  departures: z.array(z.object({ at: instant, reason: z.string() })),
  topics: z.array(
    z.object({
      topicId: randomId,
      title: z.string(),
      behaviorName: z.string(),
      state: z.enum(topicStates),
      completedAt: z.nullable(instant),
      /**
       * The need on home to congratulate on this topic. `doneAt` is set when the viewer has sent the message or marked the
       * need as done. Missing from an older server.
       */
      congratulation: z.optional(z.object({ needKey: z.string(), doneAt: z.nullable(instant) })),
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
      /** The viewer's own proposal. Other people's proposals are not included. */
      proposal: z.nullable(
        z.object({ note: z.nullable(z.string()), at: instant, declinedAt: z.nullable(instant) }),
      ),
      can: z.object({ confirm: z.boolean(), reopen: z.boolean(), propose: z.boolean() }),
    }),
  ),
});
export type LearnerProgram = z.infer<typeof learnerProgramSchema>;

/** PUT /api/programs/{programId}/learners/{userId}/topics/{topicId}/confirmation. A note is required to send the topic back. */
export const confirmationAnswerSchema = z.object({
  confirmed: z.boolean(),
  note: z.nullable(multiLineText(300)),
});
export type ConfirmationAnswer = z.infer<typeof confirmationAnswerSchema>;

/**
 * PUT /api/programs/{programId}/learners/{userId}/topics/{topicId}/proposal. DELETE withdraws the proposal. The learner
 * sees the note next to the topic.
 */
export const proposalNoteSchema = z.object({ note: z.nullable(multiLineText(300)) });
export type ProposalNote = z.infer<typeof proposalNoteSchema>;
