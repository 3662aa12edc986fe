import type { Feedback, RaterGroup } from '#contract/surveys/feedback.ts';
import { and, eq, isNotNull, or } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { surveyResponses, surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { formatDay } from '#server/formats.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { participantOf } from '#server/people/index.ts';
import { shuffle } from '#server/surveys/randomOrder.ts';
import { type SurveyRow, stateOf } from '#server/surveys/surveysRepository.ts';
import { type RaterDay, readAnswers } from './countedAnswers.ts';
import { feedbackFigures } from './feedbackFigures.ts';
import { isCoachOfSubject, listRaters } from './raters.ts';
import { isSelfDone, releaseRule } from './releaseRule.ts';

const answersOf = (days: readonly RaterDay[]) =>
  days.map(({ group, answeredOn }) => ({ group, hasAnswered: answeredOn !== null }));

/** Closed feedback whose report can never be released, because the answers of the person are missing. */
export async function isWithoutReport(tx: TenantTransaction, survey: SurveyRow, now: Date): Promise<boolean> {
  if (survey.subjectId === null || stateOf(survey, now) !== 'closed') return false;
  return !isSelfDone(answersOf(await readAnswers(tx, [survey.id])));
}

/** Computes the report of closed feedback, if the rule of its release is met. */
export async function releaseFeedback(tx: TenantTransaction, survey: SurveyRow, viewer: Viewer, now: Date) {
  const answers = await readAnswers(tx, [survey.id]);
  const rule = releaseRule(answersOf(answers), survey.openedAt ?? now, { now, region: viewer });
  if (!rule.isSelfDone)
    throw notPossible(
      'There is no report, because it compares how people see themselves with how others see them, and the answers of the person are missing. You can archive this survey.',
    );
  if (!rule.isEnough)
    throw notPossible(
      `Not everyone has answered. The report can be released from ${formatDay(rule.from, viewer)} with 5 answers from others, and from ${formatDay(rule.latest, viewer)} with fewer.`,
    );
  const asked = new Map<RaterGroup, number>();
  for (const { group } of answers) asked.set(group, (asked.get(group) ?? 0) + 1);
  const responses = await tx
    .select({ segmentId: surveyResponses.segmentId, answers: surveyResponses.answers })
    .from(surveyResponses)
    .where(eq(surveyResponses.surveyId, survey.id));
  return {
    feedback: feedbackFigures({ questions: survey.questions, responses, asked, shuffle }),
    results: { people: answers.length, answered: responses.length, questions: [] },
  };
}

/** The report, which only the person and their coaches can read. */
export async function readFeedback(
  tx: TenantTransaction,
  { userId }: Viewer,
  surveyId: string,
): Promise<Feedback> {
  const [found] = await tx
    .select({ survey: surveys, user: users })
    .from(surveys)
    .innerJoin(users, eq(users.id, surveys.subjectId))
    .where(
      and(
        eq(surveys.id, surveyId),
        isNotNull(surveys.feedback),
        or(eq(surveys.subjectId, userId), isCoachOfSubject(userId)),
      ),
    );
  const { feedback, releasedAt } = found?.survey ?? {};
  if (!found || !feedback || !releasedAt) throw notFound();
  const manager = (await listRaters(tx, surveyId)).find(({ group }) => group === 'manager')?.user;
  return {
    ...feedback,
    surveyId,
    surveyName: found.survey.name,
    subject: participantOf(found.user),
    manager: manager ? participantOf(manager) : null,
    isSubject: found.survey.subjectId === userId,
    releasedAt: releasedAt.toISOString(),
  };
}
