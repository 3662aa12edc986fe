import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { day, instant, multiLineText, randomId } from '#contract/text.ts';
import {
  CHECK_IN_TEXT_MAX,
  checkInCommentSchema,
  checkInObjectiveSchema,
  checkInPointSchema,
  checkInQuestionSchema,
} from './checkIns.ts';

export const CHECK_IN_QUESTION_MAX = 200;
/** The maximum for one period, and for one day. */
export const CHECK_IN_REMINDERS_MAX = 2;

const rating = z.nullable(z.int());

/** A check-in for a manager or a coach. A part that is not shared with the viewer is null, even when it is empty. */
export const visibleAnswersSchema = z.object({
  mood: z.nullable(z.object({ value: rating })),
  workload: z.nullable(z.object({ value: rating })),
  objectives: z.nullable(
    z.array(z.object({ ...checkInObjectiveSchema.shape, text: z.string(), value: z.nullable(z.number()) })),
  ),
  practice: z.nullable(z.object({ count: z.nullable(z.int()), text: z.string() })),
  win: z.nullable(z.object({ text: z.string() })),
  blocker: z.nullable(z.object({ text: z.string() })),
  question: z.nullable(z.object({ question: z.string(), text: z.string() })),
});
export type VisibleAnswers = z.infer<typeof visibleAnswersSchema>;

export const reviewReasons = ['waiting', 'answered', 'blocker', 'mood', 'first', 'late'] as const;
/** Reasons for the position of a check-in in the queue, most important first. */
export const reviewReasonSchema = z.object({ kind: z.enum(reviewReasons), text: z.string() });
export type ReviewReason = z.infer<typeof reviewReasonSchema>;

export const reviewItemSchema = z.object({
  checkInId: randomId,
  person: participantSchema,
  week: day,
  sentAt: instant,
  reviewedAt: z.nullable(instant),
  reasons: z.array(reviewReasonSchema),
});
export type ReviewItem = z.infer<typeof reviewItemSchema>;

/** A direct report without a check-in for the current period. */
export const missingCheckInSchema = z.object({
  person: participantSchema,
  state: z.enum(['open', 'late', 'skipped']),
  /** True if it was due, but the person joined during its period. */
  isOptional: z.boolean(),
  dueAt: instant,
  /** When the viewer last sent a reminder in this period. */
  remindedAt: z.nullable(instant),
  can: z.object({ remind: z.boolean() }),
});

/** The mean of the moods that people share with the manager, and the number of these moods. */
export const teamMoodSchema = z.object({ mean: z.number(), answers: z.int() });

/** GET /api/team/check-ins: the check-ins of the viewer's direct reports. */
export const teamCheckInsSchema = z.object({
  week: day,
  lastDay: day,
  /** Check-ins to review, most urgent first. */
  queue: z.array(reviewItemSchema),
  reviewed: z.array(reviewItemSchema),
  missing: z.array(missingCheckInSchema),
  /** The viewer's questions to their direct reports, for this period and the next one. */
  question: z.nullable(checkInQuestionSchema),
  nextQuestion: z.nullable(checkInQuestionSchema),
  nextWeek: day,
  /** Oldest first. Null: protected, or no answers. */
  mood: z.array(z.object({ week: day, mood: z.nullable(teamMoodSchema) })),
  minGroupSize: z.int(),
  reports: z.int(),
});
export type TeamCheckIns = z.infer<typeof teamCheckInsSchema>;

/** GET /api/team/check-ins/{checkInId}: one check-in for the author's manager or coach. */
export const reviewSchema = z.object({
  ...reviewItemSchema.shape,
  lastDay: day,
  version: z.int(),
  wasLate: z.boolean(),
  state: z.enum(['submitted', 'reviewed']),
  answers: visibleAnswersSchema,
  previous: z.nullable(visibleAnswersSchema),
  comments: z.array(checkInCommentSchema),
  trend: z.array(checkInPointSchema),
  /** True if the viewer is the current manager. */
  can: z.object({ review: z.boolean() }),
});
export type CheckInReview = z.infer<typeof reviewSchema>;

/**
 * GET /api/team/check-ins/people/{userId}: the parts of one person's check-ins that the viewer may read, newest first.
 */
export const personCheckInsSchema = z.object({
  person: participantSchema,
  trend: z.array(checkInPointSchema),
  data: z.array(
    z.object({
      checkInId: randomId,
      week: day,
      lastDay: day,
      sentAt: instant,
      reviewedAt: z.nullable(instant),
      wasLate: z.boolean(),
      answers: visibleAnswersSchema,
      comments: z.array(checkInCommentSchema),
    }),
  ),
});
export type PersonCheckIns = z.infer<typeof personCheckInsSchema>;

/** POST /api/team/check-ins/{checkInId}/comments: the author is notified. */
export const newCheckInCommentSchema = z.object({ text: multiLineText(CHECK_IN_TEXT_MAX, 1) });

/**
 * PUT /api/team/check-ins/{checkInId}/review. 409 if the author has sent the check-in again since the viewer read it with
 * this `sentAt`. Servers and clients of an earlier version use `version`, which unsent drafts change too.
 */
export const reviewChangeSchema = z.object({
  isReviewed: z.boolean(),
  version: z.int(),
  sentAt: z.optional(instant),
});
export type ReviewChange = z.infer<typeof reviewChangeSchema>;

/** PUT /api/team/check-ins/question sets the question for the current or the next period; null removes it. */
export const questionChangeSchema = z.object({
  week: day,
  text: z.nullable(multiLineText(CHECK_IN_QUESTION_MAX, 5)),
});
export type QuestionChange = z.infer<typeof questionChangeSchema>;
