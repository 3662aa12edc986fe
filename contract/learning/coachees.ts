import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { instant, randomId } from '#contract/text.ts';

/** After this time without a session, a coachee needs a new one. */
export const COACHEE_QUIET_DAYS = 21;

/**
 * The most important fact about a coachee. `answer`: the learner proposed times. `outcome`: no one reported whether a
 * session took place. `wrap_up`: the viewer has sent no feedback. `none_planned`: no session for 3 weeks.
 */
export const coacheeReasons = [
  'in_room',
  'answer',
  'outcome',
  'wrap_up',
  'none_planned',
  'waiting',
  'planned',
  'new',
] as const;
export type CoacheeReason = (typeof coacheeReasons)[number];
/** The viewer should do something. */
export const needsCoach = (reason: CoacheeReason) =>
  reason === 'answer' || reason === 'outcome' || reason === 'wrap_up' || reason === 'none_planned';

const coacheeSchema = z.object({
  learner: participantSchema,
  programId: randomId,
  programName: z.string(),
  reason: z.enum(coacheeReasons),
  /** The time of the session, the time when times were proposed, or the day from which `none_planned` counts. */
  at: z.nullable(instant),
  /** The session that the reason is about. */
  sessionId: z.nullable(randomId),
  next: z.nullable(z.object({ sessionId: randomId, startsAt: instant })),
  /** Proposed times that wait for an answer, when no session is confirmed. */
  proposed: z.int(),
  lastHeldAt: z.nullable(instant),
});
export type Coachee = z.infer<typeof coacheeSchema>;

/** A coach sees ratings only as averages of groups of sessions that are at least this large (decision 0092). */
export const RATINGS_MIN_LEARNERS = 3;
export const RATINGS_MIN_SESSIONS = 5;

/** GET /api/coaching/coachees: the people whom the viewer coaches, those who need attention first. */
export const coacheesSchema = z.object({
  data: z.array(coacheeSchema),
  /** How learners rated their sessions with the viewer, oldest group first. Empty while there are too few. */
  ratings: z.array(
    z.object({
      from: instant,
      until: instant,
      sessions: z.int(),
      listened: z.number(),
      chosen: z.number(),
      nextStep: z.number(),
    }),
  ),
});
export type Coachees = z.infer<typeof coacheesSchema>;
