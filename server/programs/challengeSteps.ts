import type { Answers, ChallengeWork } from '#contract/challenges.ts';
import { stepRecords } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound, notPossible } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { judge, missingAnswers, unknownAnswers } from './challenges.ts';
import { findRecordable, type StepPlace } from './recordStep.ts';

/** Keeps the answers to a challenge while they are given. The result of the last attempt stays beside them. */
export async function saveAnswers(
  tx: TenantTransaction,
  viewer: Viewer,
  place: StepPlace,
  { answers }: Answers,
  now: Date,
): Promise<Date> {
  const { plan, step } = await findChallenge(tx, viewer, place, answers);
  const work: ChallengeWork = {
    answers,
    attempts: step.work?.attempts ?? 0,
    savedAt: now.toISOString(),
    result: step.work?.result ?? null,
  };
  await write(tx, plan.enrolmentId, place.stepKey, {
    state: step.state === 'none' ? 'started' : step.state,
    doneAt: step.doneAt,
    updatedAt: now,
    work,
  });
  return now;
}

/** Hands the answers in. Passed is done, and stays done when somebody tries again. */
export async function handInAnswers(
  tx: TenantTransaction,
  viewer: Viewer,
  place: StepPlace,
  { answers }: Answers,
  now: Date,
) {
  const { plan, step, challenge } = await findChallenge(tx, viewer, place, answers);
  const missing = missingAnswers(challenge, answers);
  if (Object.keys(missing).length > 0)
    throw notPossible('Not everything is answered yet. Your answers are kept.', missing);
  const result = judge(challenge, answers, now);
  const isDone = result.isPassed || step.state === 'done';
  await write(tx, plan.enrolmentId, place.stepKey, {
    state: isDone ? 'done' : 'started',
    doneAt: isDone ? (step.doneAt ?? now) : null,
    updatedAt: now,
    work: { answers, attempts: (step.work?.attempts ?? 0) + 1, savedAt: now.toISOString(), result },
  });
}

async function findChallenge(
  tx: TenantTransaction,
  viewer: Viewer,
  place: StepPlace,
  answers: Answers['answers'],
) {
  const { plan, step } = await findRecordable(tx, viewer, place);
  if (!step.challenge) throw notFound();
  const unknown = unknownAnswers(step.challenge, answers);
  if (Object.keys(unknown).length > 0)
    throw notPossible('These answers do not belong to this challenge. Reload the page.', unknown);
  return { plan, step, challenge: step.challenge };
}

async function write(
  tx: TenantTransaction,
  enrolmentId: string,
  stepKey: string,
  values: Pick<typeof stepRecords.$inferInsert, 'state' | 'doneAt' | 'updatedAt' | 'work'>,
) {
  await tx
    .insert(stepRecords)
    .values({ tenantId: tx.tenantId, enrolmentId, stepKey, ...values })
    .onConflictDoUpdate({
      target: [stepRecords.tenantId, stepRecords.enrolmentId, stepRecords.stepKey],
      set: values,
    });
}
