import type { ComparedVersion, RestoredDraft, TopicComparison } from '#contract/learning/topicVersions.ts';
import { desc, eq, sql } from '#server/db/drizzle.ts';
import { topics, topicVersions } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { findUploads } from '#server/learning/packages/index.ts';
import { findSurveyNames } from '#server/surveys/index.ts';
import { type AuthoringContext, saveTopic } from './changeTopic.ts';
import { lockTopic, readVersion, uploadIdsOf } from './topicsRepository.ts';

/** Two versions of a topic with their content, and the learners who could move to the newer one. */
export async function compareVersions(
  tx: TenantTransaction,
  topicId: string,
  query: { from?: number | undefined; to?: number | undefined },
): Promise<TopicComparison> {
  const [topic] = await tx.select().from(topics).where(eq(topics.id, topicId));
  if (!topic) throw notFound();
  const versions = await tx
    .select({ n: topicVersions.n, publishedAt: topicVersions.publishedAt })
    .from(topicVersions)
    .where(eq(topicVersions.topicId, topicId))
    .orderBy(desc(topicVersions.n));
  const read = async (n: number): Promise<ComparedVersion> => {
    const version = versions.find((one) => one.n === n);
    if (!version) throw notFound();
    return { n, publishedAt: version.publishedAt.toISOString(), ...(await readVersion(tx, topic, n)) };
  };
  const newest = versions[0]?.n ?? 0;
  const to =
    query.to === undefined && topic.draft
      ? { n: null, publishedAt: null, ...topic.draft }
      : await read(query.to ?? newest);
  const from = await read(query.from ?? Math.max(1, to.n === newest ? newest - 1 : newest));
  const steps = [...from.steps, ...to.steps];
  const target = to.n ?? newest + 1;
  const kept = new Set(to.steps.map(({ stepKey }) => stepKey));
  const gone = from.steps.filter(({ stepKey }) => !kept.has(stepKey));
  const done = await countDone(tx, topicId, target);
  return {
    topicId,
    title: topic.draft?.title ?? topic.title,
    version: topic.version,
    hasDraft: topic.draft !== null,
    isRetired: topic.retiredAt !== null,
    versions: versions.map(({ n }) => n),
    from,
    to,
    uploads: await findUploads(tx, uploadIdsOf(steps)),
    surveys: [
      ...(await findSurveyNames(
        tx,
        steps.flatMap(({ surveyId }) => surveyId ?? []),
      )),
    ].map(([surveyId, surveyName]) => ({ surveyId, surveyName })),
    learners: await countLearners(tx, topicId, target),
    removed: gone.map(({ stepKey, title }) => ({ stepKey, title, learners: done.get(stepKey) ?? 0 })),
  };
}

/** Learners whose version is below `target`: those who selected the topic in a program that they have not left. */
const onOlder = (topicId: string, target: number) => sql`
  older as (
    select e.id, et.n, exists (select from topic_completions as c
      where c.enrolment_id = e.id and c.topic_id = ${topicId} and c.reopened_at is null) as is_completed
    from enrolments as e
    join enrolment_topics as et on et.enrolment_id = e.id and et.topic_id = ${topicId} and et.n < ${target}
    join goals as g on g.enrolment_id = e.id and g.topic_id = ${topicId} and g.removed_at is null
    where e.state in ('choosing', 'active', 'ready_to_finish', 'completed')),
  touched as (
    select o.id, r.step_key, r.state from older as o
    join topic_steps as s on s.topic_id = ${topicId} and s.n = o.n
    join step_records as r on r.enrolment_id = o.id and r.step_key = s.step_key and r.state <> 'none'
    where not o.is_completed)`;

async function countLearners(tx: TenantTransaction, topicId: string, target: number) {
  const { rows } = await tx.execute<TopicComparison['learners'] & { all: number }>(sql`
    with ${onOlder(topicId, target)}
    select count(*)::int as "all", count(*) filter (where is_completed)::int as completed,
      (select count(distinct id)::int from touched) as "inProgress" from older`);
  const { all = 0, completed = 0, inProgress = 0 } = rows[0] ?? {};
  return { completed, inProgress, notStarted: all - completed - inProgress };
}

async function countDone(tx: TenantTransaction, topicId: string, target: number) {
  const { rows } = await tx.execute<{ stepKey: string; learners: number }>(sql`
    with ${onOlder(topicId, target)}
    select step_key as "stepKey", count(distinct id)::int as learners from touched
    where state in ('done', 'waived') group by step_key`);
  return new Map(rows.map(({ stepKey, learners }) => [stepKey, learners]));
}

/**
 * Copies a version into the draft. Its steps keep their keys, so that existing records count again after publishing.
 */
export async function restoreVersion(
  context: AuthoringContext,
  topicId: string,
  { version, n }: RestoredDraft,
) {
  const { tx } = context;
  const topic = await lockTopic(tx, topicId, version);
  if (n > topic.newest) throw notFound();
  await saveTopic(context, topicId, { version, ...(await readVersion(tx, topic, n)) });
}
