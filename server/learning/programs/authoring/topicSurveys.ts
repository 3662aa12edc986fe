import type { DraftStep, TopicDraft, TopicSurveys } from '#contract/learning/authoring.ts';
import { eq } from '#server/db/drizzle.ts';
import { topicSteps, topics } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findAnswerable, findSurveyNames, listAnswerable } from '#server/surveys/index.ts';

type Author = Pick<Viewer, 'userId' | 'isAdmin'>;
const surveysOf = (steps: readonly DraftStep[]) => steps.flatMap(({ surveyId }) => surveyId ?? []);

/** The surveys that the author can choose for a step, and those that the topic already uses. */
export async function listTopicSurveys(
  tx: TenantTransaction,
  author: Author,
  topicId: string,
): Promise<TopicSurveys> {
  const used = await findUsed(tx, topicId);
  const own = await listAnswerable(tx, author);
  const others = used.filter((id) => !own.some(({ surveyId }) => surveyId === id));
  const names = await findSurveyNames(tx, others);
  const answerable = await findAnswerable(tx, others);
  return {
    data: [
      ...own.map((survey) => ({ ...survey, isUsable: true })),
      ...[...names].map(([surveyId, surveyName]) => ({
        surveyId,
        surveyName,
        isUsable: answerable.has(surveyId),
      })),
    ],
  };
}

/** A step invites learners to its survey, so authors can add only surveys that they manage. */
export async function assertOwnSurveys(
  tx: TenantTransaction,
  author: Author,
  topicId: string,
  steps: TopicDraft['steps'],
) {
  if (surveysOf(steps).length === 0) return;
  const used = await findUsed(tx, topicId);
  const allowed = new Set([...used, ...(await listAnswerable(tx, author)).map(({ surveyId }) => surveyId)]);
  const refused = steps.flatMap(({ surveyId }, index) =>
    surveyId && !allowed.has(surveyId)
      ? [[`steps.${index}.surveyId`, 'must be an open or scheduled survey that you manage'] as const]
      : [],
  );
  if (refused.length > 0)
    throw notPossible(
      'Choose an open or scheduled survey that you manage. Anonymous surveys cannot complete a step.',
      Object.fromEntries(refused),
    );
}

/** The surveys of the draft and of all versions. */
async function findUsed(tx: TenantTransaction, topicId: string): Promise<string[]> {
  const [topic] = await tx.select({ draft: topics.draft }).from(topics).where(eq(topics.id, topicId));
  if (!topic) throw notFound();
  const published = await tx
    .selectDistinct({ surveyId: topicSteps.surveyId })
    .from(topicSteps)
    .where(eq(topicSteps.topicId, topicId));
  return [
    ...new Set([
      ...surveysOf(topic.draft?.steps ?? []),
      ...published.flatMap(({ surveyId }) => surveyId ?? []),
    ]),
  ];
}
