import * as z from 'zod/mini';
import { objectiveSchema } from '#contract/learning/objectives.ts';
import { enrolmentStates, progressSchema } from '#contract/learning/programSummaries.ts';
import { participantSchema } from './people.ts';
import { workingHoursSchema } from './profile.ts';
import { day, instant, randomId } from './text.ts';

/**
 * Why a report needs the viewer's attention. `path` is the screen to act on it, `verb` the action that home offers for
 * the same need.
 */
const attentionReasonSchema = z.object({
  kind: z.enum(['confirm', 'overdue', 'quiet', 'choosing', 'ready', 'invited', 'objective']),
  text: z.string(),
  verb: z.enum(['Confirm', 'Message']),
  path: z.string(),
});

/** GET /api/team: the viewer's direct reports. Those who need attention come first. */
export const teamMemberSchema = z.object({
  ...participantSchema.shape,
  title: z.nullable(z.string()),
  /** The most urgent reason. */
  reason: z.nullable(z.string()),
  /** The most urgent first. */
  reasons: z.array(attentionReasonSchema),
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

/** The period in which the viewer is or was the person's manager or coach. */
export const accessSchema = z.object({
  relation: z.enum(['manager', 'coach']),
  since: day,
  /** Null while the viewer is the manager or coach. */
  until: z.nullable(day),
  /** End of the read-only access of a former manager or coach. */
  readableUntil: z.nullable(day),
});
export type Access = z.infer<typeof accessSchema>;

/** GET /api/team/{userId}: a person, as their manager or coach can see them. 404 for others. */
export const teamPersonSchema = z.object({
  person: participantSchema,
  title: z.nullable(z.string()),
  timeZone: z.string(),
  pronouns: z.nullable(z.string()),
  workingHours: z.nullable(workingHoursSchema),
  helpTopics: z.array(z.string()),
  access: accessSchema,
  /** Why a report needs attention, the most urgent first. Empty for others; missing from an older server. */
  reasons: z.optional(z.array(attentionReasonSchema)),
  programs: z.array(
    z.object({
      programId: randomId,
      programName: z.string(),
      enrolment: z.enum(enrolmentStates),
      dueOn: z.nullable(day),
      progress: progressSchema,
      lastActiveAt: z.nullable(instant),
    }),
  ),
  /** Objectives that the person shares with the viewer. */
  objectives: z.array(objectiveSchema),
});
export type TeamPerson = z.infer<typeof teamPersonSchema>;

/** A kind of data, whether the viewer may see it, and the rule that decides it. */
export const visibleThingSchema = z.object({
  thing: z.string(),
  /** What the rules allow, also while there is nothing to see. */
  isVisible: z.boolean(),
  /** The rule allows only the items that are shared with the viewer. */
  isPerItem: z.boolean(),
  rule: z.string(),
  /** Current number of items that the viewer sees; null if there is no number, or the viewer may not see it. */
  count: z.nullable(z.int()),
});
export type VisibleThing = z.infer<typeof visibleThingSchema>;

/** GET /api/team/{userId}/visibility: what the viewer can and cannot see about a person. The person sees the same list. */
export const visibilitySchema = z.object({
  subject: participantSchema,
  viewer: participantSchema,
  access: accessSchema,
  things: z.array(visibleThingSchema),
});
export type Visibility = z.infer<typeof visibilitySchema>;

/**
 * GET /api/profile/visibility: who can see which data of the viewer, with one entry per current or former
 * manager and coach.
 */
export const ownVisibilitySchema = z.object({ data: z.array(visibilitySchema) });
export type OwnVisibility = z.infer<typeof ownVisibilitySchema>;
