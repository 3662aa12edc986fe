import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { instant, numericId, randomId } from '#contract/text.ts';

/** An encrypted document with the viewer's envelope. */
export const encryptedDocumentSchema = z.object({
  documentId: randomId,
  version: z.int(),
  snapshot: z.string(),
  /** Null while it is not encrypted for the viewer's current key. */
  envelope: z.nullable(z.string()),
  /** Whether the other person's current key can open it. */
  isShared: z.boolean(),
});
export type EncryptedDocument = z.infer<typeof encryptedDocumentSchema>;

/** GET /api/coaching/actions: the encrypted notes of the viewer's last sessions, which contain the agreed actions. */
export const coachingActionsSchema = z.object({
  myKey: z.nullable(z.object({ publicKey: z.string() })),
  /** Newest first. */
  sessions: z.array(
    z.object({
      sessionId: randomId,
      programId: randomId,
      programName: z.string(),
      learnerId: numericId,
      startsAt: z.nullable(instant),
      other: participantSchema,
      otherKey: z.nullable(z.string()),
      shared: encryptedDocumentSchema,
    }),
  ),
});
export type CoachingActions = z.infer<typeof coachingActionsSchema>;
