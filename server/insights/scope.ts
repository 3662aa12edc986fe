import { readSettings } from '#server/administration/settings/index.ts';
import { and, eq, type SQL, sql } from '#server/db/drizzle.ts';
import { programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { badRequest, notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { FactsPart, FactsScope } from './facts.ts';

type Who = Pick<Viewer, 'userId' | 'isAdmin'>;

export interface InsightsScope extends FactsScope {
  programId: string;
  programName: string;
  isOpen: boolean;
  isPast: boolean;
  department: { departmentId: number; name: string } | null;
  minGroupSize: number;
}

/**
 * SQL: common table expressions in which `lead` is the manager and everyone below them who has direct
 * reports. The people whose manager is one of them are the line. There are few of them, so each level of the
 * line is found without reading all people.
 */
const leadSql = (managerId: number) => sql`recursive manager as materialized (
    select id, manager_id from users where id in (select manager_id from users where manager_id is not null)
  ), lead as (
    select ${managerId}::int as id union select m.id from manager as m join lead on m.manager_id = lead.id
  )`;

/** SQL: whether a person below `userId` takes part in `program` (a table name), at any level. */
const hasOwnPeople = (userId: number, program: string) => sql`exists (
  with ${leadSql(userId)}
  select from enrolments as e join users as u on u.id = e.user_id
  where e.program_id = ${sql.raw(program)}.id and u.manager_id in (select id from lead))`;

/** Administrators see every launched program. Managers see those that show progress to managers, if their people take part. */
export const mayReadInsights = ({ userId, isAdmin }: Who, program = 'programs') =>
  isAdmin
    ? sql`${sql.raw(program)}.status not in ('draft', 'in_review', 'scheduled')`
    : sql`(${sql.raw(program)}.status in ('active', 'paused', 'closed') and ${sql.raw(program)}.manager_visible
        and ${hasOwnPeople(userId, program)})`;

/** The program and the people whose figures the viewer may read; 404 if there are none. */
export async function findScope(
  tx: TenantTransaction,
  viewer: Who,
  programId: string,
  { asOf, department }: { asOf?: string | undefined; department?: string | undefined },
  now: Date,
): Promise<InsightsScope> {
  const [program] = await tx
    .select({ name: programs.name, status: programs.status })
    .from(programs)
    .where(and(eq(programs.id, programId), mayReadInsights(viewer)));
  if (!program) throw notFound();
  const time = asOf === undefined ? now : endOfDay(asOf);
  if (asOf !== undefined && startOfDay(asOf) > now) throw badRequest({ asOf: 'is in the future' });
  const departmentId = department === undefined ? null : Number(department);
  return {
    programId,
    programName: program.name,
    programIds: [programId],
    isOpen: program.status === 'active',
    asOf: time < now ? time : now,
    isPast: time < now,
    ...(await findPart(tx, { managerId: viewer.isAdmin ? null : viewer.userId, departmentId })),
    department: departmentId === null ? null : await findDepartment(tx, departmentId),
    minGroupSize: (await readSettings(tx)).minGroupSize,
  };
}

/** The line of a manager, and a department with those below it; null: all people. */
export async function findPart(
  tx: TenantTransaction,
  { managerId, departmentId }: { managerId: number | null; departmentId: number | null },
): Promise<FactsPart> {
  const idsOf = async (select: SQL) => (await tx.execute<{ id: number }>(select)).rows.map(({ id }) => id);
  return {
    managerIds: managerId === null ? null : await idsOf(sql`with ${leadSql(managerId)} select id from lead`),
    departmentIds:
      departmentId === null
        ? null
        : await idsOf(sql`with recursive below as (
            select id from departments where id = ${departmentId}::int
            union select d.id from departments as d join below on d.parent_id = below.id
          ) select id from below`),
  };
}

async function findDepartment(tx: TenantTransaction, departmentId: number) {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from departments where id = ${departmentId}`,
  );
  if (!rows[0]) throw badRequest({ department: 'does not exist' });
  return { departmentId, name: rows[0].name };
}

const startOfDay = (day: string) => new Date(`${day}T00:00:00.000Z`);
const endOfDay = (day: string) => new Date(startOfDay(day).getTime() + 24 * 60 * 60_000 - 1);
