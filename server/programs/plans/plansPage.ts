import { and, asc, eq, sql } from '#server/db/drizzle.ts';
import { enrolments, programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Plan } from './plan.ts';
import { findPlans, isLatestCycle, isShown } from './plansRepository.ts';

/** One page of a person's enrolments: invitations first, ended enrolments last. */
export async function findPlansPage(
  tx: TenantTransaction,
  userId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ plans: Plan[]; total: number }> {
  const rank = sql`case when ${enrolments.state} = 'invited' then 0
    when ${enrolments.state} in ('completed', 'declined', 'withdrawn') then 2 else 1 end`;
  const rows = await tx
    .select({ id: enrolments.id, total: sql<number>`(count(*) over ())::int` })
    .from(enrolments)
    .innerJoin(programs, eq(programs.id, enrolments.programId))
    .where(and(eq(enrolments.userId, userId), isLatestCycle, isShown))
    .orderBy(rank, asc(enrolments.dueOn), asc(programs.name), asc(enrolments.id))
    .offset(offset)
    .limit(limit);
  const outlines = await findPlans(tx, { enrolmentIds: rows.map(({ id }) => id), isOutline: true });
  const byId = new Map(outlines.map((plan) => [plan.enrolmentId, plan]));
  return {
    plans: rows.flatMap(({ id }) => byId.get(id) ?? []),
    total: rows[0]?.total ?? (offset === 0 ? 0 : await countPlans(tx, userId)),
  };
}

async function countPlans(tx: TenantTransaction, userId: number): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(enrolments)
    .innerJoin(programs, eq(programs.id, enrolments.programId))
    .where(and(eq(enrolments.userId, userId), isLatestCycle, isShown));
  return row?.n ?? 0;
}
