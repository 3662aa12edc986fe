import * as z from 'zod/mini';
import { enrolmentStates, participantSchema, programSummarySchema, progressSchema } from './programs.ts';
import { day, instant, numericId, randomId } from './text.ts';

/**
 * One thing that needs the viewer now. `reason` says why it is here and what happens if it is left; `path` is a path of
 * this application. The order of the list is its rank.
 */
export const needSchema = z.object({
  key: z.string(),
  kind: z.enum([
    'invitation',
    'topic_ready',
    'finish',
    'next_step',
    'choose_topics',
    'topic_proposed',
    'awaiting_confirmation',
    'upgrade',
    'objective_changed',
    'objective_due',
    'objective_quiet',
    'confirm_topic',
    'report_completed',
    'report_quiet',
    'report_objective',
    'propensity',
    'people_without_profile',
  ]),
  group: z.enum(['overdue', 'today', 'week', 'waiting']),
  title: z.string(),
  reason: z.string(),
  verb: z.string(),
  path: z.string(),
});
export type Need = z.infer<typeof needSchema>;

/** What the viewer has done so far, counted from rows: twelve weeks, each by the day of its Monday, oldest first. */
export const growthSchema = z.object({
  weeks: z.array(z.object({ weekOf: day, steps: z.int(), topics: z.int(), notes: z.int() })),
  topicsCompleted: z.int(),
  topicsChosen: z.int(),
  objectives: z.object({ active: z.int(), achieved: z.int(), atRisk: z.int() }),
});
export type Growth = z.infer<typeof growthSchema>;

/** GET /api/home */
export const homeSchema = z.object({
  needs: z.array(needSchema),
  doneThisWeek: z.int(),
  continue: z.nullable(programSummarySchema),
  growth: growthSchema,
});
export type Home = z.infer<typeof homeSchema>;

/** GET /api/team: the people who report to the viewer, those who need something first. */
export const teamMemberSchema = z.object({
  ...participantSchema.shape,
  title: z.nullable(z.string()),
  /** The first of the reasons. */
  reason: z.nullable(z.string()),
  /** Why this person needs the viewer, the most pressing first; `path` is where it can be answered. */
  reasons: z.array(
    z.object({
      kind: z.enum(['confirm', 'overdue', 'quiet', 'choosing', 'ready', 'invited', 'objective']),
      text: z.string(),
      path: z.string(),
    }),
  ),
  programs: z.array(
    z.object({
      programId: randomId,
      programName: z.string(),
      enrolment: z.enum(enrolmentStates),
      progress: progressSchema,
      lastActiveAt: z.nullable(instant),
    }),
  ),
});
export type TeamMember = z.infer<typeof teamMemberSchema>;
export const teamSchema = z.object({ data: z.array(teamMemberSchema), total: z.int(), needing: z.int() });
export type TeamPage = z.infer<typeof teamSchema>;

/** GET /api/admin/overview, for admins (404 for anybody else). */
export const adminOverviewSchema = z.object({
  people: z.object({ active: z.int(), withoutProfile: z.int(), withoutScore: z.int(), deactivated: z.int() }),
  departments: z.array(z.object({ departmentId: numericId, name: z.string(), people: z.int() })),
  programs: z.array(
    z.object({
      programId: randomId,
      programName: z.string(),
      learners: z.int(),
      completed: z.int(),
      progress: progressSchema,
    }),
  ),
});
export type AdminOverview = z.infer<typeof adminOverviewSchema>;

/** GET /api/content, for who may author: the topics of the library and where each is used. */
export const contentSchema = z.object({
  data: z.array(
    z.object({
      topicId: randomId,
      title: z.string(),
      behaviorName: z.string(),
      version: z.int(),
      steps: z.int(),
      minutes: z.int(),
      programNames: z.array(z.string()),
    }),
  ),
});
export type Content = z.infer<typeof contentSchema>;
