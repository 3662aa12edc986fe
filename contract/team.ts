import * as z from 'zod/mini';
import { objectiveSchema } from './objectives.ts';
import { enrolmentStates, participantSchema, progressSchema } from './programs.ts';
import { day, instant, randomId } from './text.ts';

/** Since when the viewer is somebody's manager or coach, and until when they were. */
export const accessSchema = z.object({
  relation: z.enum(['manager', 'coach']),
  since: day,
  /** Null while it goes on. */
  until: z.nullable(day),
  /** Somebody's former manager or coach reads until then what was so on their last day. */
  readableUntil: z.nullable(day),
});
export type Access = z.infer<typeof accessSchema>;

/** GET /api/team/{userId}: one person, as their manager or coach may see them. 404 for everybody else. */
export const teamPersonSchema = z.object({
  person: participantSchema,
  title: z.nullable(z.string()),
  timeZone: z.string(),
  access: accessSchema,
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
  /** Those that the person shares with the viewer. */
  objectives: z.array(objectiveSchema),
});
export type TeamPerson = z.infer<typeof teamPersonSchema>;

/** One kind of thing, and by which rule it is seen or not. */
export const visibleThingSchema = z.object({
  thing: z.string(),
  isVisible: z.boolean(),
  rule: z.string(),
  /** How many of them there are now; null where even the number is not told. */
  count: z.nullable(z.int()),
});
export type VisibleThing = z.infer<typeof visibleThingSchema>;

/** GET /api/team/{userId}/visibility: what the viewer sees of a report and what not, as the report is told it too. */
export const visibilitySchema = z.object({
  subject: participantSchema,
  viewer: participantSchema,
  access: accessSchema,
  things: z.array(visibleThingSchema),
});
export type Visibility = z.infer<typeof visibilitySchema>;

/** GET /api/profile/visibility: who sees what of the viewer, one entry for each manager and coach, former ones too. */
export const ownVisibilitySchema = z.object({ data: z.array(visibilitySchema) });
export type OwnVisibility = z.infer<typeof ownVisibilitySchema>;
