import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';
import {
  enrolments,
  enrolmentTopics,
  goals,
  programs,
  programTopics,
  stepRecords,
  topicCompletions,
  topicConfirmations,
  topicSteps,
  topics,
} from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import type { Plan, PlanStep, PlanTopic } from './plan.ts';

/** The last cycle of each person in each program; earlier ones are history. */
export const isLatestCycle = sql`${enrolments.cycle} = (select max(other.cycle) from enrolments as other
  where other.program_id = ${enrolments.programId} and other.user_id = ${enrolments.userId})`;
const newestVersion = sql<number>`(select max(version.n) from topic_versions as version
  where version.topic_id = ${programTopics.topicId})`;
/** A learner goes through the version that was pinned; a topic that came later is taken as it is now. */
const pinnedVersion = sql<number>`coalesce(${enrolmentTopics.n}, ${newestVersion})`;

/** Of those only who still is the coach or the manager. */
const proposedBy = sql<number[]>`array(select proposal.proposed_by from topic_proposals as proposal
  where proposal.enrolment_id = ${enrolments.id} and proposal.topic_id = ${topics.id}
    and proposal.taken_back_at is null and proposal.proposed_by in (${enrolments.coachId},
      (select person.manager_id from users as person where person.id = ${enrolments.userId})))`;

export interface WhichPlans {
  userIds?: readonly number[];
  enrolmentIds?: readonly string[];
  programId?: string;
  cycles?: 'latest' | 'earlier';
  /** An outline has no texts: nothing to read in it, and quick to fetch for many. */
  isOutline?: boolean;
}

/** The enrolments of these people in programs that run, with topics, steps and what was done. Three queries, however many. */
export async function findPlans(tx: TenantTransaction, which: WhichPlans): Promise<Plan[]> {
  const { userIds, enrolmentIds, programId, cycles = 'latest', isOutline = false } = which;
  if (userIds?.length === 0 || enrolmentIds?.length === 0) return [];
  const heads = await findHeads(
    tx,
    and(
      userIds && inArray(enrolments.userId, [...userIds]),
      enrolmentIds && inArray(enrolments.id, [...enrolmentIds]),
      programId === undefined ? undefined : eq(enrolments.programId, programId),
      cycles === 'latest' ? isLatestCycle : sql`not ${isLatestCycle}`,
    ),
  );
  if (heads.length === 0) return [];
  const ids = heads.map(({ enrolmentId }) => enrolmentId);
  const [steps, allTopics] = await Promise.all([findSteps(tx, ids, isOutline), findTopics(tx, ids)]);
  const topicsOf = new Map<string, PlanTopic[]>();
  for (const { enrolmentId, ...topic } of allTopics) {
    const list = topicsOf.get(enrolmentId) ?? [];
    list.push({ ...topic, steps: steps.get(`${enrolmentId}/${topic.topicId}`) ?? [] });
    topicsOf.set(enrolmentId, list);
  }
  return heads.map((head) => ({ ...head, topics: topicsOf.get(head.enrolmentId) ?? [] }));
}

/** One person's place in one program, kept for the caller alone until the transaction ends when it is to be changed. */
export async function findOwnPlan(
  tx: TenantTransaction,
  userId: number,
  programId: string,
  { isLocked = false } = {},
): Promise<Plan | null> {
  if (isLocked) await lockEnrolments(tx, userId, programId);
  return (await findPlans(tx, { userIds: [userId], programId }))[0] ?? null;
}

/** All cycles of a person in a program: of several calls at once each sees what the one before has done. */
export const lockEnrolments = (tx: TenantTransaction, userId: number, programId: string) =>
  tx
    .select({ id: enrolments.id, cycle: enrolments.cycle, state: enrolments.state })
    .from(enrolments)
    .where(and(eq(enrolments.userId, userId), eq(enrolments.programId, programId)))
    .orderBy(desc(enrolments.cycle))
    .for('update');

/** A program that is being prepared, or was put away, is not there for its learners. */
export const isShown = inArray(programs.status, ['active', 'closed']);

