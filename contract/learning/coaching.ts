import * as z from 'zod/mini';
import { COACHING_MAX_MINUTES, COACHING_MAX_PROPOSALS, COACHING_MIN_MINUTES } from '#contract/limits.ts';
import { participantSchema } from '#contract/people.ts';
import { instant, multiLineText, numericId, randomId, singleLineText } from '#contract/text.ts';
import {
  type CoachingState,
  coachingKinds,
  coachingStates,
  coachingSummarySchema,
} from './coachingSummaries.ts';

/** Sessions repeat every so many weeks, for at most half a year. */
export const SERIES_WEEKS = [1, 2, 4] as const;
export const SERIES_MAX_WEEKS = 26;
/** Whether the two people met. */
export const wasHeld = (session: { state: CoachingState }) =>
  session.state === 'held' || session.state === 'completed';

const kind = z.enum(coachingKinds);
const state = z.enum(coachingStates);
/** One of the two people, as the viewer sees them. */
const side = z.enum(['me', 'other']);

/** GET /api/coaching/{sessionId}: for the two people; 404 for everyone else. */
export const coachingSessionSchema = z.object({
  sessionId: randomId,
  programId: randomId,
  programName: z.string(),
  learnerId: numericId,
  other: participantSchema,
  /** The other person's relation to the viewer. */
  relation: z.enum(['coach', 'manager', 'learner']),
  /** The relation to the learner of the person who supports them in this session: the viewer or the other person. */
  peerRelation: z.enum(['coach', 'manager']),
  myTimeZone: z.string(),
  otherTimeZone: z.string(),
  kind,
  minutes: z.int(),
  state,
  startsAt: z.nullable(instant),
  confirmedAt: z.nullable(instant),
  /** The meeting link of a remote session, or the place where the two meet. */
  place: z.nullable(z.string()),
  /** Proposed times that wait for an answer. While a session is being moved, `startsAt` still applies. */
  proposal: z.nullable(
    z.object({
      by: side,
      at: instant,
      times: z.array(z.object({ startsAt: instant, isFree: z.boolean() })),
    }),
  ),
  held: z.object({ me: z.boolean(), other: z.boolean() }),
  noShow: z.nullable(side),
  /** Sessions that repeat. Before the first is confirmed, `sessions` has only this one. */
  series: z.nullable(
    z.object({
      everyWeeks: z.int(),
      /** How many sessions were asked for. Fewer exist when a person had another session at one of the times. */
      count: z.int(),
      sessions: z.array(z.object({ sessionId: randomId, startsAt: z.nullable(instant), state })),
    }),
  ),
  ended: z.nullable(z.object({ by: z.nullable(side), at: instant, reason: z.nullable(z.string()) })),
  can: z.object({
    confirm: z.boolean(),
    propose: z.boolean(),
    keep: z.boolean(),
    cancel: z.boolean(),
    confirmHeld: z.boolean(),
    reportNoShow: z.boolean(),
    setPlace: z.boolean(),
  }),
});
export type CoachingSession = z.infer<typeof coachingSessionSchema>;

/**
 * GET /api/programs/{programId}/learners/{userId}/coaching: the sessions of a learner, open ones first, then the newest,
 * for the learner and their current or former coach and manager.
 */
export const learnerCoachingSchema = z.object({
  programName: z.string(),
  /** The viewer's relation to the learner; null for the learner. */
  relation: z.nullable(z.enum(['coach', 'manager'])),
  sessions: z.array(coachingSummarySchema),
  /** The people whom the viewer can plan a session with: coach and manager for the learner, the learner for both. */
  planWith: z.array(participantSchema),
  /**
   * Why `planWith` is empty; null if it is not. `closed`: the program is paused or archived; `former`: the viewer was the
   * coach or manager. Missing from servers of an earlier version.
   */
  cannotPlan: z.optional(
    z.nullable(z.enum(['closed', 'completed', 'former', 'not-taking-part', 'no-coach-or-manager'])),
  ),
});
export type LearnerCoaching = z.infer<typeof learnerCoachingSchema>;

const minutes = z
  .int()
  .check(
    z.minimum(COACHING_MIN_MINUTES, `must be at least ${COACHING_MIN_MINUTES}`),
    z.maximum(COACHING_MAX_MINUTES, `cannot be more than ${COACHING_MAX_MINUTES}`),
  );

