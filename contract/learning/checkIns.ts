import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { problemSchema } from '#contract/problems.ts';
import { day, instant, randomId, untrimmedText } from '#contract/text.ts';
import { amount } from './objectives.ts';

/** See docs/decisions/0066-check-ins.md. */

export const CHECK_IN_TEXT_MAX = 2_000;
export const PRACTICE_COUNT_MAX = 99;
/** Number of periods in a trend. */
export const CHECK_IN_TREND_PERIODS = 12;

/** Who can read an answer besides its author. */
export const checkInReaders = ['only-me', 'manager', 'coach', 'manager-and-coach'] as const;
export type CheckInReaders = (typeof checkInReaders)[number];

const readers = z.enum(checkInReaders);
const rating = z.nullable(z.int().check(z.minimum(1, 'must be 1 to 5'), z.maximum(5, 'must be 1 to 5')));
/** The answers as typed, saved during typing. */
const text = untrimmedText(CHECK_IN_TEXT_MAX);
const practiceCount = z.nullable(
  z.int().check(z.minimum(0), z.maximum(PRACTICE_COUNT_MAX, `must be at most ${PRACTICE_COUNT_MAX}`)),
);
const objectiveNote = z.object({
  objectiveId: randomId,
  text,
  /** The new value of a numeric measure. */
  value: z.nullable(amount),
});

export const checkInAnswersSchema = z.object({
  /** Mood from 1 (hard) to 5 (very good). */
  mood: z.object({ value: rating, readers }),
  /** Workload from 1 (too little) to 5 (too much). */
  workload: z.object({ value: rating, readers }),
  /** At most one note for each objective. */
  objectives: z.object({ notes: z.array(objectiveNote).check(z.maxLength(20)), readers }),
  practice: z.object({ count: practiceCount, text, readers }),
  win: z.object({ text, readers }),
  blocker: z.object({ text, readers }),
  /** The answer to the question of the manager; null while there is none. */
  question: z.nullable(z.object({ questionId: randomId, text, readers })),
});
export type CheckInAnswers = z.infer<typeof checkInAnswersSchema>;
export type CheckInPart = keyof CheckInAnswers;

export const skipReasons = ['holiday', 'ill', 'other'] as const;

/**
 * PUT /api/check-ins/{week}. `week` is the first day of the current period. `version` is the version that the change is
 * based on, 0 for the first change. Repeating a stored change gives the same response; a conflicting change gets a 409
 * with `theirs`.
 */
export const checkInChangeSchema = z
  .object({
    /** `save` and `skip` keep the answers as a draft that only their author can read. */
    action: z.enum(['save', 'send', 'skip']),
    version: z.int(),
    answers: checkInAnswersSchema,
    skipReason: z.nullable(z.enum(skipReasons)),
  })
  .check(
    z.refine(({ action, skipReason }) => (action === 'skip') === (skipReason !== null), {
      error: 'is needed to skip a check-in, and only then',
      path: ['skipReason'],
    }),
  );
export type CheckInChange = z.infer<typeof checkInChangeSchema>;

export const checkInStates = ['open', 'late', 'submitted', 'reviewed', 'skipped', 'missed'] as const;
export type CheckInState = (typeof checkInStates)[number];

export const checkInQuestionSchema = z.object({
  questionId: randomId,
  text: z.string(),
  by: z.nullable(participantSchema),
});

/** An objective that a check-in is about. */
export const checkInObjectiveSchema = z.object({
  objectiveId: randomId,
  title: z.string(),
  /** Present for numeric measures only. */
  measure: z.nullable(
    z.object({
      unit: z.nullable(z.string()),
      from: z.number(),
      to: z.number(),
      /** The last value, for the owner only. Missing from servers of an earlier version. */
      now: z.optional(z.number()),
    }),
  ),
  /** True if only the owner can see the objective: readers of the check-in's notes cannot see it either. */
  isPrivate: z.boolean(),
  /** True if the manager cannot see the objective, and so no note on it. Missing from servers of an earlier version. */
  isHiddenFromManager: z.optional(z.boolean()),
});
export type CheckInObjective = z.infer<typeof checkInObjectiveSchema>;

export const checkInCommentSchema = z.object({
  commentId: randomId,
  by: participantSchema,
  at: instant,
  text: z.string(),
});

/** A check-in for its author. */
export const checkInSchema = z.object({
  /** Null before the first answer is saved. */
  checkInId: z.nullable(randomId),
  /** The first and the last day of its period. */
  week: day,
  lastDay: day,
  dueAt: instant,
  /** When the next check-in opens. */
  closesAt: instant,
  state: z.enum(checkInStates),
  /** True if it is open after its due time because the person joined during its period: they are never late with it. */
  isOptional: z.boolean(),
  /** True if it was submitted late. */
  wasLate: z.boolean(),
  version: z.int(),
  /** The submitted answers. */
  answers: z.nullable(checkInAnswersSchema),
  /** Answers that were saved after the submission. */
  draft: z.nullable(checkInAnswersSchema),
  skipReason: z.nullable(z.enum(skipReasons)),
  sentAt: z.nullable(instant),
  reviewedAt: z.nullable(instant),
  reviewedBy: z.nullable(participantSchema),
  comments: z.array(checkInCommentSchema),
  question: z.nullable(checkInQuestionSchema),
  objectives: z.array(checkInObjectiveSchema),
  can: z.object({ edit: z.boolean() }),
});
export type CheckIn = z.infer<typeof checkInSchema>;

/** One period of a trend. Null: there is no answer, or the viewer may not read it. */
export const checkInPointSchema = z.object({
  week: day,
  state: z.enum(checkInStates),
  mood: z.nullable(z.int()),
  workload: z.nullable(z.int()),
});
export type CheckInPoint = z.infer<typeof checkInPointSchema>;

/** GET /api/check-ins: the current period, the one before it, and the trend of the author. */
export const checkInsSchema = z.object({
  current: checkInSchema,
  /** Null if the period before the current one had begun when the person joined, and they sent nothing in it. */
  previous: z.nullable(checkInSchema),
  /** Oldest first, from the first period after the person joined up to the current one. */
  trend: z.array(checkInPointSchema),
  manager: z.nullable(participantSchema),
  coaches: z.array(participantSchema),
  /** The readers of each part in the previous check-in. */
  lastReaders: z.nullable(
    z.partialRecord(
      z.enum(['mood', 'workload', 'objectives', 'practice', 'win', 'blocker', 'question']),
      readers,
    ),
  ),
});
export type CheckIns = z.infer<typeof checkInsSchema>;

/** The 409 response of a change. `theirs` is the version on the server. */
export const checkInConflictSchema = z.object({ ...problemSchema.shape, theirs: checkInSchema });