const findHeads = (tx: TenantTransaction, condition: SQL | undefined) =>
  tx
    .select({
      enrolmentId: enrolments.id,
      programId: programs.id,
      programName: programs.name,
      purpose: programs.purpose,
      isOpen: sql<boolean>`${programs.status} = 'active'`,
      confirmation: programs.confirmation,
      userId: enrolments.userId,
      coachId: enrolments.coachId,
      managerId: users.managerId,
      isManagerVisible: programs.managerVisible,
      enrolment: enrolments.state,
      cycle: enrolments.cycle,
      version: enrolments.version,
      invitedBy: enrolments.invitedBy,
      reason: enrolments.reason,
      dueOn: enrolments.dueOn,
      joinedAt: enrolments.joinedAt,
      finishedAt: enrolments.finishedAt,
      selectionMin: programs.selectionMin,
      selectionMax: programs.selectionMax,
    })
    .from(enrolments)
    .innerJoin(programs, eq(programs.id, enrolments.programId))
    .innerJoin(users, eq(users.id, enrolments.userId))
    .where(and(condition, isShown))
    .orderBy(asc(enrolments.dueOn), asc(programs.name), desc(enrolments.cycle), asc(enrolments.id));

const findTopics = (tx: TenantTransaction, enrolmentIds: string[]) =>
  tx
    .select({
      enrolmentId: enrolments.id,
      topicId: topics.id,
      title: topics.title,
      behaviorName: topics.behaviorName,
      description: topics.description,
      isSelected: sql<boolean>`${goals.id} is not null`,
      selectedAt: goals.selectedAt,
      why: goals.why,
      ifThenPlan: goals.ifThenPlan,
      completedAt: topicCompletions.completedAt,
      askedAt: topicConfirmations.askedAt,
      proposedBy,
      version: pinnedVersion,
      newest: newestVersion,
    })
    .from(enrolments)
    .innerJoin(programTopics, eq(programTopics.programId, enrolments.programId))
    .innerJoin(topics, eq(topics.id, programTopics.topicId))
    .leftJoin(
      enrolmentTopics,
      and(eq(enrolmentTopics.enrolmentId, enrolments.id), eq(enrolmentTopics.topicId, topics.id)),
    )
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
    .leftJoin(
      topicConfirmations,
      and(
        eq(topicConfirmations.enrolmentId, enrolments.id),
        eq(topicConfirmations.topicId, topics.id),
        isNull(topicConfirmations.answeredAt),
      ),
    )
    .where(inArray(enrolments.id, enrolmentIds))
    // What was chosen stands first, in the order it was chosen in.
    .orderBy(asc(enrolments.id), asc(goals.selectedAt), asc(programTopics.position));

async function findSteps(tx: TenantTransaction, enrolmentIds: string[], isOutline: boolean) {
  const text = { body: topicSteps.body, answer: stepRecords.answer };
  const none = { body: sql<string>`''`, answer: sql<string | null>`null` };
  const rows = await tx
    .select({
      enrolmentId: enrolments.id,
      topicId: topicSteps.topicId,
      stepKey: topicSteps.stepKey,
      title: topicSteps.title,
      kind: topicSteps.kind,
      minutes: topicSteps.minutes,
      required: topicSteps.required,
      ...(isOutline ? none : text),
      goal: topicSteps.goal,
      challenge: isOutline ? sql<PlanStep['challenge']>`null` : topicSteps.challenge,
      work: isOutline ? sql<PlanStep['work']>`null` : stepRecords.work,
      prerequisiteKeys: topicSteps.prerequisiteKeys,
      waivedBy: stepRecords.waivedBy,
      waivedBecause: stepRecords.waivedBecause,
      state: stepRecords.state,
      count: stepRecords.count,
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
    rows.map((row): PlanStep & { enrolmentId: string; topicId: string } => ({
      ...row,
      state: row.state ?? 'none',
      count: row.count ?? 0,
    })),
    ({ enrolmentId, topicId }) => `${enrolmentId}/${topicId}`,
  );
}
