import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { day, instant, multiLineText, randomId } from '#contract/text.ts';
import { joiningModes } from './programSetup.ts';

/** Programs that people join themselves. See docs/decisions/0105-joining-programs.md. */

export const JOIN_NOTE_MAX_LENGTH = 300;

/** GET /api/programs/catalogue: programs that the viewer can join or ask to join, and has never taken part in. */
export const catalogueEntrySchema = z.object({
  programId: randomId,
  programName: z.string(),
  purpose: z.string(),
  /** `open` or `request`. */
  joining: z.enum(joiningModes),
  owner: z.nullable(participantSchema),
  /** The topics in the order of the program, with the minutes of their required steps. */
  topics: z.array(z.object({ title: z.string(), minutes: z.int() })),
  selection: z.object({ min: z.int(), max: z.int() }),
  /** The due date of a person who joins today. */
  dueOn: z.nullable(day),
  plannedSessions: z.nullable(z.int()),
  managerVisible: z.boolean(),
  /** The viewer's request, if it is unanswered or was declined. */
  request: z.nullable(
    z.object({
      askedAt: instant,
      note: z.nullable(z.string()),
      declined: z.nullable(
        z.object({
          at: instant,
          note: z.nullable(z.string()),
          /** The owner or an administrator; null if this is not known. */
          by: z.optional(z.nullable(participantSchema)),
        }),
      ),
    }),
  ),
});
export type CatalogueEntry = z.infer<typeof catalogueEntrySchema>;
export const catalogueSchema = z.object({ data: z.array(catalogueEntrySchema), total: z.int() });
export type Catalogue = z.infer<typeof catalogueSchema>;

const note = z.nullable(multiLineText(JOIN_NOTE_MAX_LENGTH));

/** PUT /api/programs/{programId}/join-request asks to join. A repeated call changes the note. */
export const joinRequestSchema = z.object({ note });
export type JoinRequest = z.infer<typeof joinRequestSchema>;

/** GET /api/programs/{programId}/join-requests: open requests, for those who manage the program. */
export const joinRequestsSchema = z.object({
  data: z.array(z.object({ person: participantSchema, note: z.nullable(z.string()), askedAt: instant })),
  total: z.int(),
});
export type JoinRequests = z.infer<typeof joinRequestsSchema>;

/** PUT /api/programs/{programId}/join-requests/{userId} */
export const joinAnswerSchema = z.object({ accept: z.boolean(), note });
export type JoinAnswer = z.infer<typeof joinAnswerSchema>;
export const joinAnsweredSchema = z.object({ person: participantSchema, accepted: z.boolean() });
export type JoinAnswered = z.infer<typeof joinAnsweredSchema>;