/**
 * GET /api/programs/{programId}/learners/{userId}/coaching/times: times when both people are free. With `session`:
 * other times for that session.
 */
export const coachingTimesQuerySchema = z.object({
  with: z.string().check(z.regex(/^[1-9][0-9]{0,8}$/, 'is not a valid id')),
  session: z.optional(randomId),
  minutes: z.string().check(
    z.regex(/^\d{2,3}$/, 'must be a number'),
    z.refine((text) => Number(text) >= COACHING_MIN_MINUTES && Number(text) <= COACHING_MAX_MINUTES, {
      error: `must be between ${COACHING_MIN_MINUTES} and ${COACHING_MAX_MINUTES}`,
    }),
  ),
  weeks: z.optional(z.enum(['2', '4'])),
});

const interval = z.object({ from: instant, until: instant });
const personTimesSchema = z.object({
  person: participantSchema,
  timeZone: z.string(),
  /** False: the person has not entered working hours. The default is Monday to Friday, 9:00 to 17:00. */
  hasWorkingHours: z.boolean(),
});
export const coachingTimesSchema = z.object({
  me: personTimesSchema,
  other: personTimesSchema,
  /** No common time exists before this moment. */
  until: instant,
  /** Up to 3 times, each with both people's working hours and appointments on that day, without titles. */
  times: z.array(
    z.object({
      startsAt: instant,
      /** Neither person has anything planned 30 minutes before or after. */
      isQuiet: z.boolean(),
      /** Minutes until the viewer's working day ends; null if it is over an hour. */
      endsBefore: z.nullable(z.int()),
      day: z.object({
        from: instant,
        until: instant,
        me: z.object({ working: z.array(interval), busy: z.array(interval) }),
        other: z.object({ working: z.array(interval), busy: z.array(interval) }),
      }),
    }),
  ),
});
export type CoachingTimes = z.infer<typeof coachingTimesSchema>;

const times = z
  .array(instant)
  .check(
    z.minLength(1, 'need at least one time'),
    z.maxLength(COACHING_MAX_PROPOSALS, `cannot be more than ${COACHING_MAX_PROPOSALS}`),
  );

/** A meeting link: https only, so that nothing else can be opened. */
const isHttps = (text: string) => {
  try {
    return new URL(text).protocol === 'https:';
  } catch {
    return false;
  }
};
export const meetingLink = singleLineText(500).check(
  z.refine(isHttps, { error: 'must be an address that starts with https://' }),
);

const repeat = z
  .object({ everyWeeks: z.literal([...SERIES_WEEKS]), count: z.int().check(z.minimum(2)) })
  .check(
    z.refine(({ everyWeeks, count }) => everyWeeks * count <= SERIES_MAX_WEEKS, {
      error: `cannot last longer than ${SERIES_MAX_WEEKS} weeks`,
    }),
  );
/**
 * POST /api/programs/{programId}/learners/{userId}/coaching. A repeated call with the same `key` returns the session that the
 * first one created.
 */
export const newCoachingSchema = z.object({
  with: numericId,
  kind,
  minutes,
  times,
  /** The session repeats at the same time of day. */
  repeat: z.optional(z.nullable(repeat)),
  key: z.optional(randomId),
});
export type NewCoaching = z.infer<typeof newCoachingSchema>;
/** PUT /api/coaching/{sessionId}/confirmation */
export const coachingConfirmationSchema = z.object({ startsAt: instant });
/** PUT /api/coaching/{sessionId}/proposal. DELETE keeps the confirmed time. */
export const coachingProposalSchema = z.object({ times, minutes: z.optional(minutes) });
export type CoachingProposal = z.infer<typeof coachingProposalSchema>;
/** PUT /api/coaching/{sessionId}/cancellation */
export const coachingCancellationSchema = z.object({
  reason: multiLineText(300, 1),
  /** Also cancels the later sessions of the series. */
  following: z.optional(z.boolean()),
});
/** PUT /api/coaching/{sessionId}/outcome: after the session began. Both people have to say that it was held. */
export const coachingOutcomeSchema = z.object({ outcome: z.enum(['held', 'other_missing']) });
export type CoachingOutcome = z.infer<typeof coachingOutcomeSchema>['outcome'];
/** PUT /api/coaching/{sessionId}/place: a link for remote sessions, a place otherwise; null removes it. */
export const coachingPlaceSchema = z.object({ place: z.nullable(singleLineText(500)) });
