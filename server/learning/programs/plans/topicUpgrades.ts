import type { Topic } from '#contract/learning/programs.ts';
import { and, asc, inArray, type SQL, sql } from '#server/db/drizzle.ts';
import { topicSteps, topicVersions } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { isDone, isRunning, type Plan, type PlanTopic } from './plan.ts';

type Upgrade = NonNullable<Topic['upgrade']>;

/** Only open topics can be upgraded. A completed topic keeps its version (decision 0028). */
export const mayUpgrade = (plan: Plan, topic: PlanTopic) =>
  (isRunning(plan) || plan.enrolment === 'choosing') &&
  topic.newest > topic.version &&
  topic.completedAt === null &&
  topic.askedAt === null;

/** True for an enrolment `e` that works on the topic now and is offered a newer version, as `mayUpgrade` says for one plan. */
export const isWorkingOn = (topicId: SQL | string) => sql`e.state in ('choosing', 'active', 'ready_to_finish')
  and exists (select from goals as g where g.enrolment_id = e.id and g.topic_id = ${topicId} and g.removed_at is null)
  and not exists (select from topic_completions as c
    where c.enrolment_id = e.id and c.topic_id = ${topicId} and c.reopened_at is null)
  and not exists (select from topic_confirmations as a
    where a.enrolment_id = e.id and a.topic_id = ${topicId} and a.answered_at is null)`;

/** The effect of upgrading each selected topic, by topic id. Runs no query if no upgrade exists. */
export async function findUpgrades(tx: TenantTransaction, plan: Plan): Promise<Map<string, Upgrade>> {
  const topics = plan.topics.filter((topic) => topic.isSelected && mayUpgrade(plan, topic));
  if (topics.length === 0) return new Map();
  const ids = topics.map(({ topicId }) => topicId);
  const isNewest = sql`(${topicSteps.topicId}, ${topicSteps.n}) in (select v.topic_id, max(v.n)
    from topic_versions as v group by v.topic_id)`;
  const steps = await tx
    .select({
      topicId: topicSteps.topicId,
      stepKey: topicSteps.stepKey,
      title: topicSteps.title,
      required: topicSteps.required,
    })
    .from(topicSteps)
    .where(and(inArray(topicSteps.topicId, ids), isNewest))
    .orderBy(asc(topicSteps.position));
  const versions = await tx
    .select({ topicId: topicVersions.topicId, n: topicVersions.n, notes: topicVersions.notes })
    .from(topicVersions)
    .where(inArray(topicVersions.topicId, ids));
  return new Map(
    topics.map((topic) => {
      const newSteps = steps.filter(({ topicId }) => topicId === topic.topicId);
      const oldSteps = new Map(topic.steps.map((step) => [step.stepKey, step]));
      const newKeys = new Set(newSteps.map(({ stepKey }) => stepKey));
      const required = newSteps.filter((step) => step.required);
      return [
        topic.topicId,
        {
          version: topic.newest,
          notes:
            versions.find(({ topicId, n }) => topicId === topic.topicId && n === topic.newest)?.notes ?? null,
          kept: newSteps.filter(({ stepKey }) => oldSteps.has(stepKey)).length,
          added: newSteps.filter(({ stepKey }) => !oldSteps.has(stepKey)).map(({ title }) => title),
          removed: topic.steps.filter(({ stepKey }) => !newKeys.has(stepKey)).map(({ title }) => title),
          // A lower bound: a step that was removed earlier and is added again may already have a record.
          done: required.filter(({ stepKey }) => {
            const step = oldSteps.get(stepKey);
            return step !== undefined && isDone(step);
          }).length,
          total: required.length,
        },
      ];
    }),
  );
}
