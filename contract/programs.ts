import * as z from 'zod/mini';
import { challengeForLearnersSchema, challengeWorkSchema } from './challenges.ts';
import { day, instant, longText, numericId, randomId, wordsAsTyped } from './text.ts';

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
  /** What an interactive challenge asks; null for a step that has none. */
  challenge: z.nullable(challengeForLearnersSchema),
  /** The learner's own answers to it and the last result. */
  work: z.nullable(challengeWorkSchema),
  /** Why it cannot be begun yet, and the steps that unlock it; null when nothing is in the way. What was done stays visible. */
  lock: z.nullable(z.object({ reason: z.string(), stepKeys: z.array(z.string()) })),
  /** Who waived it and why. */
  waived: z.nullable(z.object({ by: z.string(), reason: z.string() })),
  can: z.object({ record: z.boolean() }),
});
export type Step = z.infer<typeof stepSchema>;

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
/** A page of a longer list: `offset` and `limit` in the query, `total` in the answer. */
export const pageQuerySchema = z.object({
  offset: z.optional(z.string().check(z.regex(/^(0|[1-9][0-9]{0,5})$/, 'is not a place in a list'))),
  limit: z.optional(z.string().check(z.regex(/^([1-9][0-9]?|1[0-9]{2}|200)$/, 'is not between 1 and 200'))),
});
export type PageQuery = { offset?: number; limit?: number };

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

/** PUT /api/programs/{programId}/learners/{userId}/topics/{topicId}/confirmation; a note is needed to send it back. */
export const confirmationAnswerSchema = z.object({ confirmed: z.boolean(), note: z.nullable(longText(300)) });
export type ConfirmationAnswer = z.infer<typeof confirmationAnswerSchema>;

/**
 * PUT /api/programs/{programId}/learners/{userId}/topics/{topicId}/proposal; DELETE takes it back. The learner reads the
 * note beside the topic.
 */
export const proposalWordsSchema = z.object({ note: z.nullable(longText(300)) });
export type ProposalWords = z.infer<typeof proposalWordsSchema>;

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

/** GET /api/programs/invitable: the programs to which the viewer may invite people. */
export const invitableProgramsSchema = z.object({
  data: z.array(z.object({ programId: randomId, programName: z.string(), purpose: z.string() })),
  total: z.int(),
});
export type InvitablePrograms = z.infer<typeof invitableProgramsSchema>;

/** POST /api/programs/{programId}/invitations. Who takes part already is left as they are. */
export const invitationsSchema = z.object({
  userIds: z.array(numericId).check(z.minLength(1, 'is missing'), z.maxLength(500, 'are more than 500')),
  coachId: z.nullable(numericId),
  dueOn: z.nullable(day),
});
export type Invitations = z.infer<typeof invitationsSchema>;
export const invitedSchema = z.object({ invited: z.array(numericId), alreadyThere: z.array(numericId) });
export type Invited = z.infer<typeof invitedSchema>;
