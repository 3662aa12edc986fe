import * as z from 'zod/mini';
import { participantSchema } from './programs.ts';
import { day, lineOfText, numericId, randomId } from './text.ts';

/** GET /api/programs/invitable: the programs to which the viewer may invite people. */
export const invitableProgramsSchema = z.object({
  data: z.array(z.object({ programId: randomId, programName: z.string(), purpose: z.string() })),
  total: z.int(),
});
export type InvitablePrograms = z.infer<typeof invitableProgramsSchema>;

/**
 * GET /api/programs/{programId}/invitable: whom the viewer may invite to it, the first of those whose name or email
 * begins so. `total` is how many there are.
 */
export const invitableSearchSchema = z.object({ search: z.optional(lineOfText(80, 0)) });
export const invitablePersonSchema = z.extend(participantSchema, {
  title: z.nullable(z.string()),
  emailAddress: z.string(),
  /** What they are to the program already; who is either stays as they are. */
  standing: z.nullable(z.enum(['invited', 'takes_part'])),
});
export type InvitablePerson = z.infer<typeof invitablePersonSchema>;
export const invitablePeopleSchema = z.object({ data: z.array(invitablePersonSchema), total: z.int() });
export type InvitablePeople = z.infer<typeof invitablePeopleSchema>;

/** POST /api/programs/{programId}/invitations. Who takes part already is left as they are. */
export const invitationsSchema = z.object({
  userIds: z.array(numericId).check(z.minLength(1, 'is missing'), z.maxLength(500, 'are more than 500')),
  coachId: z.nullable(numericId),
  dueOn: z.nullable(day),
});
export type Invitations = z.infer<typeof invitationsSchema>;

export const invitedSchema = z.object({ invited: z.array(numericId), alreadyThere: z.array(numericId) });
export type Invited = z.infer<typeof invitedSchema>;
