import { and, asc, eq, inArray, isNull, type SQL, sql } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';
import {
  enrolments,
  enrolmentTopics,
  goals,
  programs,
  programTopics,
  stepRecords,
  topicCompletions,
  topicSteps,
  topics,
} from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import type { Plan, PlanTopic } from './plan.ts';

/** The last cycle of each person in each program; earlier ones are history. */
const isLatestCycle = sql`${enrolments.cycle} = (select max(other.cycle) from enrolments as other
  where other.program_id = ${enrolments.programId} and other.user_id = ${enrolments.userId})`;
/** A learner goes through the version that was pinned; a topic that came later is taken as it is now. */
const pinnedVersion = sql`coalesce(${enrolmentTopics.n}, (select max(version.n) from topic_versions as version
  where version.topic_id = ${programTopics.topicId}))`;

/** The enrolments of these people in programs that run, with topics, steps and what was done. Three queries, however many. */
export async function findPlans(
  tx: TenantTransaction,
  which: { userIds: readonly number[]; programId?: string },
): Promise<Plan[]> {
  if (which.userIds.length === 0) return [];
  const heads = await findHeads(
    tx,
    and(
      inArray(enrolments.userId, [...which.userIds]),
      which.programId === undefined ? undefined : eq(enrolments.programId, which.programId),
    ),
  );
  if (heads.length === 0) return [];
  const ids = heads.map(({ enrolmentId }) => enrolmentId);
  const steps = await findSteps(tx, ids);
  const topicsOf = new Map<string, PlanTopic[]>();
  for (const { enrolmentId, ...topic } of await findTopics(tx, ids)) {
    const list = topicsOf.get(enrolmentId) ?? [];
    list.push({ ...topic, steps: steps.get(`${enrolmentId}/${topic.topicId}`) ?? [] });
    topicsOf.set(enrolmentId, list);
  }
  return heads.map((head) => ({ ...head, topics: topicsOf.get(head.enrolmentId) ?? [] }));
}

/** The viewer's own place in one program, kept for them alone until the transaction ends when it is to be changed. */
export async function findOwnPlan(
  tx: TenantTransaction,
  userId: number,
  programId: string,
  { isLocked = false } = {},
): Promise<Plan | null> {
  if (isLocked)
    await tx
      .select({ id: enrolments.id })
      .from(enrolments)
      .where(and(eq(enrolments.userId, userId), eq(enrolments.programId, programId)))
      .for('update');
  return (await findPlans(tx, { userIds: [userId], programId }))[0] ?? null;
}

const findHeads = (tx: TenantTransaction, condition: SQL | undefined) =>
  tx
    .select({
      enrolmentId: enrolments.id,
      programId: programs.id,
      programName: programs.name,
      purpose: programs.purpose,
      userId: enrolments.userId,
      coachId: enrolments.coachId,
      managerId: users.managerId,
      isManagerVisible: programs.managerVisible,
      enrolment: enrolments.state,
      dueOn: enrolments.dueOn,
      joinedAt: enrolments.joinedAt,
      selectionMin: programs.selectionMin,
    })
    .from(enrolments)
    .innerJoin(programs, eq(programs.id, enrolments.programId))
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(and(condition, isLatestCycle, inArray(programs.status, ['active', 'closed'])))
    .orderBy(asc(enrolments.dueOn), asc(programs.name), asc(enrolments.id));

const findTopics = (tx: TenantTransaction, enrolmentIds: string[]) =>
  tx
    .select({
      enrolmentId: enrolments.id,
      topicId: topics.id,
      title: topics.title,
      behaviorName: topics.behaviorName,
      description: topics.description,
      isSelected: sql<boolean>`${goals.id} is not null`,
      completedAt: topicCompletions.completedAt,
    })
    .from(enrolments)
    .innerJoin(programTopics, eq(programTopics.programId, enrolments.programId))
    .innerJoin(topics, eq(topics.id, programTopics.topicId))
    .leftJoin(
      goals,
      and(eq(goals.enrolmentId, enrolments.id), eq(goals.topicId, topics.id), isNull(goals.removedAt)),
    )
    .leftJoin(
      topicCompletions,
      and(
        eq(topicCompletions.enrolmentId, enrolments.id),
        eq(topicCompletions.topicId, topics.id),
        isNull(topicCompletions.reopenedAt),
      ),
    )
    .where(inArray(enrolments.id, enrolmentIds))
    // What was chosen stands first, in the order it was chosen in.
    .orderBy(asc(enrolments.id), asc(goals.selectedAt), asc(programTopics.position));

async function findSteps(tx: TenantTransaction, enrolmentIds: string[]) {
  const rows = await tx
    .select({
      enrolmentId: enrolments.id,
      topicId: topicSteps.topicId,
      stepKey: topicSteps.stepKey,
      title: topicSteps.title,
      kind: topicSteps.kind,
      minutes: topicSteps.minutes,
      required: topicSteps.required,
      body: topicSteps.body,
      goal: topicSteps.goal,
      state: stepRecords.state,
      count: stepRecords.count,
      answer: stepRecords.answer,
      doneAt: stepRecords.doneAt,
      updatedAt: stepRecords.updatedAt,
    })
    .from(enrolments)
    .innerJoin(programTopics, eq(programTopics.programId, enrolments.programId))
    .leftJoin(
      enrolmentTopics,
      and(eq(enrolmentTopics.enrolmentId, enrolments.id), eq(enrolmentTopics.topicId, programTopics.topicId)),
    )
    .innerJoin(
      topicSteps,
      and(eq(topicSteps.topicId, programTopics.topicId), sql`${topicSteps.n} = ${pinnedVersion}`),
    )
    .leftJoin(
      stepRecords,
      and(eq(stepRecords.enrolmentId, enrolments.id), eq(stepRecords.stepKey, topicSteps.stepKey)),
    )
    .where(inArray(enrolments.id, enrolmentIds))
    .orderBy(asc(topicSteps.position));
  return Map.groupBy(
    rows.map((row) => ({ ...row, state: row.state ?? ('none' as const), count: row.count ?? 0 })),
    ({ enrolmentId, topicId }) => `${enrolmentId}/${topicId}`,
  );
}
