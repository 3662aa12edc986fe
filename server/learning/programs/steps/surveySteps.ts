import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import {
  blockingTopic,
  isDone,
  isRunning,
  missingPrerequisites,
} from '#server/learning/programs/plans/plan.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';
import { saveRecord } from './saveRecord.ts';

interface Ref {
  userId: number;
  surveyId: string;
}

/** Active programs of a person with a step that the survey completes. */
async function findPrograms(tx: TenantTransaction, { userId, surveyId }: Ref): Promise<string[]> {
  const { rows } = await tx.execute<{ programId: string }>(sql`
    select distinct e.program_id as "programId" from enrolments as e
    join program_topics as p on p.program_id = e.program_id
    join topic_steps as s on s.topic_id = p.topic_id and s.survey_id = ${surveyId}
    where e.user_id = ${userId} and e.state = 'active' order by 1`);
  return rows.map(({ programId }) => programId);
}

/** Whether a step of an active program asks the person to answer the survey. */
export const isAskedByStep = async (tx: TenantTransaction, ref: Ref) =>
  (await findPrograms(tx, ref)).length > 0;

/**
 * Completes the open steps of a person that wait for this survey. The learner can mark a step as done that was locked at that
 * time.
 */
export async function completeSurveySteps(tx: TenantTransaction, ref: Ref, now: Date): Promise<void> {
  for (const programId of await findPrograms(tx, ref)) {
    const plan = await findOwnPlan(tx, ref.userId, programId, { isLocked: true });
    if (!plan || !isRunning(plan)) continue;
    const steps = plan.topics
      .filter(
        (topic) =>
          topic.isSelected && !topic.completedAt && !topic.askedAt && blockingTopic(plan, topic) === null,
      )
      .flatMap((topic) =>
        topic.steps.filter(
          (step) =>
            step.kind === 'survey' &&
            step.survey?.surveyId === ref.surveyId &&
            !isDone(step) &&
            missingPrerequisites(topic, step).length === 0,
        ),
      );
    for (const { stepKey } of steps)
      await saveRecord(tx, plan.enrolmentId, stepKey, { state: 'done', doneAt: now, updatedAt: now });
  }
}
