import * as z from 'zod/mini';
import { day, numericId, randomId } from './text.ts';

/** GET /api/programs/invitable: the programs to which the viewer may invite people. */
export const invitableProgramsSchema = z.object({
  data: z.array(z.object({ programId: randomId, programName: z.string(), purpose: z.string() })),
  total: z.int(),
});
export type InvitablePrograms = z.infer<typeof invitableProgramsSchema>;

/** POST /api/programs/{programId}/invitations. Who takes part already is left as they are. */
export const invitationsSchema = z.object({
  userIds: z.array(numericId).check(z.minLength(1, 'is missing'), z.maxLength(500, 'are more than 500')),
  coachId: z.nullable(numericId),
  dueOn: z.nullable(day),
});
export type Invitations = z.infer<typeof invitationsSchema>;

export const invitedSchema = z.object({ invited: z.array(numericId), alreadyThere: z.array(numericId) });
export type Invited = z.infer<typeof invitedSchema>;
