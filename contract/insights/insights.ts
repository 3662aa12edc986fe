import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { day, instant, numericId, randomId } from '#contract/text.ts';
import { measureNames, outcomes, paces, stages, stallReasons } from './measures.ts';

/**
 * Figures of a program: administrators see all people, managers the people below them; 404 for others. See
 * docs/decisions/0063-insights.md.
 */

const count = z.int();
const median = z.object({ days: z.nullable(z.int()), people: count });
const protectedFigure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('protected') }),
  z.object({ kind: z.literal('mean'), n: count, mean: z.number() }),
]);

/** A day that the database can compare. */
const asOfQuery = z.optional(day.check(z.regex(/^(19[7-9]|20|21)/, 'is not a day between 1970 and 2199')));
const departmentQuery = z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,8}$/, 'is not a department')));
/** `asOf`: the end of this day in UTC; without it, now. `department` includes the departments below it. */
export const insightsQuerySchema = z.object({ asOf: asOfQuery, department: departmentQuery });
export type InsightsQuery = z.infer<typeof insightsQuerySchema>;

export const insightsSchema = z.object({
  programId: randomId,
  programName: z.string(),
  asOf: instant,
  /** Whether `asOf` is a past day. */
  isPast: z.boolean(),
  /** `line`: only people below the viewer. */
  scope: z.enum(['all', 'line']),
  department: z.nullable(z.object({ departmentId: numericId, name: z.string() })),
  /** For the filter: departments with people in the program. */
  departmentOptions: z.array(z.object({ departmentId: numericId, name: z.string() })),
  firstInvitedAt: z.nullable(instant),
  /** The last due date of the learners. */
  dueOn: z.nullable(day),
  counts: z.record(z.enum(measureNames), count),
  stopped: z.array(z.object({ stage: z.enum(stages), outcome: z.enum(outcomes), people: count })),
  reasons: z.array(z.object({ reason: z.enum(stallReasons), people: count })),
  steps: z.object({ done: count, total: count }),
  /** Median days from joining to the first held session, and between held sessions of a learner. */
  firstSession: median,
  betweenSessions: median,
  /** Weeks start on Monday. Number of required steps done by the end of each week, out of `steps.total`. */
  weeks: z.array(z.object({ week: day, done: count, tries: count, people: count })),
  topics: z.array(z.object({ topicId: randomId, title: z.string(), chosen: count, completed: count })),
  departments: z.array(
    z.object({
      departmentId: z.nullable(numericId),
      name: z.nullable(z.string()),
      /** The list of people of a department contains those of the departments below it, which are not counted here. */
      hasBelow: z.optional(z.boolean()),
      invited: count,
      accepted: count,
      completed: count,
    }),
  ),
  /** People by the month in which they accepted, in UTC, and how many of them reached a stage. */
  cohorts: z.array(
    z.object({ month: z.string(), accepted: count, firstStep: count, half: count, completed: count }),
  ),
  coaches: z.array(
    z.object({
      coach: z.nullable(participantSchema),
      learners: count,
      stalled: count,
      /** Held in the last 28 days. */
      sessions: count,
      /** Proposed times and completed topics that wait for the coach's answer. */
      waiting: count,
    }),
  ),
  /** The mood of check-ins, by week; null for managers. Weeks with too few answers are protected. */
  mood: z.nullable(z.object({ k: count, weeks: z.array(z.object({ week: day, figure: protectedFigure })) })),
  /** People who got the last reminder, and how many of them were active in the 7 days after it. */
  lastReminder: z.nullable(z.object({ day: day, people: count, activeAfter: count, isOver: z.boolean() })),
});
export type Insights = z.infer<typeof insightsSchema>;

/**
 * GET /api/insights/programs/{programId}/steps: the steps that learners do next. The step with the most stalled
 * learners comes first. The current step of a learner is the first required step that is not done, in the order of
 * topics and steps in the program.
 */
export const stepFiguresSchema = z.object({
  data: z.array(
    z.object({
      topicId: randomId,
      topicTitle: z.string(),
      stepKey: randomId,
      title: z.string(),
      learners: count,
      stalled: count,
    }),
  ),
});
export type StepFigures = z.infer<typeof stepFiguresSchema>;

/** The people counted by a measure, narrowed by conditions. */
const peopleFilter = {
  ...insightsQuerySchema.shape,
  measure: z.enum(measureNames),
  stopped: z.optional(z.enum(stages)),
  outcome: z.optional(z.enum(outcomes)),
  reason: z.optional(z.enum(stallReasons)),
  topic: z.optional(randomId),
  /** Whether the topic is chosen or completed. */
  topicState: z.optional(z.enum(['chosen', 'completed'])),
  /** A user id; 0: without a coach. */
  coach: z.optional(z.string().check(z.regex(/^(0|[1-9][0-9]{0,8})$/, 'is not a person'))),
  /** Learners whose current step this is. */
  step: z.optional(randomId),
  /** People who accepted in this month, in UTC. */
  joined: z.optional(z.string().check(z.regex(/^(19[7-9]\d|2[01]\d\d)-(0[1-9]|1[0-2])$/, 'is not a month'))),
};
export const insightPeopleFilterSchema = z.object(peopleFilter);
export type InsightPeopleFilter = z.infer<typeof insightPeopleFilterSchema>;
/** `after`: the `next` of the previous page. */
export const insightPeopleQuerySchema = z.object({
  ...peopleFilter,
  after: z.optional(z.string().check(z.maxLength(400))),
});

export const insightPersonSchema = z.object({
  person: participantSchema,
  department: z.nullable(z.string()),
  stage: z.enum(stages),
  outcome: z.enum(outcomes),
  reason: z.nullable(z.enum(stallReasons)),
  pace: z.nullable(z.enum(paces)),
  done: count,
  total: count,
  invitedAt: instant,
  acceptedAt: z.nullable(instant),
  lastActivityAt: z.nullable(instant),
  lastSessionAt: z.nullable(instant),
  dueOn: z.nullable(day),
  coach: z.nullable(participantSchema),
  /** True if a proposed time or a completed topic waits for the coach. Missing from servers of an earlier version. */
  waitsForCoach: z.optional(z.boolean()),
  remindedAt: z.nullable(instant),
  can: z.object({
    /** Whether a reminder is possible: for today's stalled learners, at most once a week. */
    remind: z.boolean(),
    /** The viewer can plan a session with the learner. */
    plan: z.boolean(),
    /** The viewer can open the learner's page. */
    open: z.boolean(),
  }),
});
export type InsightPerson = z.infer<typeof insightPersonSchema>;

/** GET /api/insights/programs/{programId}/people */
export const insightPeopleSchema = z.object({
  data: z.array(insightPersonSchema),
  total: count,
  next: z.nullable(z.string()),
});
export type InsightPeople = z.infer<typeof insightPeopleSchema>;

/** POST /api/insights/programs/{programId}/reminders: to stalled learners who were not reminded in the last 7 days. */
export const REMINDERS_MAX = 500;
export const programRemindersSchema = z.object({
  userIds: z
    .array(numericId)
    .check(z.minLength(1, 'are missing'), z.maxLength(REMINDERS_MAX, `cannot be more than ${REMINDERS_MAX}`)),
});
export const programRemindersAnswerSchema = z.object({ reminded: count });

/** Figures of the programs for /admin/home. */
export const programFiguresSchema = z.object({
  programId: randomId,
  programName: z.string(),
  counts: z.record(z.enum(measureNames), count),
  steps: z.object({ done: count, total: count }),
});
export type ProgramFigures = z.infer<typeof programFiguresSchema>;
