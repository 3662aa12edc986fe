import type { Topic } from '#contract/programs.ts';
import { and, asc, inArray, sql } from '../db/drizzle.ts';
import { topicSteps, topicVersions } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { isDone, isRunning, type Plan, type PlanTopic } from './plan.ts';

type Upgrade = NonNullable<Topic['upgrade']>;

/** Whether a newer version may be taken: while the topic is open. What is completed stays as it was completed. */
export const mayUpgrade = (plan: Plan, topic: PlanTopic) =>
  (isRunning(plan) || plan.enrolment === 'choosing') &&
  topic.newest > topic.version &&
  topic.completedAt === null &&
  topic.askedAt === null;

/** What taking the newest version of each topic would do, by topic. Nothing is asked where there is none. */
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
      const next = steps.filter(({ topicId }) => topicId === topic.topicId);
      const known = new Map(topic.steps.map((step) => [step.stepKey, step]));
      const required = next.filter((step) => step.required);
      return [
        topic.topicId,
        {
          version: topic.newest,
          notes:
            versions.find(({ topicId, n }) => topicId === topic.topicId && n === topic.newest)?.notes ?? null,
          kept: next.filter(({ stepKey }) => known.has(stepKey)).length,
          added: next.filter(({ stepKey }) => !known.has(stepKey)).map(({ title }) => title),
          removed: topic.steps
            .filter(({ stepKey }) => next.every((one) => one.stepKey !== stepKey))
            .map(({ title }) => title),
          // A step that was taken out and comes back may be done already, so this is what the records say, at least.
          done: required.filter(({ stepKey }) => {
            const step = known.get(stepKey);
            return step !== undefined && isDone(step);
          }).length,
          total: required.length,
        },
      ];
    }),
  );
}
