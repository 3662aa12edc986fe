import type { Audience, AudienceOptions } from '#contract/surveys/surveys.ts';
import { type SQL, sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';
import { departmentsWithin, nameStartsWith, participantOf } from '#server/people/index.ts';

/** The person who runs a survey. Administrators can ask everyone, managers their reporting line. */
export interface SurveyOwner {
  userId: number;
  isAdmin: boolean;
}

/** A manager's reports at every level. */
const lineOf = (managerId: number) => sql`(
  with recursive line as (
    select id from users where manager_id = ${managerId}
    union select u.id from users as u join line on u.manager_id = line.id)
  select id from line where id <> ${managerId})`;

const reachOf = ({ userId, isAdmin }: SurveyOwner): SQL =>
  isAdmin ? sql`u.status = 'active'` : sql`u.status = 'active' and u.id in ${lineOf(userId)}`;

/** A parameter with an array; drizzle would write one parameter for each element. */
const idArray = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::int[]`;

function conditionOf(owner: SurveyOwner, audience: Audience): SQL {
  const reach = reachOf(owner);
  if (audience.kind === 'everybody') return reach;
  if (audience.kind === 'people') return sql`${reach} and u.id = any(${idArray(audience.userIds)})`;
  const within = audience.departmentIds.map((id) => sql`u.department_id in ${departmentsWithin(id)}`);
  return sql`${reach} and (${sql.join(within, sql` or `)})`;
}

export interface Member extends Record<string, unknown> {
  userId: number;
  departmentId: number | null;
}

/** The active people in the audience whom the owner may ask. */
export async function findMembers(
  tx: TenantTransaction,
  owner: SurveyOwner,
  audience: Audience,
): Promise<Member[]> {
  const { rows } = await tx.execute<Member>(
    sql`select u.id as "userId", u.department_id as "departmentId" from users as u where ${conditionOf(owner, audience)} order by u.id`,
  );
  return rows;
}

export async function countMembers(tx: TenantTransaction, owner: SurveyOwner, audience: Audience) {
  const { rows } = await tx.execute<{ people: number }>(
    sql`select count(*)::int as people from users as u where ${conditionOf(owner, audience)}`,
  );
  return rows[0]?.people ?? 0;
}

/**
 * Refuses people and departments that the owner may not ask or that do not exist. The saved ones may stay: people who
 * have left are not asked.
 */
export async function requireAudience(
  tx: TenantTransaction,
  owner: SurveyOwner,
  audience: Audience,
  saved: Audience,
) {
  if (audience.kind === 'everybody') return;
  if (audience.kind === 'departments') {
    const ids = addedIds(audience.departmentIds, saved.kind === 'departments' ? saved.departmentIds : []);
    if (ids.length === 0) return;
    const { rows } = await tx.execute<{ known: number }>(
      sql`select count(*)::int as known from departments where id = any(${idArray(ids)})`,
    );
    if (!owner.isAdmin || rows[0]?.known !== ids.length)
      throw notPossible('Some of these departments cannot be asked. Choose others.', {
        'audience.departmentIds': 'contains departments that you cannot ask',
      });
    return;
  }
  const userIds = addedIds(audience.userIds, saved.kind === 'people' ? saved.userIds : []);
  if ((await countMembers(tx, owner, { kind: 'people', userIds })) !== userIds.length)
    throw notPossible(
      owner.isAdmin
        ? 'Some of these people are not active. Choose others.'
        : 'Some of these people are not active or do not report to you. Choose others.',
      { 'audience.userIds': 'contains people whom you cannot ask' },
    );
}

const addedIds = (ids: readonly number[], saved: readonly number[]) =>
  [...new Set(ids)].filter((id) => !saved.includes(id));

interface PersonRow extends Record<string, unknown> {
  id: number;
  firstName: string;
  lastName: string;
  avatarId: string | null;
}

const MAX_LISTED = 500;
const MAX_FOUND = 8;

/** Administrators choose people from the directory; managers from this list, or from the people whom `search` finds. */
export async function readAudienceOptions(
  tx: TenantTransaction,
  owner: SurveyOwner,
  search?: string,
): Promise<AudienceOptions> {
  const everybody = await countMembers(tx, owner, { kind: 'everybody' });
  if (!owner.isAdmin) {
    const { rows } = await tx.execute<PersonRow>(sql`
      select u.id, u.first_name as "firstName", u.last_name as "lastName", u.avatar_id as "avatarId"
      from users as u where ${reachOf(owner)} and ${search === undefined ? sql`true` : nameStartsWith(search, 'u')}
      order by lower(u.last_name), lower(u.first_name), u.id limit ${search === undefined ? MAX_LISTED : MAX_FOUND}`);
    return { everybody, departments: [], people: rows.map(participantOf) };
  }
  const { rows } = await tx.execute<AudienceOptions['departments'][number]>(sql`
    with recursive below as (
      select id as top, id from departments
      union all select below.top, d.id from below join departments as d on d.parent_id = below.id)
    select d.id as "departmentId", d.name, d.parent_id as "parentId", count(u.id)::int as people
    from departments as d join below on below.top = d.id
    left join users as u on u.department_id = below.id and u.status = 'active'
    group by d.id, d.name, d.parent_id order by lower(d.name), d.id`);
  return { everybody, departments: rows, people: null };
}

/** Whether a person manages at least one active person. */
export async function hasReports(tx: TenantTransaction, userId: number): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from users where manager_id = ${userId} and status = 'active' limit 1`,
  );
  return rows.length > 0;
}
