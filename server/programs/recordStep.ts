import type { StepRecord } from '#contract/steps.ts';
import { stepRecords } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound, notPossible } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { isRunning, missingBefore, type Plan, type PlanStep, type PlanTopic } from './plan.ts';
import { findOwnPlan } from './plansRepository.ts';
import { lockWords } from './presentTopic.ts';

export interface StepPlace {
  programId: string;
  stepKey: string;
}

/** The step, where it may be worked on now; in words, why it may not. */
export async function findRecordable(
  tx: TenantTransaction,
  viewer: Viewer,
  { programId, stepKey }: StepPlace,
): Promise<{ plan: Plan; topic: PlanTopic; step: PlanStep }> {
  const plan = await findOwnPlan(tx, viewer.userId, programId, { isLocked: true });
  // The same step may stand in two topics: the one that was chosen is meant.
  const holding = plan?.topics.filter(({ steps }) => steps.some((one) => one.stepKey === stepKey));
  const topic = holding?.find(({ isSelected }) => isSelected) ?? holding?.[0];
  const step = topic?.steps.find((one) => one.stepKey === stepKey);
  if (!plan || !topic || !step) throw notFound();
  if (!isRunning(plan))
    throw notPossible('This program is not running for you, so nothing can be recorded in it.');
  if (!topic.isSelected) throw notPossible('This step belongs to a topic that you have not chosen.');
  if (topic.completedAt) throw notPossible('This topic is completed, so its steps stay as they are.');
  if (topic.askedAt)
    throw notPossible('This topic waits to be confirmed, so its steps stay as they are until then.');
  if (step.state === 'waived') throw notPossible('This step was waived for you.');
  const missing = missingBefore(topic, step);
  if (missing.length > 0)
    throw notPossible(
      lockWords(missing),
      Object.fromEntries(missing.map((one) => [`steps.${one.stepKey}`, 'is not done'])),
    );
  return { plan, topic, step };
}

/** Notes what the learner did of one step: a mark, a count of tries, the words of a reflection. */
export async function recordStep(
  tx: TenantTransaction,
  viewer: Viewer,
  place: StepPlace,
  record: StepRecord,
  now: Date,
) {
  const { plan, step } = await findRecordable(tx, viewer, place);
  const next = recordOf(step, record);
  const values = {
    ...next,
    // The first time counts: marking what is marked changes no date.
    doneAt: next.state === 'done' ? (step.doneAt ?? now) : null,
    updatedAt: now,
  };
  await tx
    .insert(stepRecords)
    .values({
      tenantId: viewer.tenantId,
      enrolmentId: plan.enrolmentId,
      stepKey: place.stepKey,
      ...values,
    })
    .onConflictDoUpdate({
      target: [stepRecords.tenantId, stepRecords.enrolmentId, stepRecords.stepKey],
      set: values,
    });
}

/** What the step is after this record, by the rule of its kind. */
function recordOf(step: PlanStep, record: StepRecord) {
  if (step.challenge && record.done && step.state !== 'done')
    throw notPossible('Answer the challenge: it is done when you pass it.');
  const isPractice = step.kind === 'practice' && step.goal !== null;
  const count = isPractice ? (record.tally ?? step.count) : 0;
  const answer = step.kind === 'reflection' ? (record.answer ?? step.answer) : null;
  if (record.done && isPractice && count < (step.goal ?? 1))
    throw notPossible(`You have tried it ${count} of ${step.goal} times. Try it again, then mark it done.`, {
      tally: `needs to be at least ${step.goal}`,
    });
  if (record.done && step.kind === 'reflection' && !answer?.trim())
    throw notPossible('Write down what you think first. Nobody else will read it.', { answer: 'is missing' });
  const isBegun = count > 0 || Boolean(answer?.trim()) || step.work !== null;
  const state = record.done ? 'done' : isBegun ? 'started' : 'none';
  return { state, count, answer } as const;
}
