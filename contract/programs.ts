import * as z from 'zod/mini';
import { stepSchema } from './steps.ts';
import { day, instant, numericId, randomId } from './text.ts';

export const topicStates = [
  'not_selected',
  'selected',
  'in_progress',
  'ready',
  'awaiting_confirmation',
  'completed',
] as const;

/** The coach or the manager is to confirm a completion; on `acceptedOn` it counts without them, so that nobody is stuck. */
export const confirmationSchema = z.object({
  by: z.enum(['coach', 'manager']),
  name: z.nullable(z.string()),
  askedAt: instant,
  acceptedOn: day,
});

/** A newer version of a topic, and what taking it would do. Steps are the same where their `stepKey` is. */
export const upgradeSchema = z.object({
  version: z.int(),
  notes: z.nullable(z.string()),
  kept: z.int(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** The topic's own count afterwards. */
  done: z.int(),
  total: z.int(),
});

export const participantSchema = z.object({
  userId: numericId,
  firstName: z.string(),
  lastName: z.string(),
  initials: z.string(),
  userAvatar: z.nullable(z.string()),
});
export type Participant = z.infer<typeof participantSchema>;

/** A topic that the learner's coach or manager would choose for them. The learner decides. */
export const proposalSchema = z.object({ by: participantSchema, note: z.nullable(z.string()), at: instant });
export type Proposal = z.infer<typeof proposalSchema>;

export const topicSchema = z.object({
  topicId: randomId,
  title: z.string(),
  behaviorName: z.string(),
  description: z.string(),
  minutes: z.int(),
  /** The version of its steps that this learner goes through. */
  version: z.int(),
  state: z.enum(topicStates),
  completedAt: z.nullable(instant),
  /** Why the learner chose it and what they intend; their own, never sent to anyone else. */
  why: z.nullable(z.string()),
  ifThenPlan: z.nullable(z.string()),
  confirmation: z.nullable(confirmationSchema),
  /** What the person said who sent a completion back. */
  returned: z.nullable(z.object({ by: z.string(), note: z.string(), at: instant })),
  upgrade: z.nullable(upgradeSchema),
  /** While it is not chosen: who would choose it for the learner, and why. */
  proposals: z.array(proposalSchema),
  steps: z.array(stepSchema),
  can: z.object({ complete: z.boolean(), upgrade: z.boolean() }),
});
export type Topic = z.infer<typeof topicSchema>;

/** Counted from rows, never stored (design decision 12). `percent` is rounded down and 100 only when all is done. */
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

export const programListSchema = z.object({ data: z.array(programSummarySchema), total: z.int() });
export type ProgramPage = z.infer<typeof programListSchema>;

/** GET /api/programs/{programId}: the viewer's own place in a program. */
export const programSchema = z.object({
  programId: randomId,
  programName: z.string(),
  purpose: z.string(),
  enrolment: z.enum(enrolmentStates),
  /** Who goes through a program again begins another cycle. */
  cycle: z.int(),
  earlier: z.array(
    z.object({
      cycle: z.int(),
      enrolment: z.enum(enrolmentStates),
      joinedAt: instant,
      finishedAt: z.nullable(instant),
      reason: z.nullable(z.string()),
      progress: progressSchema,
    }),
  ),
  invitedBy: z.nullable(z.string()),
  dueOn: z.nullable(day),
  progress: progressSchema,
  /** How many topics one chooses. */
  selection: z.object({ min: z.int(), max: z.int() }),
  /** Who says that a topic is really completed. */
  confirmation: z.enum(['self', 'coach', 'manager']),
  /** Whether the manager hears of completed topics and sees how far one is. */
  managerVisible: z.boolean(),
  /** What a change is based on; counted up with each change of the enrolment or its goals. */
  version: z.int(),
  can: z.object({
    answerInvitation: z.boolean(),
    choose: z.boolean(),
    finish: z.boolean(),
    withdraw: z.boolean(),
    beginAgain: z.boolean(),
  }),
  topics: z.array(topicSchema),
  coach: z.nullable(participantSchema),
  manager: z.nullable(participantSchema),
  others: z.object({ count: z.int(), some: z.array(participantSchema) }),
});
export type Program = z.infer<typeof programSchema>;

/** GET /api/programs/{programId}/why: the rows that make the percentage, exactly `total` of them, and what does not count. */
export const whySchema = z.object({
  progress: progressSchema,
  counted: z.array(
    z.object({
      topicTitle: z.string(),
      version: z.int(),
      stepKey: z.string(),
      title: z.string(),
      counts: z.enum(['done', 'waived', 'open']),
      doneAt: z.nullable(instant),
      waived: z.nullable(z.object({ by: z.string(), reason: z.string() })),
    }),
  ),
  notCounted: z.array(z.object({ topicTitle: z.string(), title: z.string(), because: z.string() })),
});
export type Why = z.infer<typeof whySchema>;

/** GET /api/programs/{programId}/people: who takes part, a page at a time. */
export const peopleOfProgramSchema = z.object({ data: z.array(participantSchema), total: z.int() });
export type PeopleOfProgramPage = z.infer<typeof peopleOfProgramSchema>;
