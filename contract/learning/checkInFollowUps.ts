import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { day, randomId, singleLineText } from '#contract/text.ts';

export const FOLLOW_UP_MAX_LENGTH = 300;
export const FOLLOW_UPS_MAX = 100;

/** A point for the agenda of the next session with a person, or something that the manager will do. */
export const followUpKinds = ['agenda', 'action'] as const;
export type FollowUpKind = (typeof followUpKinds)[number];

export const followUpSchema = z.object({
  followUpId: randomId,
  checkInId: randomId,
  person: participantSchema,
  kind: z.enum(followUpKinds),
  text: z.string(),
  dueOn: z.nullable(day),
});
export type FollowUp = z.infer<typeof followUpSchema>;

/** GET /api/team/follow-ups: the viewer's open follow-ups, earliest day first. Only the viewer can read them. */
export const followUpsSchema = z.object({ followUps: z.array(followUpSchema) });
export type FollowUps = z.infer<typeof followUpsSchema>;

/** POST /api/team/check-ins/{checkInId}/follow-ups */
export const newFollowUpSchema = z.object({
  kind: z.enum(followUpKinds),
  text: singleLineText(FOLLOW_UP_MAX_LENGTH),
  dueOn: z.nullable(day),
});
export type NewFollowUp = z.infer<typeof newFollowUpSchema>;

/** PUT /api/team/follow-ups/{followUpId} */
export const followUpChangeSchema = z.object({ isDone: z.boolean() });
