import { type Answers, checkAnswers } from '#contract/surveys/answers.ts';
import { askedAnswers } from '#contract/surveys/branching.ts';
import { listQuestions } from '#contract/surveys/questions.ts';
import type { Draft, Participation, SurveyResponse } from '#contract/surveys/surveys.ts';
import { localised, localisedPurpose } from '#contract/surveys/translations.ts';
import { and, count, eq } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { surveyParticipations, surveyResponses, surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf, formatDay } from '#server/formats.ts';
import { badRequest, notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { participantOf } from '#server/people/index.ts';
import { listActions } from '#server/surveys/actions/actions.ts';
import { findTicketKey } from '#server/surveys/anonymous/ticketKeys.ts';
import { groupOfSegment } from '#server/surveys/feedback/feedbackFigures.ts';
import type { RespondentCodes } from './respondents.ts';
import { closedAtOf, ownerOf, type SurveyRow, stateOf, subjectOf, summaryOf } from './surveysRepository.ts';

/** The steps of programs that an answer completes. Programs send surveys, so surveys cannot import programs. */
export interface SurveySteps {
  isAskedByStep: (tx: TenantTransaction, ref: { userId: number; surveyId: string }) => Promise<boolean>;
  completeSurveySteps: (
    tx: TenantTransaction,
    ref: { userId: number; surveyId: string },
    now: Date,
  ) => Promise<void>;
}

export interface ParticipationContext {
  tx: TenantTransaction;
  viewer: Viewer;
  respondentOf: RespondentCodes;
  steps: SurveySteps;
  now: Date;
}

const invited = ({ viewer }: ParticipationContext, surveyId: string) =>
  and(eq(surveyParticipations.surveyId, surveyId), eq(surveyParticipations.userId, viewer.userId));

/** The survey with the draft or the submitted answers; 404 for people who are not invited. */
export async function readParticipation(
  context: ParticipationContext,
  surveyId: string,
): Promise<Participation> {
  const { tx, viewer, now } = context;
  const [found] = await tx
    .select({ survey: surveys, part: surveyParticipations })
    .from(surveyParticipations)
    .innerJoin(surveys, eq(surveys.id, surveyParticipations.surveyId))
    .where(invited(context, surveyId));
  if (!found) throw notFound();
  const { survey, part } = found;
  const owner = await ownerOf(tx, survey);
  const submitted = await findSubmitted(context, surveyId);
  const [asked] = await tx
    .select({ people: count() })
    .from(surveyParticipations)
    .where(eq(surveyParticipations.surveyId, surveyId));
  return {
    ...summaryOf(survey, now),
    purpose: localisedPurpose(survey.questions, survey.purpose, viewer.locale),
    questions: localised(survey.questions, viewer.locale),
    owner: participantOf(owner),
    people: asked?.people ?? 0,
    closedAt: closedAtOf(survey, now)?.toISOString() ?? null,
    segment: survey.segments?.find(({ id }) => id === part.segmentId)?.name ?? null,
    answeredOn: part.answeredOn,
    answers: part.draft ?? submitted ?? {},
    ...(part.draft && submitted && { submitted }),
    at: part.draftAt,
    ticketKey: (await findTicketKey(tx, survey.id))?.publicKey ?? null,
    hasTicket: part.ticketRequest !== null,
    subject: survey.subjectId === null ? null : await subjectOf(tx, survey.subjectId),
    raterGroup: survey.subjectId === null ? null : (groupOfSegment(part.segmentId) ?? null),
    anonymityReport: survey.anonymityReport,
    releasedAt: survey.releasedAt?.toISOString() ?? null,
    actions: survey.releasedAt === null ? [] : await listActions(tx, survey.id),
  };
}

const responseOf = ({ tx, viewer, respondentOf }: ParticipationContext, surveyId: string) =>
  and(
    eq(surveyResponses.surveyId, surveyId),
    eq(surveyResponses.respondent, respondentOf({ tenantId: tx.tenantId, surveyId, userId: viewer.userId })),
  );

async function findSubmitted(context: ParticipationContext, surveyId: string): Promise<Answers | null> {
  const [response] = await context.tx
    .select({ answers: surveyResponses.answers })
    .from(surveyResponses)
    .where(responseOf(context, surveyId));
  return response?.answers ?? null;
}

/** Locks the viewer's participation, and keeps the survey from being closed until the end of the transaction. */
async function lockOpen(context: ParticipationContext, surveyId: string) {
  const { tx, viewer, now } = context;
  const [part] = await tx.select().from(surveyParticipations).where(invited(context, surveyId)).for('update');
  if (!part) throw notFound();
  const [survey] = await tx.select().from(surveys).where(eq(surveys.id, surveyId)).for('share');
  if (!survey) throw notFound();
  if (stateOf(survey, now) !== 'open') throw closedProblem(survey, viewer, now);
  if (survey.mode === 'anonymous')
    throw notPossible('This survey is anonymous, so it accepts answers with a ticket and no account.');
  return { part, survey };
}

function closedProblem(survey: SurveyRow, viewer: Viewer, now: Date) {
  const closedAt = closedAtOf(survey, now);
  return notPossible(
    closedAt
      ? `The survey was closed on ${formatDay(closedAt, viewer)}. Your answers were not changed.`
      : 'The survey is closed. Your answers were not changed.',
  );
}

/**
 * Invites a person whom a step of a program asks to answer an open survey. Anonymous surveys ask only people
 * who were asked at the opening, because a ticket for a newcomer would reveal when they started.
 */
export async function joinByStep(context: ParticipationContext, surveyId: string): Promise<boolean> {
  const { tx, viewer, now } = context;
  const [survey] = await tx.select().from(surveys).where(eq(surveys.id, surveyId)).for('share');
  const isJoinable =
    survey && survey.mode !== 'anonymous' && survey.subjectId === null && stateOf(survey, now) === 'open';
  if (!isJoinable || !(await context.steps.isAskedByStep(tx, { userId: viewer.userId, surveyId })))
    return false;
  const [user] = await tx
    .select({ departmentId: users.departmentId })
    .from(users)
    .where(eq(users.id, viewer.userId));
  const segment = survey.segments?.find(({ id }) => id === user?.departmentId);
  await tx
    .insert(surveyParticipations)
    .values({ tenantId: tx.tenantId, surveyId, userId: viewer.userId, segmentId: segment?.id ?? null })
    .onConflictDoNothing();
  return true;
}

/** Applies the changed answers to the draft, so that two tabs do not overwrite each other's questions. */
export async function saveDraft(context: ParticipationContext, surveyId: string, { answers, at }: Draft) {
  const { part, survey } = await lockOpen(context, surveyId);
  const known = new Set(listQuestions(survey.questions).map(({ key }) => key));
  const unknown = Object.keys(answers).filter((key) => !known.has(key));
  if (unknown.length > 0)
    throw badRequest(
      Object.fromEntries(unknown.map((key) => [`answers.${key}`, 'is not a question of this survey'])),
    );
  const before = part.draft ?? (await findSubmitted(context, surveyId)) ?? {};
  const draft = Object.fromEntries(
    Object.entries({ ...before, ...answers }).flatMap(([key, answer]) =>
      answer === null ? [] : [[key, answer]],
    ),
  );
  await context.tx
    .update(surveyParticipations)
    .set({ draft, draftAt: at !== null && known.has(at) ? at : null })
    .where(invited(context, surveyId));
}

/** Stores the one response of the viewer. A repeated call replaces it, until the survey closes. */
export async function submitResponse(
  context: ParticipationContext,
  surveyId: string,
  submitted: SurveyResponse,
): Promise<{ answeredOn: string }> {
  const { tx, viewer, respondentOf, now } = context;
  const { part, survey } = await lockOpen(context, surveyId);
  const answers = askedAnswers(survey.questions, submitted.answers);
  const errors = checkAnswers(survey.questions, answers);
  if (Object.keys(errors).length > 0) throw badRequest(errors);
  await tx
    .insert(surveyResponses)
    .values({
      id: newId(),
      tenantId: tx.tenantId,
      surveyId,
      respondent: respondentOf({ tenantId: tx.tenantId, surveyId, userId: viewer.userId }),
      userId: survey.mode === 'named' ? viewer.userId : null,
      segmentId: part.segmentId,
      answers,
    })
    .onConflictDoUpdate({
      target: [surveyResponses.tenantId, surveyResponses.surveyId, surveyResponses.respondent],
      set: { answers },
    });
  const answeredOn = part.answeredOn ?? dayOf(now, viewer);
  await tx
    .update(surveyParticipations)
    .set({ answeredOn, draft: null, draftAt: null })
    .where(invited(context, surveyId));
  await context.steps.completeSurveySteps(tx, { userId: viewer.userId, surveyId }, now);
  return { answeredOn };
}
