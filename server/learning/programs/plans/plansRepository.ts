import type { Pool } from 'pg';
import { and, desc, eq, sql } from '#server/db/drizzle.ts';
import { prepareRead, readPrepared } from '#server/db/preparedReads.ts';
import { enrolments } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Plan } from './plan.ts';
import {
  IS_LATEST_CYCLE,
  PLAN,
  PLAN_ORDER,
  PLAN_OUTLINE,
  PLAN_TABLES,
  type PlanJson,
  toPlan,
} from './planSql.ts';

export interface PlanFilter {
  userIds?: readonly number[];
  programId?: string;
  cycles?: 'latest' | 'earlier';
  /** Leaves out step texts and answers, which makes lists fast. */
  isOutline?: boolean;
}

/** Enrolments in active and closed programs with topics, steps and records, always in one query (decision 0027). */
export async function findPlans(tx: TenantTransaction, filter: PlanFilter): Promise<Plan[]> {
  const { userIds, programId, cycles = 'latest', isOutline = false } = filter;
  if (userIds?.length === 0) return [];
  const { rows } = await tx.execute<{ plan: PlanJson }>(sql`
    select ${sql.raw(isOutline ? PLAN_OUTLINE : PLAN)} as plan from ${sql.raw(PLAN_TABLES)}
    where ${and(
      userIds && sql`e.user_id in ${[...userIds]}`,
      programId === undefined ? undefined : sql`e.program_id = ${programId}`,
      cycles === 'latest' ? sql.raw(IS_LATEST_CYCLE) : sql`not (${sql.raw(IS_LATEST_CYCLE)})`,
    )}
    order by ${sql.raw(PLAN_ORDER)}`);
  return rows.map(({ plan }) => toPlan(plan));
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

/** Locks all cycles of a person in a program, so that concurrent changes run one after another. */
export const lockEnrolments = (tx: TenantTransaction, userId: number, programId: string) =>
  tx
    .select({ id: enrolments.id, cycle: enrolments.cycle, state: enrolments.state })
    .from(enrolments)
    .where(and(eq(enrolments.userId, userId), eq(enrolments.programId, programId)))
    .orderBy(desc(enrolments.cycle))
    .for('update');

const ofUser = `from ${PLAN_TABLES} where e.user_id = $1 and ${IS_LATEST_CYCLE}`;

/** The latest enrolment of a person in each of their programs, as outlines for `toPlan`. */
export const ownPlans = prepareRead<PlanJson, [userId: number]>(
  'own_plans',
  `select ${PLAN_OUTLINE} ${ofUser} order by ${PLAN_ORDER}`,
);

/** Invitations first, ended enrolments last. */
const plansPage = prepareRead<
  { plan: PlanJson; total: number },
  [userId: number, offset: number, limit: number]
>(
  'plans_page',
  `select json_build_object('plan', ${PLAN_OUTLINE}, 'total', count(*) over ()) ${ofUser}
  order by case when e.state = 'invited' then 0 when e.state in ('completed', 'declined', 'withdrawn') then 2
    else 1 end, e.due_on, p.name, e.id
  offset $2::int limit $3::int`,
);
const plansTotal = prepareRead<number, [userId: number]>('plans_total', `select to_json(count(*)) ${ofUser}`);

/** One page of a person's enrolments. */
export async function findPlansPage(
  pool: Pool,
  { userId, tenantId }: Viewer,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ plans: Plan[]; total: number }> {
  const [rows] = await readPrepared(pool, tenantId, [plansPage(userId, offset, limit)]);
  const isPastTheEnd = rows.length === 0 && offset > 0;
  const [[total = 0]] = isPastTheEnd
    ? await readPrepared(pool, tenantId, [plansTotal(userId)])
    : [[rows[0]?.total]];
  return { plans: rows.map(({ plan }) => toPlan(plan)), total };
}
