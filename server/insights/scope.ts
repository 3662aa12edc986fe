import { readSettings } from '#server/administration/settings/index.ts';
import { and, eq, sql } from '#server/db/drizzle.ts';
import { programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { badRequest, notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { FactsScope } from './facts.ts';

type Who = Pick<Viewer, 'userId' | 'isAdmin'>;

export interface InsightsScope extends FactsScope {
  programId: string;
  programName: string;
  isOpen: boolean;
  isPast: boolean;
  department: { departmentId: number; name: string } | null;
  minGroupSize: number;
}

/** SQL: whether a person below `userId` takes part in `program` (a table name), at any level. */
const hasOwnPeople = (userId: number, program: string) => sql`exists (
  with recursive line as (
    select id from users where manager_id = ${userId}::int
    union select u.id from users as u join line on u.manager_id = line.id)
  select from enrolments as e join line on line.id = e.user_id where e.program_id = ${sql.raw(program)}.id)`;

/** Administrators see every launched program. Managers see those that show progress to managers, if their people take part. */
export const mayReadInsights = ({ userId, isAdmin }: Who, program = 'programs') =>
  isAdmin
    ? sql`${sql.raw(program)}.status not in ('draft', 'in_review', 'scheduled')`
    : sql`(${sql.raw(program)}.status in ('active', 'paused', 'closed') and ${sql.raw(program)}.manager_visible
        and ${hasOwnPeople(userId, program)})`;

/** The program and the people whose figures the viewer may read; 404 where there are none. */
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
    managerId: viewer.isAdmin ? null : viewer.userId,
    departmentId,
    department: departmentId === null ? null : await findDepartment(tx, departmentId),
    minGroupSize: (await readSettings(tx)).minGroupSize,
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
