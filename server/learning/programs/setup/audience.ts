import { type SQL, sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';

/** The people below a manager, at every level, as `name`. */
const lineOf = (managerId: SQL, name = sql`line`) => sql`${name} as (
  select id from users where manager_id = ${managerId}
  union select u.id from users as u join ${name} on u.manager_id = ${name}.id)`;

/** People who can be invited: all, or those below the viewer. */
const reachable = (isForLine: SQL) =>
  sql`u.status in ('active', 'invited') and (not ${isForLine} or u.id in (select id from line))`;

/** The current audience of a program, as `u`. */
const audienceOf = (programId: string, columns: SQL, rest: SQL = sql``) => sql`
  with recursive p as (select * from programs where id = ${programId}),
  below as (
    select id from departments where id in (select unnest(audience_departments) from p)
    union select d.id from departments as d join below on d.parent_id = below.id),
  rule as (
    select audience_rule->>'role' as role, (audience_rule->>'joinedSince')::date as joined_since,
      (audience_rule->>'managerId')::int as manager_id from p),
  ${lineOf(sql`(select owner_id from p)`)},
  ${lineOf(sql`(select manager_id from rule)`, sql`rule_line`)}
  select ${columns} from users as u cross join p cross join rule as r
  where ${reachable(sql`p.is_for_line`)}
    and (not p.audience_everyone and u.id = any(p.audience_people)
      or (p.audience_everyone or u.department_id in (select id from below))
        and (r.role is null or (r.role = 'managers') = (u.id in (
          select manager_id from users where manager_id is not null and status <> 'deactivated')))
        and (r.joined_since is null or (u.joined_at at time zone 'UTC')::date >= r.joined_since)
        and (r.manager_id is null or u.id in (select id from rule_line)))
    ${rest}`;

export async function countAudience(tx: TenantTransaction, programId: string): Promise<number> {
  const { rows } = await tx.execute<{ people: number }>(audienceOf(programId, sql`count(*)::int as people`));
  return rows[0]?.people ?? 0;
}

/** The next people, by id, in the audience who were never in the program. */
export async function nextInvitees(
  tx: TenantTransaction,
  programId: string,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    audienceOf(
      programId,
      sql`u.id`,
      sql`and u.id > ${after} and not exists (select from enrolments as e where e.program_id = p.id and e.user_id = u.id)
        order by u.id limit ${limit}`,
    ),
  );
  return rows.map(({ id }) => id);
}

export interface Scope {
  userId: number;
  isForLine: boolean;
}

/** The departments with people in the scope, each with the number of people in it and below it, and the total. */
export async function countPlaces(tx: TenantTransaction, { userId, isForLine }: Scope) {
  const { rows } = await tx.execute<{
    departmentId: number | null;
    name: string;
    parentId: number | null;
    people: number;
  }>(sql`
    with recursive ${lineOf(sql`${userId}::int`)},
    paths as (
      select id, name, parent_id, id as top from departments
      union all select d.id, d.name, d.parent_id, paths.top from departments as d join paths on d.parent_id = paths.id),
    people as (select u.department_id from users as u where ${reachable(sql`${isForLine}::boolean`)})
    select null::int as "departmentId", '' as name, null::int as "parentId", count(*)::int as people from people
    union all
    select d.id, d.name, d.parent_id, count(*)::int from departments as d join paths on paths.top = d.id
    join people on people.department_id = paths.id group by d.id, d.name, d.parent_id
    order by name, 1`);
  return {
    everyone: rows.find(({ departmentId }) => departmentId === null)?.people ?? 0,
    departments: rows.flatMap(({ departmentId, ...rest }) =>
      departmentId === null ? [] : [{ departmentId, ...rest }],
    ),
  };
}

/** Number of people in the scope. */
export const isInScope = ({ userId, isForLine }: Scope) =>
  isForLine
    ? sql`users.status in ('active', 'invited') and users.id in (with recursive ${lineOf(sql`${userId}::int`)} select id from line)`
    : sql`users.status in ('active', 'invited')`;
