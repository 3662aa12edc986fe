import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
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
} from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Plan, PlanStep, PlanTopic } from './plan.ts';

/** Limits enrolments to the latest cycle of each person in each program. */
export const isLatestCycle = sql`${enrolments.cycle} = (select max(other.cycle) from enrolments as other
  where other.program_id = ${enrolments.programId} and other.user_id = ${enrolments.userId})`;
const newestVersion = sql<number>`(select max(version.n) from topic_versions as version
  where version.topic_id = ${programTopics.topicId})`;
/** The pinned version of a topic, or the newest one if the topic was added to the program later (decision 0028). */
const pinnedVersion = sql<number>`coalesce(${enrolmentTopics.n}, ${newestVersion})`;

/** Current coach or manager only. */
const proposedBy = sql<number[]>`array(select proposal.proposed_by from topic_proposals as proposal
  where proposal.enrolment_id = ${enrolments.id} and proposal.topic_id = ${topics.id}
    and proposal.taken_back_at is null and proposal.proposed_by in (${enrolments.coachId},
      (select person.manager_id from users as person where person.id = ${enrolments.userId})))`;

const reopened = sql<PlanTopic['reopened']>`(select jsonb_build_object('by', completion.reopened_by,
    'reason', completion.reopened_because, 'at', completion.reopened_at)
  from topic_completions as completion
  where completion.enrolment_id = ${enrolments.id} and completion.topic_id = ${topics.id}
    and completion.reopened_by is not null and completion.reopened_because is not null
  order by completion.n desc limit 1)`;

export interface PlanFilter {
  userIds?: readonly number[];
  enrolmentIds?: readonly string[];
  programId?: string;
  cycles?: 'latest' | 'earlier';
  /** Leaves out step texts and answers, which makes lists fast. */
  isOutline?: boolean;
}

/** Enrolments in active and closed programs with topics, steps and records, always in three queries (decision 0027). */
export async function findPlans(tx: TenantTransaction, filter: PlanFilter): Promise<Plan[]> {
  const { userIds, enrolmentIds, programId, cycles = 'latest', isOutline = false } = filter;
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

/** The latest enrolment of one person in one program. `isLocked` locks all its cycles until the transaction ends. */
export async function findOwnPlan(
  tx: TenantTransaction,
  userId: number,
  programId: string,
  { isLocked = false } = {},
): Promise<Plan | null> {
  if (isLocked) await lockEnrolments(tx, userId, programId);
  return (await findPlans(tx, { userIds: [userId], programId }))[0] ?? null;
}

/** Locks all cycles of a person in a program, so that concurrent changes run one after the other. */
export const lockEnrolments = (tx: TenantTransaction, userId: number, programId: string) =>
  tx
    .select({ id: enrolments.id, cycle: enrolments.cycle, state: enrolments.state })
    .from(enrolments)
    .where(and(eq(enrolments.userId, userId), eq(enrolments.programId, programId)))
    .orderBy(desc(enrolments.cycle))
    .for('update');

/** Learners do not see programs that are drafts or archived. */
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
      reopened,
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
    // Selected topics first, in the order of their selection.
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
