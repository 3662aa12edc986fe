import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { instant, randomId } from '#contract/text.ts';

/** See docs/decisions/0060-coaching-sessions.md. In code, `session` alone is a sign-in session. */
export const coachingStates = [
  'proposed',
  'scheduled',
  'held',
  'completed',
  'no_show',
  'cancelled',
  'expired',
] as const;
export type CoachingState = (typeof coachingStates)[number];
export const coachingKinds = ['remote', 'in_person'] as const;
export type CoachingKind = (typeof coachingKinds)[number];

/**
 * A row of a list. It has no place and no reason, because coaches and managers see other people's sessions in the list.
 */
export const coachingSummarySchema = z.object({
  sessionId: randomId,
  programId: randomId,
  programName: z.string(),
  /** The two people; the viewer may be one of them. */
  learner: participantSchema,
  peer: participantSchema,
  kind: z.enum(coachingKinds),
  minutes: z.int(),
  state: z.enum(coachingStates),
  startsAt: z.nullable(instant),
  /** Proposed times that wait for an answer. */
  proposed: z.array(instant),
  /** Whether the viewer is one of the two people, and whether the viewer has to answer. */
  isMine: z.boolean(),
  needsAnswer: z.boolean(),
  /** The learner lets the viewer, who was not in this session, read its shared notes. */
  isSharedWithMe: z.boolean(),
  endedAt: z.nullable(instant),
});
export type CoachingSummary = z.infer<typeof coachingSummarySchema>;

/** GET /api/coaching/next: for the home page. */
export const nextCoachingSchema = z.object({
  /**
   * The next confirmed session; otherwise a session with proposed times; otherwise a past session without an outcome.
   * A session that was finished in its room, or that the viewer has confirmed as held, is no longer the next one.
   */
  session: z.nullable(coachingSummarySchema),
  /** Whether its room can be entered now, and whether the other person is in it. */
  room: z.nullable(z.object({ isOtherThere: z.boolean() })),
  /** A session that was held, or finished in its room, and for which the viewer has not sent feedback. */
  wrapUp: z.nullable(coachingSummarySchema),
  /** A session that the other person cancelled recently, if nothing else is planned. */
  cancelled: z.nullable(coachingSummarySchema),
  /** Programs in which the viewer can plan a session as a learner. */
  plan: z.nullable(z.object({ programId: randomId, programName: z.string(), peer: participantSchema })),
});
export type NextCoaching = z.infer<typeof nextCoachingSchema>;

/** The room opens this long before the time of the session. */
export const ROOM_OPENS_BEFORE_MS = 15 * 60_000;
