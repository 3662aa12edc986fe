import * as z from 'zod/mini';
import { programSummarySchema } from '#contract/learning/programSummaries.ts';
import { participantSchema } from './people.ts';
import { day, numericId, randomId } from './text.ts';

/** An action that the viewer can take in the row itself. Without one, the row's button opens `path`. */
export const needActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('complete_topic'), programId: randomId, topicId: randomId }),
  z.object({
    kind: z.literal('confirm_topic'),
    programId: randomId,
    userId: numericId,
    topicId: randomId,
  }),
  z.object({ kind: z.literal('accept_join'), programId: randomId, userId: numericId }),
  /** Opens the conversation with a suggested message. Sending a message marks the need as done. */
  z.object({ kind: z.literal('message'), person: participantSchema, text: z.string() }),
]);
export type NeedAction = z.infer<typeof needActionSchema>;

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
    'report_overdue',
    'report_ready',
    'report_choosing',
    'report_invited',
    'report_objective',
    'check_in_due',
    'report_check_in',
    'survey',
    'session_answer',
    'session_outcome',
    'session_waiting',
    'propensity',
    'propensity_again',
    'join_request',
    'launch_request',
    'launch_returned',
    'people_without_profile',
  ]),
  group: z.enum(['overdue', 'today', 'week', 'waiting']),
  title: z.string(),
  reason: z.string(),
  verb: z.string(),
  path: z.string(),
  /** Needs of the same kind about one person share a row; `keys` lists all of them. */
  keys: z.array(z.string()),
  about: z.enum(['self', 'team']),
  /** The viewer's relation to the learner, if the page at `path` is about one. It decides about the area of the page. */
  relation: z.optional(z.enum(['manager', 'coach'])),
  action: z.nullable(needActionSchema),
  /** The proposed topic that the viewer can decline in the row's menu. */
  proposal: z.nullable(z.object({ programId: randomId, topicId: randomId })),
  snoozedUntil: z.nullable(day),
  /** `done` is for courtesies only. Other needs end when their task is done. */
  can: z.object({ snooze: z.boolean(), done: z.boolean() }),
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
  snoozed: z.array(needSchema),
  /** For managers: how many direct reports need attention, as the team page counts them. */
  team: z.nullable(z.object({ needing: z.int() })),
  continue: z.nullable(programSummarySchema),
  /** The program that the viewer completed last. Listed for a few days. */
  finished: z.nullable(z.object({ programId: randomId, programName: z.string() })),
  growth: growthSchema,
});
export type Home = z.infer<typeof homeSchema>;

const needKey = z.string().check(z.regex(/^[a-z_]+(:[A-Za-z0-9_-]+)*$/, 'is not valid'), z.maxLength(120));
/** PUT /api/home/marks: snoozes needs, marks courtesies as done, or undoes both (null). */
export const needMarksSchema = z.object({
  keys: z.array(needKey).check(z.minLength(1, 'is missing'), z.maxLength(100, 'cannot be more than 100')),
  mark: z.nullable(z.enum(['tomorrow', 'next_week', 'done'])),
});
export type NeedMarks = z.infer<typeof needMarksSchema>;
