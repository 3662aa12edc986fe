import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { day, instant, randomId } from '#contract/text.ts';
import { enrolmentStates, progressSchema } from './programSummaries.ts';
import { stepSchema } from './steps.ts';

export const topicStates = [
  'not_selected',
  'selected',
  'in_progress',
  'ready',
  'awaiting_confirmation',
  'completed',
] as const;

/** A completion that waits for confirmation by the coach or manager. It is confirmed automatically on `acceptedOn`. */
export const confirmationSchema = z.object({
  by: z.enum(['coach', 'manager']),
  name: z.nullable(z.string()),
  askedAt: instant,
  acceptedOn: day,
});

/** A newer version of a topic and what it changes. Steps with the same `stepKey` are kept. */
export const upgradeSchema = z.object({
  version: z.int(),
  notes: z.nullable(z.string()),
  kept: z.int(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** Progress of the topic after the update. */
  done: z.int(),
  total: z.int(),
});

/** A topic that the learner's coach or manager suggests. The learner decides about it. */
export const proposalSchema = z.object({
  by: participantSchema,
  note: z.nullable(z.string()),
  at: instant,
  declinedAt: z.nullable(instant),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const topicSchema = z.object({
  topicId: randomId,
  title: z.string(),
  behaviorName: z.string(),
  description: z.string(),
  minutes: z.int(),
  /** The version of the topic that this learner works on. */
  version: z.int(),
  state: z.enum(topicStates),
  completedAt: z.nullable(instant),
  /** The learner's reason and plan. Never sent to anyone else. */
  why: z.nullable(z.string()),
  ifThenPlan: z.nullable(z.string()),
  confirmation: z.nullable(confirmationSchema),
  /** The note of the person who returned the topic instead of confirming it. */
  returned: z.nullable(z.object({ by: z.string(), note: z.string(), at: instant })),
  /** Who reopened the completed topic, and why, until the learner completes it again. */
  reopened: z.nullable(z.object({ by: z.string(), reason: z.string(), at: instant })),
  upgrade: z.nullable(upgradeSchema),
  /** Proposals by managers and coaches, while the learner can select the topic. */
  proposals: z.array(proposalSchema),
  steps: z.array(stepSchema),
  can: z.object({ complete: z.boolean(), upgrade: z.boolean() }),
});
export type Topic = z.infer<typeof topicSchema>;

/** GET /api/programs/open-topics: topics of the viewer's active programs that they have neither selected nor completed. */
export const openTopicsSchema = z.object({
  topics: z.array(
    z.object({
      programId: randomId,
      programName: z.string(),
      topicId: randomId,
      title: z.string(),
      behaviorName: z.string(),
      description: z.string(),
      minutes: z.int(),
    }),
  ),
});
export type OpenTopic = z.infer<typeof openTopicsSchema>['topics'][number];

/** GET /api/programs/{programId}: the viewer's own enrolment in a program. */
export const programSchema = z.object({
  programId: randomId,
  programName: z.string(),
  purpose: z.string(),
  enrolment: z.enum(enrolmentStates),
  /** Increases each time the learner starts the program again. */
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
  /** Number of topics to select. */
  selection: z.object({ min: z.int(), max: z.int() }),
  /** The selected topics are worked on one after another, in the order of the program. */
  isOrdered: z.boolean(),
  /** How many coaching sessions the program plans, and how many days apart. */
  coachingPlan: z.nullable(z.object({ sessions: z.int(), everyDays: z.int() })),
  /** Who confirms completed topics. */
  confirmation: z.enum(['self', 'coach', 'manager']),
  /** Whether the manager is notified of completed topics and can see the progress. */
  managerVisible: z.boolean(),
  /** Increases with each change of the enrolment or its goals. Edits are based on it. */
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

/** GET /api/programs/{programId}/why: the `total` steps that make up the percentage, and the steps that do not count. */
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

/** GET /api/programs/{programId}/people: the participants, page by page. */
export const peopleOfProgramSchema = z.object({ data: z.array(participantSchema), total: z.int() });
export type PeopleOfProgramPage = z.infer<typeof peopleOfProgramSchema>;
