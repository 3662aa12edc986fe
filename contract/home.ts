import * as z from 'zod/mini';
import { programSummarySchema } from './programs.ts';
import { day } from './text.ts';

/**
 * An item that needs the viewer's attention. `reason` says why it is listed, and `path` is a path of this application.
 * Items are sorted by priority.
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
    'report_left',
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

/** The viewer's activity in the last 12 weeks, oldest first. `weekOf` is the Monday of the week. */
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
