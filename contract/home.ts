import * as z from 'zod/mini';
import { participantSchema, programSummarySchema, progressSchema } from './programs.ts';
import { instant, numericId, randomId } from './text.ts';

/**
 * One thing that needs the viewer now. `reason` says why it is here and what happens if it is left; `path` is a path of
 * this application. The order of the list is its rank.
 */
export const needSchema = z.object({
  key: z.string(),
  kind: z.enum([
    'topic_ready',
    'next_step',
    'choose_topics',
    'report_completed',
    'report_quiet',
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

/** GET /api/home */
export const homeSchema = z.object({
  needs: z.array(needSchema),
  doneThisWeek: z.int(),
  continue: z.nullable(programSummarySchema),
});
export type Home = z.infer<typeof homeSchema>;

/** GET /api/team: the people who report to the viewer, those who need something first. */
export const teamMemberSchema = z.object({
  ...participantSchema.shape,
  title: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  programs: z.array(
    z.object({
      programId: randomId,
      programName: z.string(),
      progress: progressSchema,
      lastActiveAt: z.nullable(instant),
    }),
  ),
});
export type TeamMember = z.infer<typeof teamMemberSchema>;
export const teamSchema = z.object({ data: z.array(teamMemberSchema) });

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
