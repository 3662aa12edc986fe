import type { Goals } from '#contract/learning/enrolment.ts';
import { and, eq, isNull } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { enrolments, enrolmentTopics, goalChanges, goals } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { plural } from '#server/formats.ts';
import { HttpError, notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { goalsUpdatedNotifications } from '#server/learning/programs/notifications.ts';
import { areAllTopicsCompleted, type Plan, type PlanTopic } from '#server/learning/programs/plans/plan.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';
import { enrolmentPermissions } from '#server/learning/programs/programsPolicy.ts';
import { cancelConfirmations } from '#server/learning/programs/steps/completeTopic.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';

type Selection = Goals['topics'][number];

/**
 * Sets the selected topics of a learner. Repeating a selection changes nothing, so of several equal concurrent calls only
 * the first has an effect. Removing the last open topic makes the program ready to finish and does not complete it.
 */
export async function selectTopics(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  { version, topics: requested }: Goals,
  now: Date,
) {
  const plan = await findOwnPlan(tx, viewer.userId, programId, { isLocked: true });
  if (!plan) throw notFound();
  if (!enrolmentPermissions(plan).choose)
    throw notPossible('You cannot change topics in this program because your enrolment is not active.');
  const selections = validateSelections(plan, requested);
  const changes = findChanges(plan, selections);
  if (changes.length === 0) return;
  if (plan.version !== version)
    throw new HttpError(
      409,
      'conflict',
      'Your topics were changed in another tab or on another device. Reload the page, then make your change again.',
    );

  for (const change of changes) await applyChange(tx, plan, change, now);
  const topics = plan.topics.map((topic) => ({ ...topic, isSelected: selections.has(topic) }));
  await tx
    .update(enrolments)
    .set({
      version: version + 1,
      state: areAllTopicsCompleted({ ...plan, topics }) ? 'ready_to_finish' : 'active',
    })
    .where(eq(enrolments.id, plan.enrolmentId));
  if (changes.some(({ kind }) => kind !== 'reworded'))
    await enqueueNotifications(tx, goalsUpdatedNotifications(plan, version + 1), now);
}

function validateSelections(plan: Plan, requested: Selection[]): Map<PlanTopic, Selection> {
  const selections = new Map<PlanTopic, Selection>();
  requested.forEach((selection, index) => {
    const topic = plan.topics.find(({ topicId }) => topicId === selection.topicId);
    if (!topic)
      throw notPossible('One of these topics is no longer part of this program. Reload the page.', {
        [`topics.${index}.topicId`]: 'is not part of this program',
      });
    if (selections.has(topic))
      throw notPossible(`“${topic.title}” is selected twice. Select each topic once.`, {
        [`topics.${index}.topicId`]: 'is selected twice',
      });
    selections.set(topic, selection);
  });
  const removed = plan.topics.find(
    (topic) => topic.isSelected && topic.completedAt && !selections.has(topic),
  );
  if (removed)
    throw notPossible(`You cannot remove “${removed.title}” because you completed it.`, {
      topics: 'must include your completed topics',
    });
  const { selectionMin: min, selectionMax: max } = plan;
  if (selections.size < min)
    throw notPossible(plural(min, 'Select at least 1 topic.', `Select at least ${min} topics.`), {
      topics: plural(min, 'must contain at least 1 topic', `must contain at least ${min} topics`),
    });
  if (selections.size > max)
    throw notPossible(plural(max, 'Select at most 1 topic.', `Select at most ${max} topics.`), {
      topics: plural(max, 'must contain at most 1 topic', `must contain at most ${max} topics`),
    });
  return selections;
}

interface Change {
  kind: 'selected' | 'removed' | 'reworded';
  topic: PlanTopic;
  why: string | null;
  ifThenPlan: string | null;
}

function findChanges(plan: Plan, selections: Map<PlanTopic, Selection>): Change[] {
  return plan.topics.flatMap((topic): Change[] => {
    const selection = selections.get(topic);
    if (!selection)
      return topic.isSelected
        ? [{ kind: 'removed', topic, why: topic.why, ifThenPlan: topic.ifThenPlan }]
        : [];
    // Empty text counts as null.
    const texts = { why: selection.why || null, ifThenPlan: selection.ifThenPlan || null };
    if (!topic.isSelected) return [{ kind: 'selected', topic, ...texts }];
    return topic.why === texts.why && topic.ifThenPlan === texts.ifThenPlan
      ? []
      : [{ kind: 'reworded', topic, ...texts }];
  });
}

async function applyChange(
  tx: TenantTransaction,
  plan: Plan,
  { kind, topic, why, ifThenPlan }: Change,
  now: Date,
) {
  const keys = { tenantId: tx.tenantId, enrolmentId: plan.enrolmentId, topicId: topic.topicId };
  const isActiveGoal = and(
    eq(goals.enrolmentId, plan.enrolmentId),
    eq(goals.topicId, topic.topicId),
    isNull(goals.removedAt),
  );
  if (kind === 'selected') {
    await tx.insert(goals).values({ id: newId(), ...keys, why, ifThenPlan, selectedAt: now });
    // Pins the version, so that later publications do not change a topic in progress (decision 0028).
    await tx
      .insert(enrolmentTopics)
      .values({ ...keys, n: topic.version })
      .onConflictDoNothing();
  } else if (kind === 'removed') {
    await tx.update(goals).set({ removedAt: now }).where(isActiveGoal);
    await cancelConfirmations(tx, plan, now, topic.topicId);
  } else {
    await tx.update(goals).set({ why, ifThenPlan }).where(isActiveGoal);
  }
  await tx.insert(goalChanges).values({ id: newId(), ...keys, kind, why, ifThenPlan, at: now });
}
