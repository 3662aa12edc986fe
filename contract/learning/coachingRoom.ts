import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { instant, numericId, randomId } from '#contract/text.ts';
import { encryptedDocumentSchema } from './coachingActions.ts';

/** See docs/decisions/0069-coaching-room.md and 0068-encrypted-coaching-notes.md. */

/** The version of the page about confidentiality. A new version has to be accepted before the next session. */
export const COACHING_RULES = 2;
/** The room closes this long after the end of the session (it opens `ROOM_OPENS_BEFORE_MS` before its time). */
export const ROOM_CLOSES_AFTER_MS = 2 * 60 * 60_000;
/**
 * A client in the room reports to the server this often. Without a report for the second duration, the person
 * counts as absent.
 */
export const PRESENCE_EVERY_MS = 15_000;
export const PRESENCE_LASTS_MS = 40_000;
/** A session was held when both people were in the room together for this time. */
export const HELD_AFTER_SECONDS = 600;
export const FEEDBACK_MAX_LENGTH = 2_000;
const SNAPSHOT_MAX_LENGTH = 200_000;

const base64Url = (min: number, max: number) =>
  z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9_-]*$/, 'is not valid base64url'),
      z.minLength(min, 'is too short'),
      z.maxLength(max, `is longer than ${max} characters`),
    );
const publicKey = base64Url(80, 100);
const ciphertext = (max: number) => base64Url(20, max);

const wrappedByPasskey = z.object({
  credentialId: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,1400}$/, 'is not valid base64url')),
  wrappedKey: ciphertext(1_000),
});
export type WrappedByPasskey = z.infer<typeof wrappedByPasskey>;

/** PUT /api/coaching/key: the public key, and the private key encrypted with the recovery code. */
export const newCoachingKeySchema = z.object({
  publicKey,
  wrappedKey: ciphertext(1_000),
  /** The public key that is replaced when a person starts again without the recovery code. */
  replaces: z.nullable(publicKey),
  /** The private key encrypted with a secret of a passkey, as one more way to unlock it. */
  passkey: z.optional(z.nullable(wrappedByPasskey)),
});
export type NewCoachingKey = z.infer<typeof newCoachingKeySchema>;

/** GET /api/coaching/{sessionId}/room: for the two people; 404 for everyone else. */
export const coachingRoomSchema = z.object({
  sessionId: randomId,
  opensAt: z.nullable(instant),
  closesAt: z.nullable(instant),
  isOpen: z.boolean(),
  agreement: z.object({ mine: z.nullable(instant), other: z.nullable(instant) }),
  myKey: z.nullable(
    z.object({
      publicKey: z.string(),
      wrappedKey: z.string(),
      passkeys: z.array(z.object({ credentialId: z.string(), wrappedKey: z.string() })),
    }),
  ),
  otherKey: z.nullable(z.string()),
  shared: z.nullable(encryptedDocumentSchema),
  own: z.nullable(encryptedDocumentSchema),
  /** The two people's previous session. Its open items start the agenda. */
  previous: z.nullable(
    z.object({ sessionId: randomId, startsAt: z.nullable(instant), shared: encryptedDocumentSchema }),
  ),
  /** When the other person entered the room; null while they are not in it. */
  otherJoinedAt: z.nullable(instant),
  metAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
  /** The person who finished the session for both. */
  finishedBy: z.nullable(numericId),
  togetherSeconds: z.int(),
  hasFeedback: z.boolean(),
  /** Whether the held session completed a step of the learner. */
  completedStep: z.boolean(),
  /** For the learner, after the session: the current coach and manager, if they were not in it. */
  readers: z.array(
    z.object({ person: participantSchema, publicKey: z.nullable(z.string()), canRead: z.boolean() }),
  ),
});
export type CoachingRoom = z.infer<typeof coachingRoomSchema>;

export const documentKinds = ['shared', 'own'] as const;
export type DocumentKind = (typeof documentKinds)[number];
const envelope = ciphertext(1_000);
/** PUT /api/coaching/{sessionId}/documents/{kind}: 409 when the document has changed since `version`. 0 creates it. */
export const documentEditSchema = z.object({
  version: z.int().check(z.nonnegative()),
  snapshot: ciphertext(SNAPSHOT_MAX_LENGTH),
  /** Envelopes for new readers, with the public keys that they were made for. */
  mine: z.optional(z.object({ publicKey, envelope })),
  other: z.optional(z.object({ publicKey, envelope })),
});
export type DocumentEdit = z.infer<typeof documentEditSchema>;
export const documentSavedSchema = z.object({ documentId: randomId, version: z.int() });

/**
 * PUT /api/coaching/{sessionId}/readers/{userId}: lets a current coach or manager read old shared notes.
 * DELETE ends it.
 */
export const newReaderSchema = z.object({ publicKey, envelope });
/** GET /api/coaching/{sessionId}/shared-notes: for people whom the learner lets read them; 404 for everyone else. */
export const sharedNotesSchema = z.object({
  sessionId: randomId,
  programId: randomId,
  startsAt: z.nullable(instant),
  learner: participantSchema,
  peer: participantSchema,
  myKey: z.object({ publicKey: z.string() }),
  shared: encryptedDocumentSchema,
});
export type SharedNotes = z.infer<typeof sharedNotesSchema>;

/** PUT /api/coaching/{sessionId}/presence */
export const roomPresenceSchema = z.object({
  otherJoinedAt: z.nullable(instant),
  metAt: z.nullable(instant),
});
export type RoomPresence = z.infer<typeof roomPresenceSchema>;

/** POST /api/coaching/{sessionId}/channel: a token for the session's channel, valid for a few minutes. */
export const roomChannelSchema = z.object({
  channel: z.string(),
  authKey: z.string(),
  expiresIn: z.int(),
  subKey: z.string(),
  pubKey: z.string(),
  uuid: z.string(),
  origin: z.optional(z.string()),
  ssl: z.optional(z.boolean()),
  /** STUN and TURN servers of the deployment; TURN with credentials that end with this access. */
  iceServers: z.array(
    z.object({ urls: z.string(), username: z.optional(z.string()), credential: z.optional(z.string()) }),
  ),
});
export type RoomChannel = z.infer<typeof roomChannelSchema>;

const rating = z.int().check(z.minimum(1, 'must be 1 to 5'), z.maximum(5, 'must be 1 to 5'));
/** PUT /api/coaching/{sessionId}/feedback. The comment is a chat message. */
export const coachingFeedbackSchema = z.object({ listened: rating, chosen: rating, nextStep: rating });
export type CoachingFeedback = z.infer<typeof coachingFeedbackSchema>;

/** Messages on the channel of a session. They are not stored. `tab` identifies the sender's tab. */
const tab = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,40}$/));
export const roomMessageSchema = z.discriminatedUnion('kind', [
  /** A tab has entered the room; the tabs in the room respond with `here`. */
  z.object({ kind: z.literal('join'), tab }),
  z.object({ kind: z.literal('here'), tab }),
  z.object({ kind: z.literal('leave'), tab }),
  /** Stored documents, keys or the state of the session have changed. */
  z.object({ kind: z.literal('changed'), tab }),
  /** A change of the shared document, encrypted with its key. */
  z.object({ kind: z.literal('update'), tab, data: z.string() }),
  /** WebRTC signalling for one tab, encrypted with the key of the shared document. */
  z.object({ kind: z.literal('signal'), tab, to: tab, data: z.string() }),
]);
export type RoomMessage = z.infer<typeof roomMessageSchema>;
