import * as z from 'zod/mini';
import { TITLE_MAX_LENGTH } from '#contract/limits.ts';
import { participantSchema } from '#contract/people.ts';
import { problemSchema } from '#contract/problems.ts';
import { day, instant, multiLineText, numericId, randomId, singleLineText } from '#contract/text.ts';
import { surveyActionSchema } from './actions.ts';
import { anonymityReportSchema, ticketSchema } from './anonymous.ts';
import { answersSchema, draftAnswersSchema, draftChangesSchema } from './answers.ts';
import { feedbackAboutSchema, nominationPhases, raterGroups } from './feedback.ts';
import { PURPOSE_MAX_LENGTH, questionsSchema } from './questions.ts';
import { surveyModes, surveyStates } from './surveyStates.ts';

/** See docs/decisions/0062-survey-protection.md. */

export const K_MIN = 3;
export const K_MAX = 20;
/** Days from the opening to the first reminder of people who have not answered, and from it to the second one. */
export const REMIND_EVERY_DAYS = 3;
const AUDIENCE_MAX = 500;

/** Percent of the people who have answered. Only if all have, it is 100. */
export function responseRate(answered: number, people: number): number {
  if (people === 0) return 0;
  const rounded = Math.round((answered / people) * 100);
  return answered < people ? Math.min(rounded, 99) : rounded;
}

/**
 * The audience of a survey. `everybody` means the organisation for an administrator, and the reporting line for a
 * manager.
 */
export const audienceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('everybody') }),
  z.object({
    kind: z.literal('departments'),
    departmentIds: z.array(numericId).check(z.minLength(1, 'is missing'), z.maxLength(AUDIENCE_MAX)),
  }),
  z.object({
    kind: z.literal('people'),
    userIds: z
      .array(numericId)
      .check(
        z.minLength(1, 'is missing'),
        z.maxLength(AUDIENCE_MAX, `cannot name more than ${AUDIENCE_MAX} people. Choose departments instead`),
      ),
  }),
]);
export type Audience = z.infer<typeof audienceSchema>;

const k = z.int().check(z.minimum(K_MIN, `is less than ${K_MIN}`), z.maximum(K_MAX, `is more than ${K_MAX}`));
const surveyName = singleLineText(TITLE_MAX_LENGTH, 3);

/** Weeks between the first days of two rounds. */
export const REPEAT_WEEKS_MAX = 52;

/**
 * POST /api/surveys creates a draft. Questions, people and protection are copied from `repeats` (a released survey, for
 * its next round) or from `copies` (any other survey that the viewer runs).
 */
export const newSurveySchema = z.object({
  surveyName,
  repeats: z.optional(randomId),
  copies: z.optional(randomId),
  /** 360 feedback about this person. */
  subjectId: z.optional(numericId),
});
export type NewSurvey = z.infer<typeof newSurveySchema>;

/**
 * PATCH /api/surveys/{surveyId} changes a draft. `version` is the version that the change is based on; 409 if there is
 * a newer one.
 */
export const surveyChangeSchema = z.object({
  version: z.int().check(z.positive()),
  surveyName: z.optional(surveyName),
  purpose: z.optional(multiLineText(PURPOSE_MAX_LENGTH)),
  mode: z.optional(z.enum(surveyModes)),
  k: z.optional(k),
  audience: z.optional(audienceSchema),
  /** A survey with a first day in the future is scheduled instead of opened. */
  opensOn: z.optional(z.nullable(day)),
  closesOn: z.optional(z.nullable(day)),
  /** The day on which results are released automatically. */
  releasesOn: z.optional(z.nullable(day)),
  repeatWeeks: z.optional(
    z.nullable(
      z.int().check(z.minimum(1), z.maximum(REPEAT_WEEKS_MAX, `is more than ${REPEAT_WEEKS_MAX} weeks`)),
    ),
  ),
  questions: z.optional(questionsSchema),
});
export type SurveyChange = z.infer<typeof surveyChangeSchema>;

/**
 * PUT /api/surveys/{surveyId}/state moves a survey to the next state. It never moves back, except from scheduled to draft. `open`
 * schedules a survey with a first day in the future.
 */
export const surveyStateSchema = z.object({
  state: z.enum(['draft', 'open', 'closed', 'released', 'archived']),
  version: z.int().check(z.positive()),
});
export type SurveyStateChange = z.infer<typeof surveyStateSchema>;

const summary = {
  surveyId: randomId,
  surveyName: z.string(),
  mode: z.enum(surveyModes),
  k: z.int(),
  state: z.enum(surveyStates),
  questions: z.int(),
  minutes: z.int(),
  /** The last day for answers, in the time zone of the survey's owner. */
  closesOn: z.nullable(day),
  /** The first day of a scheduled survey, and the day of the release, if they were chosen. */
  opensOn: z.nullable(day),
  releasesOn: z.nullable(day),
};

