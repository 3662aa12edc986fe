import { and, asc, count, eq, gte, isNull, ne, sql } from '#server/db/drizzle.ts';
import { objectiveChanges, objectives } from '#server/db/schema/objectives.ts';
import { users } from '#server/db/schema/people.ts';
import { propensityResults } from '#server/db/schema/propensity.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { nameStartsWith } from '#server/people/index.ts';
import type { AnsweredChange } from './objectiveNeeds.ts';

/** The viewer's reports without deactivated accounts, filtered by name prefix when `search` is not empty. */
export const findReports = (tx: TenantTransaction, { userId }: Viewer, search = '') =>
  tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      avatarId: users.avatarId,
      title: users.title,
    })
    .from(users)
    .where(
      and(
        eq(users.managerId, userId),
        ne(users.status, 'deactivated'),
        search === '' ? undefined : nameStartsWith(search),
      ),
    )
    .orderBy(asc(users.firstName), asc(users.id));

/** Whether the viewer has reports, coaches anyone, and coaches in a program in which coaches confirm topics. */
export async function findRelations(
  tx: TenantTransaction,
  { userId }: Viewer,
): Promise<{ hasReports: boolean; isCoach: boolean; confirms: boolean }> {
  const { rows } = await tx.execute<{ has_reports: boolean; is_coach: boolean; confirms: boolean }>(sql`select
    exists (select from users as u where u.manager_id = ${userId} and u.status <> 'deactivated') as has_reports,
    exists (select from enrolments as e join programs as p on p.id = e.program_id and p.confirmation = 'coach'
      where e.coach_id = ${userId} and e.state in ('active', 'ready_to_finish')) as confirms,
    exists (select from enrolments as e where e.coach_id = ${userId}) as is_coach`);
  const [row] = rows;
  return {
    hasReports: row?.has_reports ?? false,
    isCoach: row?.is_coach ?? false,
    confirms: row?.confirms ?? false,
  };
}

/** Number of steps and topics that the viewer completed since then. */
export async function countDoneSince(
  tx: TenantTransaction,
  { userId }: Viewer,
  since: Date,
): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`select (
      (select count(*) from enrolments as e join step_records as r on r.enrolment_id = e.id
        where e.user_id = ${userId} and r.state = 'done' and r.done_at >= ${since.toISOString()})
      + (select count(*) from enrolments as e join topic_completions as c on c.enrolment_id = e.id
        where e.user_id = ${userId} and c.reopened_at is null and c.completed_at >= ${since.toISOString()})
    )::int as n`);
  return rows[0]?.n ?? 0;
}

/** An answer to an edit is listed for this many days. */
const ANSWERED_DAYS = 14;

/** The viewer's recent edits of other people's objectives that the owner reverted. */
export async function findAnsweredChanges(
  tx: TenantTransaction,
  { userId }: Viewer,
  now: Date,
): Promise<AnsweredChange[]> {
  const since = new Date(now.getTime() - ANSWERED_DAYS * 86_400_000);
  const rows = await tx
    .select({
      objectiveId: objectives.id,
      changeId: objectiveChanges.id,
      ownerId: objectives.ownerId,
      title: objectives.title,
      respondedAt: objectiveChanges.respondedAt,
    })
    .from(objectiveChanges)
    .innerJoin(objectives, eq(objectives.id, objectiveChanges.objectiveId))
    .innerJoin(users, eq(users.id, objectives.ownerId))
    .where(
      and(
        eq(objectiveChanges.actorId, userId),
        eq(users.managerId, userId),
        eq(objectives.state, 'active'),
        eq(objectives.visibility, 'manager'),
        eq(objectiveChanges.response, 'restored'),
        gte(objectiveChanges.respondedAt, since),
      ),
    )
    .orderBy(asc(objectiveChanges.respondedAt));
  return rows.flatMap(({ respondedAt, ...row }) => (respondedAt ? [{ ...row, respondedAt }] : []));
}

export async function countWithoutProfile(tx: TenantTransaction): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(users)
    .where(and(eq(users.status, 'active'), isNull(users.lastProfileUpdate)));
  return row?.n ?? 0;
}

export async function hasPropensity(tx: TenantTransaction, { userId }: Viewer): Promise<boolean> {
  const [row] = await tx
    .select({ has: sql<boolean>`true` })
    .from(propensityResults)
    .where(eq(propensityResults.userId, userId))
    .limit(1);
  return row !== undefined;
}
