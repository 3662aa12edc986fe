import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { day, numericId, randomId, singleLineText } from '#contract/text.ts';

/** GET /api/programs/invitable: the programs the viewer can invite people to. */
export const invitableProgramsSchema = z.object({
  data: z.array(z.object({ programId: randomId, programName: z.string(), purpose: z.string() })),
  total: z.int(),
});
export type InvitablePrograms = z.infer<typeof invitableProgramsSchema>;

/**
 * GET /api/programs/{programId}/invitable: the first people the viewer can invite whose name or email starts with
 * `search`. `total` counts all of them, `available` those who are neither invited nor taking part.
 */
export const invitableSearchSchema = z.object({ search: z.optional(singleLineText(80, 0)) });
export const invitablePersonSchema = z.extend(participantSchema, {
  title: z.nullable(z.string()),
  emailAddress: z.string(),
  /** Not null for people who are invited or already take part. Inviting them again changes nothing. */
  standing: z.nullable(z.enum(['invited', 'takes_part'])),
});
export type InvitablePerson = z.infer<typeof invitablePersonSchema>;
export const invitablePeopleSchema = z.object({
  data: z.array(invitablePersonSchema),
  total: z.int(),
  available: z.int(),
});
export type InvitablePeople = z.infer<typeof invitablePeopleSchema>;

/** POST /api/programs/{programId}/invitations. Nothing changes for people who already take part. */
export const invitationsSchema = z.object({
  userIds: z
    .array(numericId)
    .check(z.minLength(1, 'is missing'), z.maxLength(500, 'cannot be more than 500')),
  coachId: z.nullable(numericId),
  dueOn: z.nullable(day),
});
export type Invitations = z.infer<typeof invitationsSchema>;

export const invitedSchema = z.object({ invited: z.array(numericId), alreadyThere: z.array(numericId) });
export type Invited = z.infer<typeof invitedSchema>;
