import type { Department, DepartmentPage, Departments } from '#contract/administration/departments.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { departmentsWithin, participantOf } from '#server/people/index.ts';

const ACTIVE_DAYS = 28;

interface Row extends Record<string, unknown> {
  departmentId: number;
  name: string;
  parentId: number | null;
  headId: number | null;
  headFirstName: string | null;
  headLastName: string | null;
  headAvatarId: string | null;
}

interface Figures extends Record<string, unknown> {
  invited: number;
  managers: number;
  activeIn28Days: number;
  programs: number;
}

/** The whole tree with the numbers of active people. */
export async function readDepartments(tx: TenantTransaction): Promise<Departments> {
  const { rows: counts } = await tx.execute<{ departmentId: number | null; people: number }>(sql`
    select department_id as "departmentId", count(*)::int as people from users where status = 'active' group by department_id`);
  const { rows } = await tx.execute<Row>(sql`
    select d.id as "departmentId", d.name, d.parent_id as "parentId", head.id as "headId",
      head.first_name as "headFirstName", head.last_name as "headLastName", head.avatar_id as "headAvatarId"
    from departments as d
    left join users as head on head.id = d.head_id and head.status <> 'deactivated'
    order by lower(d.name), d.id`);
  const direct = new Map(counts.map(({ departmentId, people }) => [departmentId, people]));
  const totals = sumUp(rows, direct);
  return {
    data: rows.map((row) => ({
      departmentId: row.departmentId,
      name: row.name,
      parentId: row.parentId,
      head: headOf(row),
      direct: direct.get(row.departmentId) ?? 0,
      total: totals.get(row.departmentId) ?? 0,
    })),
    withoutDepartment: direct.get(null) ?? 0,
    people: counts.reduce((sum, { people }) => sum + people, 0),
  };
}

/** Adds the members of each department to the counts of all departments above it. */
function sumUp(rows: Pick<Row, 'departmentId' | 'parentId'>[], direct: Map<number | null, number>) {
  const parents = new Map(rows.map(({ departmentId, parentId }) => [departmentId, parentId]));
  const totals = new Map<number, number>();
  for (const { departmentId } of rows) {
    const people = direct.get(departmentId) ?? 0;
    for (let id: number | null = departmentId; id !== null; id = parents.get(id) ?? null)
      totals.set(id, (totals.get(id) ?? 0) + people);
  }
  return totals;
}

function headOf({ headId, headFirstName, headLastName, headAvatarId }: Row): Department['head'] {
  if (headId === null || headFirstName === null || headLastName === null) return null;
  return participantOf({
    id: headId,
    firstName: headFirstName,
    lastName: headLastName,
    avatarId: headAvatarId,
  });
}

/** One department with figures about it and the departments below it. */
export async function readDepartmentPage(
  tx: TenantTransaction,
  departmentId: number,
  now: Date,
): Promise<DepartmentPage> {
  const department = await readDepartment(tx, departmentId);
  const activeSince = new Date(now.getTime() - ACTIVE_DAYS * 24 * 60 * 60_000).toISOString();
  const { rows } = await tx.execute<Figures>(sql`
    select count(*) filter (where u.status = 'invited')::int as invited,
      count(*) filter (where u.status = 'active' and u.last_active_at > ${activeSince}::timestamptz)::int as "activeIn28Days",
      count(*) filter (where u.status = 'active'
        and exists (select from users as r where r.manager_id = u.id and r.status <> 'deactivated'))::int as managers,
      (select count(distinct e.program_id) from enrolments as e join users as learner on learner.id = e.user_id
        where learner.status = 'active' and learner.department_id in ${departmentsWithin(departmentId)}
          and e.finished_at is null and e.state not in ('invited', 'declined', 'withdrawn'))::int as programs
    from users as u where u.department_id in ${departmentsWithin(departmentId)}`);
  const [figures] = rows;
  if (!figures) throw new Error('The department has no figures');
  return { ...department, ...figures };
}

/** One department in the format of the list. */
export async function readDepartment(tx: TenantTransaction, departmentId: number): Promise<Department> {
  const department = (await readDepartments(tx)).data.find((one) => one.departmentId === departmentId);
  if (!department) throw notFound();
  return department;
}
