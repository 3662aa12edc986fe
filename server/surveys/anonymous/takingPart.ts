import type { Ticket, TicketRequest } from '#contract/surveys/anonymous.ts';
import { checkAnswers } from '#contract/surveys/answers.ts';
import { askedAnswers } from '#contract/surveys/branching.ts';
import type { SurveyResponse } from '#contract/surveys/surveys.ts';
import type { SecretBox } from '#server/access/signOn/index.ts';
import { and, eq, sql } from '#server/db/drizzle.ts';
import { surveyParticipations, surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { badRequest, notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { stateOf } from '#server/surveys/surveysRepository.ts';
import { keepSubmission } from './batches.ts';
import { findTicketKey } from './ticketKeys.ts';
import { hashOf, isSigned, signBlinded } from './tickets.ts';

/** The anonymous survey, which cannot be closed or shuffled until the end of the transaction. */
async function lockSurvey(tx: TenantTransaction, surveyId: string) {
  const [survey] = await tx
    .select()
    .from(surveys)
    .where(and(eq(surveys.id, surveyId), eq(surveys.mode, 'anonymous')))
    .for('share');
  if (!survey) throw notFound();
  return survey;
}

async function lockParticipation(tx: TenantTransaction, { userId }: Viewer, surveyId: string) {
  const isOwn = and(eq(surveyParticipations.surveyId, surveyId), eq(surveyParticipations.userId, userId));
  const [part] = await tx.select().from(surveyParticipations).where(isOwn).for('update');
  if (!part) throw notFound();
  return { part, isOwn };
}

const closed = () => notPossible('The survey is closed. Your answers were not changed.');

/** Signs one message of each person who is asked. Repeated with the same message, it returns the same signature. */
export async function issueTicket(
  tx: TenantTransaction,
  { viewer, box, now }: { viewer: Viewer; box: SecretBox; now: Date },
  surveyId: string,
  { blinded }: TicketRequest,
): Promise<{ signature: string }> {
  const survey = await lockSurvey(tx, surveyId);
  const { part, isOwn } = await lockParticipation(tx, viewer, surveyId);
  if (stateOf(survey, now) !== 'open') throw closed();
  const request = hashOf(blinded);
  if (part.ticketRequest && !request.equals(part.ticketRequest))
    throw notPossible(
      'You have started this survey in another browser. Continue there, because your ticket is only in that browser.',
    );
  const key = await findTicketKey(tx, surveyId);
  const privateKey = key?.privateKey ? box.decrypt(tx.tenantId, key.privateKey) : null;
  if (!privateKey) throw closed();
  const signature = signBlinded(privateKey, blinded);
  if (signature === null) throw badRequest({ blinded: 'is not valid for the key of this survey' });
  if (!part.ticketRequest) await tx.update(surveyParticipations).set({ ticketRequest: request }).where(isOwn);
  return { signature };
}

/**
 * Keeps the response of a ticket for the next batch. The server does not know who wrote it. A repeated call replaces
 * the response.
 */
export async function submitWithTicket(
  tx: TenantTransaction,
  { box, now }: { box: SecretBox; now: Date },
  surveyId: string,
  { answers: submitted, ticket }: SurveyResponse & { ticket: Ticket },
): Promise<void> {
  const survey = await lockSurvey(tx, surveyId);
  if (stateOf(survey, now) !== 'open') throw closed();
  const key = await findTicketKey(tx, surveyId);
  if (!key || !isSigned(key.publicKey, ticket))
    throw notPossible('The ticket does not belong to this survey.', { ticket: 'is not valid' });
  const answers = askedAnswers(survey.questions, submitted);
  const errors = checkAnswers(survey.questions, answers);
  if (Object.keys(errors).length > 0) throw badRequest(errors);
  await keepSubmission(tx, box, surveyId, { respondent: hashOf(ticket.message), answers });
}

/**
 * The person reports, at a different time than their answers, that they took part, so that they are not
 * reminded.
 */
export async function markAnswered(tx: TenantTransaction, viewer: Viewer, surveyId: string, now: Date) {
  const survey = await lockSurvey(tx, surveyId);
  const { part, isOwn } = await lockParticipation(tx, viewer, surveyId);
  if (stateOf(survey, now) !== 'open') throw closed();
  if (!part.ticketRequest) throw notPossible('You have not started this survey yet.');
  await tx
    .update(surveyParticipations)
    .set({ answeredOn: sql`coalesce(${surveyParticipations.answeredOn}, ${dayOf(now, viewer)})` })
    .where(isOwn);
}
