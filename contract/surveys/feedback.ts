import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { day, instant, numericId, randomId } from '#contract/text.ts';
import { cellSchema } from './results.ts';
import { surveyStates } from './surveyStates.ts';

/** 360 feedback: a survey about one person, see docs/decisions/0087-360-feedback.md. */

/** The smallest number of answers from a group of raters that is shown without names. */
export const FEEDBACK_GROUP_MIN = 3;
/** Results are released when everyone has answered, or after this number of days. */
export const FEEDBACK_OTHERS_MIN = 5;
export const FEEDBACK_DAYS = 14;
export const FEEDBACK_LATEST_DAYS = 21;
const RATERS_MAX = 60;

export const raterGroups = ['self', 'manager', 'peer', 'report'] as const;
export type RaterGroup = (typeof raterGroups)[number];
/** Groups that the person and the owner choose. The answers of the person and of their manager are shown with a name. */
export const nominatedGroups = ['peer', 'report'] as const;
export type NominatedGroup = (typeof nominatedGroups)[number];

/**
 * Before opening: the owner prepares the questions, the person nominates people, the owner approves them. Null after the
 * opening.
 */
export const nominationPhases = ['preparing', 'nominating', 'approving'] as const;
export type NominationPhase = (typeof nominationPhases)[number];

/** PUT /api/surveys/{surveyId}/raters replaces the nominated people. The phase moves on with `isDone`. */
export const ratersChangeSchema = z.object({
  version: z.int().check(z.positive()),
  raters: z
    .array(z.object({ userId: numericId, group: z.enum(nominatedGroups) }))
    .check(z.maxLength(RATERS_MAX, `cannot name more than ${RATERS_MAX} people`)),
  isDone: z.boolean(),
});
export type RatersChange = z.infer<typeof ratersChangeSchema>;

/** GET /api/surveys/{surveyId}/raters: for the person, the owner and administrators. */
export const ratersSchema = z.object({
  surveyId: randomId,
  surveyName: z.string(),
  subject: participantSchema,
  state: z.enum(surveyStates),
  phase: z.nullable(z.enum(nominationPhases)),
  closesOn: z.nullable(day),
  version: z.int(),
  isSubject: z.boolean(),
  /** The viewer runs the survey. */
  isRunner: z.boolean(),
  raters: z.array(z.object({ person: participantSchema, group: z.enum(raterGroups) })),
  /** The person's direct reports, as initial suggestions. */
  suggested: z.array(participantSchema),
  /** After the opening: answers up to yesterday, and all of them after the closing. `answered` is null for an unnamed group of fewer than 3 people. */
  progress: z.nullable(
    z.object({
      groups: z.array(
        z.object({ group: z.enum(raterGroups), asked: z.int(), answered: z.nullable(z.int()) }),
      ),
      /** When the person can read the feedback. */
      isSelfDone: z.boolean(),
      isEnough: z.boolean(),
      /** The first day of a release with enough answers, and the first day of a release with fewer. */
      from: day,
      latest: day,
    }),
  ),
});
export type Raters = z.infer<typeof ratersSchema>;

/** The person did not answer about themselves while they could, so that there is no report. */
export const hasNoReport = ({ state, progress }: Raters) =>
  (state === 'closed' || state === 'archived') && progress !== null && !progress.isSelfDone;

/** Groups of the report. Small groups are combined as `other`. */
export const reportGroups = ['self', 'manager', 'peer', 'report', 'other'] as const;
export type ReportGroup = (typeof reportGroups)[number];
const groupCells = z.array(z.object({ group: z.enum(reportGroups), cell: cellSchema }));

export const feedbackQuestionSchema = z.object({
  key: z.string(),
  section: z.string(),
  text: z.string(),
  type: z.string(),
  options: z.array(z.string()),
  items: z.array(
    z.object({
      text: z.nullable(z.string()),
      /** All raters in shown groups, except the person. */
      others: cellSchema,
      /** How many of them chose “I cannot judge this”. Missing in reports from before this choice existed. */
      cannotJudge: z.optional(z.int()),
      groups: groupCells,
    }),
  ),
  /** Texts of the named groups, and texts of all other groups in random order. Null: protected or none. */
  comments: z.nullable(
    z.object({
      self: z.nullable(z.string()),
      manager: z.nullable(z.string()),
      others: z.nullable(z.array(z.string())),
    }),
  ),
});
export type FeedbackQuestion = z.infer<typeof feedbackQuestionSchema>;

export const feedbackFiguresSchema = z.object({
  groups: z.array(
    z.object({
      group: z.enum(raterGroups),
      asked: z.int(),
      /** Null: too few to show. */
      answered: z.nullable(z.int()),
      shownAs: z.enum(['named', 'group', 'other', 'nothing']),
    }),
  ),
  questions: z.array(feedbackQuestionSchema),
});
export type FeedbackFigures = z.infer<typeof feedbackFiguresSchema>;

/** GET /api/surveys/{surveyId}/feedback: the released report, for the person and their coaches only. */
export const feedbackSchema = z.extend(feedbackFiguresSchema, {
  surveyId: randomId,
  surveyName: z.string(),
  subject: participantSchema,
  manager: z.nullable(participantSchema),
  isSubject: z.boolean(),
  releasedAt: instant,
});
export type Feedback = z.infer<typeof feedbackSchema>;

/** In GET /api/surveys: feedback about the viewer, and about people whom the viewer coaches. */
export const feedbackAboutSchema = z.object({
  surveyId: randomId,
  surveyName: z.string(),
  subject: participantSchema,
  isSubject: z.boolean(),
  state: z.enum(surveyStates),
  phase: z.nullable(z.enum(nominationPhases)),
  releasedAt: z.nullable(instant),
});
export type FeedbackAbout = z.infer<typeof feedbackAboutSchema>;
