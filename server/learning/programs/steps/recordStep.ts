import type { StepRecord } from '#contract/learning/stepRecord.ts';
import { isCompletedBy, isMarkedByLearner, ruleOf, type StepRule } from '#contract/learning/stepRules.ts';
import { stepRecords } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { plural } from '#server/formats.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  blockingTopic,
  isRunning,
  missingPrerequisites,
  type Plan,
  type PlanStep,
  type PlanTopic,
} from '#server/learning/programs/plans/plan.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';
import { lockReason, orderReason } from '#server/learning/programs/plans/presentTopic.ts';

export interface StepRef {
  programId: string;
  stepKey: string;
}

/** Locks the enrolment and finds the step. Throws a problem that says why the step cannot be changed now. */
export async function findRecordableStep(
  tx: TenantTransaction,
  viewer: Viewer,
  { programId, stepKey }: StepRef,
): Promise<{ plan: Plan; topic: PlanTopic; step: PlanStep }> {
  const plan = await findOwnPlan(tx, viewer.userId, programId, { isLocked: true });
  const hasKey = (step: PlanStep) => step.stepKey === stepKey;
  // Two topics may contain the same step. The selected topic takes precedence.
  const candidates = plan?.topics.filter(({ steps }) => steps.some(hasKey));
  const topic = candidates?.find(({ isSelected }) => isSelected) ?? candidates?.[0];
  const step = topic?.steps.find(hasKey);
  if (!plan || !topic || !step) throw notFound();
  if (!isRunning(plan))
    throw notPossible('You cannot change steps in this program because your enrolment is not active.');
  if (!topic.isSelected)
    throw notPossible('This step belongs to a topic that you have not selected. Select the topic first.');
  if (topic.completedAt) throw notPossible('You cannot change this step because the topic is completed.');
  if (topic.askedAt)
    throw notPossible('You cannot change this step while the topic is waiting for confirmation.');
  if (step.state === 'waived') throw notPossible('You do not need to do this step. It was waived for you.');
  const blocking = blockingTopic(plan, topic);
  if (blocking) throw notPossible(orderReason(blocking));
  const missing = missingPrerequisites(topic, step);
  if (missing.length > 0)
    throw notPossible(
      lockReason(missing),
      Object.fromEntries(missing.map((other) => [`steps.${other.stepKey}`, 'is not done'])),
    );
  return { plan, topic, step };
}

/** Records a step: whether it is done, how often the learner practised, or the text of a reflection. */
export async function recordStep(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: StepRef,
  record: StepRecord,
  now: Date,
) {
  const { plan, step } = await findRecordableStep(tx, viewer, ref);
  const next = nextStepState(step, record);
  const values = {
    ...next,
    // Marking a step as done again keeps the first date.
    doneAt: next.state === 'done' ? (step.doneAt ?? now) : null,
    updatedAt: now,
  };
  await tx
    .insert(stepRecords)
    .values({
      tenantId: viewer.tenantId,
      enrolmentId: plan.enrolmentId,
      stepKey: ref.stepKey,
      ...values,
    })
    .onConflictDoUpdate({
      target: [stepRecords.tenantId, stepRecords.enrolmentId, stepRecords.stepKey],
      set: values,
    });
}

/** The new values of a step. Whether it may be marked as done is decided by its rule. */
function nextStepState(step: PlanStep, record: StepRecord) {
  const rule = ruleOf(step);
  // The learner may have answered the survey before the step was unlocked.
  if (record.done && step.survey?.isAnswered && isCompletedBy(rule, { isAnswered: true }))
    return { state: 'done', count: 0, answer: null } as const;
  if (!isMarkedByLearner(rule)) throw notDone(rule, 0);
  const count = rule.kind === 'tally' && step.goal !== null ? (record.tally ?? step.count) : 0;
  const answer = rule.kind === 'submitted' ? (record.answer ?? step.answer) : null;
  const evidence = { isMarked: record.done, text: answer, count };
  // A passed challenge stays done when it is marked again.
  const isStillPassed = rule.kind === 'passed' && step.state === 'done';
  if (record.done && !isStillPassed && !isCompletedBy(rule, evidence)) throw notDone(rule, count);
  const isStarted = count > 0 || Boolean(answer?.trim()) || step.work !== null;
  const state = record.done ? 'done' : isStarted ? 'started' : 'none';
  return { state, count, answer } as const;
}

/** Why the learner cannot mark a step with this rule as done. */
function notDone(rule: StepRule, count: number) {
  switch (rule.kind) {
    case 'held':
      return notPossible(
        'This step is completed by a session with your coach. You cannot change it yourself.',
      );
    case 'answered':
      return notPossible(
        'This step is completed when its survey is answered. You cannot change it yourself.',
      );
    case 'package':
      return notPossible('This step is completed by its package. You cannot change it yourself.');
    case 'downloaded':
      return notPossible('This step is completed when you download its file. You cannot change it yourself.');
    case 'watched':
      return notPossible(
        `This step is completed when you have watched ${rule.atLeast}% of its video. You cannot change it yourself.`,
      );
    case 'passed':
      return notPossible('You cannot mark a challenge as done. Pass the challenge to complete this step.');
    case 'tally':
      return notPossible(
        plural(
          rule.goal ?? 1,
          `Log 1 practice before you mark this step as done. You have logged ${count}.`,
          `Log ${rule.goal} practices before you mark this step as done. You have logged ${count}.`,
        ),
        { tally: `needs to be at least ${rule.goal}` },
      );
    case 'submitted':
      return notPossible('Write your reflection before you mark this step as done. Only you can read it.', {
        answer: 'is missing',
      });
    case 'viewed':
      return notPossible('This step cannot be marked as done.');
  }
}
