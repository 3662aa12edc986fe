import type { Goals } from '#contract/enrolment.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import { enrolments, enrolmentTopics, goalChanges, goals } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound, notPossible, Refusal } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { enqueueNotifications } from '../outbox/index.ts';
import { giveUpConfirmations } from './completeTopic.ts';
import { areAllTopicsCompleted, type Plan, type PlanTopic } from './plan.ts';
import { findOwnPlan } from './plansRepository.ts';
import { goalNews } from './programsEvents.ts';
import { rightsOf } from './programsPolicy.ts';

type Wish = Goals['topics'][number];

/**
 * The topics that a learner works on from now on. What was there already and is wished again is no change, so of several
 * equal calls at once the first one counts. Giving up the last open topic celebrates nothing: it leads to Finish.
 */
export async function chooseGoals(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  { version, topics: wishes }: Goals,
  now: Date,
) {
  const plan = await findOwnPlan(tx, viewer.userId, programId, { isLocked: true });
  if (!plan) throw notFound();
  if (!rightsOf(plan).choose)
    throw notPossible('This program is not running for you, so its topics cannot be changed.');
  const wanted = wantedTopics(plan, wishes);
  const changes = changesOf(plan, wanted);
  if (changes.length === 0) return;
  if (plan.version !== version)
    throw new Refusal(
      409,
      'conflict',
      'Your topics were changed somewhere else in the meantime. Look at them, then make your change again.',
    );

  for (const change of changes) await apply(tx, plan, change, now);
  const chosen = plan.topics.map((topic) => ({ ...topic, isSelected: wanted.has(topic) }));
  await tx
    .update(enrolments)
    .set({
      version: version + 1,
      state: areAllTopicsCompleted({ ...plan, topics: chosen }) ? 'ready_to_finish' : 'active',
    })
    .where(eq(enrolments.id, plan.enrolmentId));
  if (changes.some(({ kind }) => kind !== 'reworded'))
    await enqueueNotifications(tx, goalNews(plan, version + 1), now);
}

function wantedTopics(plan: Plan, wishes: Wish[]): Map<PlanTopic, Wish> {
  const wanted = new Map<PlanTopic, Wish>();
  wishes.forEach((wish, index) => {
    const topic = plan.topics.find(({ topicId }) => topicId === wish.topicId);
    if (!topic)
      throw notPossible('One of these topics is not part of this program.', {
        [`topics.${index}.topicId`]: 'is not part of this program',
      });
    if (wanted.has(topic))
      throw notPossible('One of these topics is there twice.', {
        [`topics.${index}.topicId`]: 'is there twice',
      });
    wanted.set(topic, wish);
  });
  const lost = plan.topics.find((topic) => topic.isSelected && topic.completedAt && !wanted.has(topic));
  if (lost)
    throw notPossible(`You have completed “${lost.title}”, so it stays with you.`, {
      topics: 'leaves out a completed topic',
    });
  const { selectionMin: min, selectionMax: max } = plan;
  if (wanted.size < min)
    throw notPossible(`Choose at least ${min} ${min === 1 ? 'topic' : 'topics'}.`, {
      topics: `needs at least ${min}`,
    });
  if (wanted.size > max)
    throw notPossible(`Choose at most ${max} ${max === 1 ? 'topic' : 'topics'}.`, {
      topics: `takes at most ${max}`,
    });
  return wanted;
}

interface Change {
  kind: 'selected' | 'removed' | 'reworded';
  topic: PlanTopic;
  why: string | null;
  ifThenPlan: string | null;
}

/** Words that hold nothing are none. */
const saying = (text: string | null) => text || null;

function changesOf(plan: Plan, wanted: Map<PlanTopic, Wish>): Change[] {
  return plan.topics.flatMap((topic): Change[] => {
    const wish = wanted.get(topic);
    if (!wish)
      return topic.isSelected
        ? [{ kind: 'removed', topic, why: topic.why, ifThenPlan: topic.ifThenPlan }]
        : [];
    const words = { why: saying(wish.why), ifThenPlan: saying(wish.ifThenPlan) };
    if (!topic.isSelected) return [{ kind: 'selected', topic, ...words }];
    return topic.why === words.why && topic.ifThenPlan === words.ifThenPlan
      ? []
      : [{ kind: 'reworded', topic, ...words }];
  });
}

async function apply(tx: TenantTransaction, plan: Plan, { kind, topic, why, ifThenPlan }: Change, now: Date) {
  const of = { tenantId: tx.tenantId, enrolmentId: plan.enrolmentId, topicId: topic.topicId };
  const isActiveGoal = and(
    eq(goals.enrolmentId, plan.enrolmentId),
    eq(goals.topicId, topic.topicId),
    isNull(goals.removedAt),
  );
  if (kind === 'selected') {
    await tx.insert(goals).values({ id: newId(), ...of, why, ifThenPlan, selectedAt: now });
    // What one works through stays as one began it, whatever is published later.
    await tx
      .insert(enrolmentTopics)
      .values({ ...of, n: topic.version })
      .onConflictDoNothing();
  } else if (kind === 'removed') {
    await tx.update(goals).set({ removedAt: now }).where(isActiveGoal);
    await giveUpConfirmations(tx, plan, now, topic.topicId);
  } else {
    await tx.update(goals).set({ why, ifThenPlan }).where(isActiveGoal);
  }
  await tx.insert(goalChanges).values({ id: newId(), ...of, kind, why, ifThenPlan, at: now });
}