/** A survey for the people who manage it: its owner and administrators. */
export const surveySchema = z.object({
  ...summary,
  purpose: z.string(),
  questions: questionsSchema,
  audience: audienceSchema,
  /** Number of people who are asked; in a draft, the current size of the audience. */
  people: z.int(),
  /** The lowest k that the organisation allows. */
  smallestGroup: z.int(),
  /** Null while fewer than k have answered a confidential survey. 360 feedback: see decision 0087. */
  answered: z.nullable(z.int()),
  owner: z.nullable(participantSchema),
  openedAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  releasedAt: z.nullable(instant),
  /** Only for anonymous surveys, after the release. */
  anonymityReport: z.nullable(anonymityReportSchema),
  /** In 360 feedback: the person, and who acts before the opening. */
  subject: z.nullable(participantSchema),
  phase: z.nullable(z.enum(nominationPhases)),
  repeatWeeks: z.nullable(z.int()),
  /** Why a planned step was not done. */
  problem: z.nullable(z.string()),
  /** Missing from servers of an earlier version. */
  hasNextRound: z.optional(z.boolean()),
  version: z.int(),
});
export type Survey = z.infer<typeof surveySchema>;
/** The 409 response, with the current version of the survey. */
export const surveyConflictSchema = z.extend(problemSchema, { theirs: surveySchema });

/** GET /api/surveys */
export const surveysSchema = z.object({
  /** Open surveys for the viewer, and surveys that the viewer has answered. */
  invited: z.array(
    z.object({
      ...summary,
      answeredOn: z.nullable(day),
      hasDraft: z.boolean(),
      /** The viewer answers 360 feedback about themselves. */
      isSelf: z.optional(z.boolean()),
      releasedAt: z.nullable(instant),
    }),
  ),
  /** 360 feedback about the viewer, and released feedback about people whom the viewer coaches. */
  about: z.array(feedbackAboutSchema),
  /**
   * Surveys that the viewer manages, at most 200: drafts, scheduled and open ones first, archived ones last. Null: the viewer cannot
   * manage surveys.
   */
  run: z.nullable(
    z.array(
      z.object({
        ...summary,
        people: z.int(),
        answered: z.nullable(z.int()),
        closedAt: z.nullable(instant),
        releasedAt: z.nullable(instant),
        isFeedback: z.boolean(),
      }),
    ),
  ),
  /** Number of surveys that the viewer manages. */
  runTotal: z.optional(z.int()),
});
export type Surveys = z.infer<typeof surveysSchema>;
export type InvitedSurvey = Surveys['invited'][number];
export type RunSurvey = NonNullable<Surveys['run']>[number];

/**
 * GET /api/surveys/audience: the people and departments that the viewer can ask. Departments are for administrators.
 */
export const audienceQuerySchema = z.object({
  surveyId: z.optional(randomId),
  /** Lists only people in the reporting line of a manager whose name begins like this, at most 8. */
  search: z.optional(singleLineText(80)),
});
export const audienceOptionsSchema = z.object({
  everybody: z.int(),
  departments: z.array(
    z.object({ departmentId: numericId, name: z.string(), parentId: z.nullable(numericId), people: z.int() }),
  ),
  /** The reporting line of a manager, at most 500 people. Null: for administrators, who find people in the directory. */
  people: z.nullable(z.array(participantSchema)),
});
export type AudienceOptions = z.infer<typeof audienceOptionsSchema>;

/** GET /api/surveys/{surveyId}/participation: 404 for people who are not invited. */
export const participationSchema = z.object({
  ...summary,
  purpose: z.string(),
  questions: questionsSchema,
  owner: z.nullable(participantSchema),
  people: z.int(),
  closedAt: z.nullable(instant),
  /** The department stored with the answers; null: none. */
  segment: z.nullable(z.string()),
  answeredOn: z.nullable(day),
  /** The draft, or the submitted answers. */
  answers: draftAnswersSchema,
  /** The submitted answers, while `answers` is a later draft. Missing from servers of an earlier version. */
  submitted: z.optional(draftAnswersSchema),
  /** The question at which the respondent stopped. */
  at: z.nullable(z.string()),
  /**
   * In an anonymous survey: the public key that signs tickets, and whether a ticket was signed for the
   * viewer.
   */
  ticketKey: z.nullable(z.string()),
  hasTicket: z.boolean(),
  /** In 360 feedback: the person, and the viewer's group. */
  subject: z.nullable(participantSchema),
  raterGroup: z.nullable(z.enum(raterGroups)),
  anonymityReport: z.nullable(anonymityReportSchema),
  releasedAt: z.nullable(instant),
  /** The actions that follow from the survey, once it is released. */
  actions: z.array(surveyActionSchema),
});
export type Participation = z.infer<typeof participationSchema>;

/** PATCH /api/surveys/{surveyId}/draft */
export const draftSchema = z.object({
  answers: draftChangesSchema,
  at: z.nullable(z.string().check(z.maxLength(16))),
});
export type Draft = z.infer<typeof draftSchema>;

/**
 * POST /api/surveys/{surveyId}/responses: one response for each person; a repeated one replaces it until the survey closes. In an
 * anonymous survey, the call has a ticket and no token.
 */
export const responseSchema = z.object({ answers: answersSchema, ticket: z.optional(ticketSchema) });
export type SurveyResponse = z.infer<typeof responseSchema>;
/** The day is missing after an anonymous response. */
export const responseReceiptSchema = z.object({ answeredOn: z.nullable(day) });

/** PUT /api/surveys/{surveyId}/participation: the viewer has answered an anonymous survey. */
export const participationChangeSchema = z.object({ isAnswered: z.literal(true) });
