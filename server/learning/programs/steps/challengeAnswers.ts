import type { Answers, AnswersSaved, Challenge, ChallengeWork } from '#contract/learning/challenges.ts';
import {
  gradeChallenge,
  missingAnswers,
  reasonsOf,
  unknownAnswers,
} from '#contract/learning/gradeChallenge.ts';
import { isCompletedBy, ruleOf } from '#contract/learning/stepRules.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findRecordableStep, type StepRef } from './recordStep.ts';
import { saveRecord } from './saveRecord.ts';

/** Saves the answers of an attempt in progress, and returns their reasons. The result of the last attempt is kept. */
export async function saveAnswers(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: StepRef,
  { answers }: Answers,
  now: Date,
): Promise<AnswersSaved> {
  const { plan, step, challenge } = await findChallenge(tx, viewer, ref, answers);
  const work: ChallengeWork = {
    answers,
    attempts: step.work?.attempts ?? 0,
    savedAt: now.toISOString(),
    result: step.work?.result ?? null,
  };
  await saveRecord(tx, plan.enrolmentId, ref.stepKey, {
    state: step.state === 'none' ? 'started' : step.state,
    doneAt: step.doneAt,
    updatedAt: now,
    work,
  });
  return { savedAt: work.savedAt, reasons: reasonsOf(challenge, answers) };
}

/** Grades the answers. A passed challenge stays done, whatever later attempts score. */
export async function submitAnswers(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: StepRef,
  { answers }: Answers,
  now: Date,
) {
  const { plan, step, challenge } = await findChallenge(tx, viewer, ref, answers);
  assertComplete(challenge, answers);
  const result = gradeChallenge(challenge, answers, now);
  const isDone = isCompletedBy(ruleOf(step), result) || step.state === 'done';
  await saveRecord(tx, plan.enrolmentId, ref.stepKey, {
    state: isDone ? 'done' : 'started',
    doneAt: isDone ? (step.doneAt ?? now) : null,
    updatedAt: now,
    work: { answers, attempts: (step.work?.attempts ?? 0) + 1, savedAt: now.toISOString(), result },
  });
}

async function findChallenge(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: StepRef,
  answers: Answers['answers'],
) {
  const { plan, step } = await findRecordableStep(tx, viewer, ref);
  if (!step.challenge) throw notFound();
  assertKnown(step.challenge, answers);
  return { plan, step, challenge: step.challenge };
}

/** Throws a problem by field if an answer does not belong to the challenge. */
export function assertKnown(challenge: Challenge, answers: Answers['answers']) {
  const unknown = unknownAnswers(challenge, answers);
  if (Object.keys(unknown).length > 0)
    throw notPossible('The challenge has changed. Reload the page and answer it again.', unknown);
}

function assertComplete(challenge: Challenge, answers: Answers['answers']) {
  const missing = missingAnswers(challenge, answers);
  if (Object.keys(missing).length > 0)
    throw notPossible(
      'Some questions are not answered yet. Answer them and submit again. Your answers are kept.',
      missing,
    );
}

/** Throws a problem by field if the answers cannot be graded. */
export function assertAnswerable(challenge: Challenge, answers: Answers['answers']) {
  assertKnown(challenge, answers);
  assertComplete(challenge, answers);
}
