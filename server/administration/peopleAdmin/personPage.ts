import type { AdminPersonPage } from '#contract/administration/peopleAdmin.ts';
import { and, count, desc, eq, gt, isNull, sql } from '#server/db/drizzle.ts';
import { accessWindows, users } from '#server/db/schema/people.ts';
import { enrolments, programs } from '#server/db/schema/programs.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { openSessionsOf } from '#server/learning/coaching/index.ts';
import { participantOf } from '#server/people/index.ts';
import { countPlannedSurveys } from '#server/surveys/index.ts';
import { readPerson } from './peopleTable.ts';

/** Ends a recursion on data with a cycle. */
const MAX_LEVELS = 12;

/** A person for the administrators' page, with what their deactivation affects. Null if there is no such person. */
export async function readPersonPage(
  tx: TenantTransaction,
  userId: number,
  now: Date,
): Promise<Omit<AdminPersonPage, 'history' | 'signInDelayedUntil'> | null> {
  const [
    person,
    [dates],
    [coaching],
    [open],
    planned,
    plannedSurveys,
    departmentPath,
    managers,
    [window],
    joined,
  ] = await Promise.all([
    readPerson(tx, userId, now),
    tx
      .select({
        joinedAt: users.joinedAt,
        activatedAt: users.activatedAt,
        deactivatedAt: users.deactivatedAt,
      })
      .from(users)
      .where(eq(users.id, userId)),
    tx
      .select({ learners: count() })
      .from(enrolments)
      .where(and(eq(enrolments.coachId, userId), isNull(enrolments.finishedAt))),
    tx
      .select({ sessions: count() })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now))),
    tx.execute<{ sessions: number }>(
      sql`select ${openSessionsOf(now).count} as sessions from users as u where u.id = ${userId}`,
    ),
    countPlannedSurveys(tx, [userId]),
    readDepartmentPath(tx, userId),
    readManagers(tx, userId),
    tx
      .select({ since: accessWindows.since })
      .from(accessWindows)
      .where(
        and(
          eq(accessWindows.subjectId, userId),
          eq(accessWindows.relation, 'manager'),
          isNull(accessWindows.until),
        ),
      ),
    tx
      .select({
        programId: programs.id,
        name: programs.name,
        state: enrolments.state,
        joinedAt: enrolments.joinedAt,
        finishedAt: enrolments.finishedAt,
      })
      .from(enrolments)
      .innerJoin(programs, eq(programs.id, enrolments.programId))
      .where(eq(enrolments.userId, userId))
      .orderBy(desc(enrolments.joinedAt))
      .limit(20),
  ]);
  if (!person || !dates) return null;
  return {
    ...person,
    joinedAt: dates.joinedAt.toISOString(),
    activatedAt: dates.activatedAt?.toISOString() ?? null,
    deactivatedAt: dates.deactivatedAt?.toISOString() ?? null,
    departmentPath,
    managerSince: window?.since.toISOString() ?? null,
    managers,
    programs: joined.map(({ programId, name, state, joinedAt, finishedAt }) => ({
      programId,
      name,
      state,
      at: (finishedAt ?? joinedAt).toISOString(),
    })),
    coachOf: coaching?.learners ?? 0,
    openSessions: open?.sessions ?? 0,
    plannedSessions: planned.rows[0]?.sessions ?? 0,
    plannedSurveys,
  };
}

async function readDepartmentPath(tx: TenantTransaction, userId: number): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    with recursive path as (
      select d.id, d.parent_id, d.name, 1 as level from departments as d
        join users as u on u.department_id = d.id where u.id = ${userId}
      union all select d.id, d.parent_id, d.name, level + 1 from departments as d
        join path on d.id = path.parent_id where level < ${MAX_LEVELS})
    select name from path order by level desc`);
  return rows.map(({ name }) => name);
}

interface ManagerRow extends Record<string, unknown> {
  id: number;
  firstName: string;
  lastName: string;
  avatarId: string | null;
  title: string | null;
}

async function readManagers(tx: TenantTransaction, userId: number) {
  const { rows } = await tx.execute<ManagerRow>(sql`
    with recursive above as (
      select manager_id, 0 as level from users where id = ${userId}
      union all select m.manager_id, level + 1 from users as m
        join above on m.id = above.manager_id where level < ${MAX_LEVELS})
    select m.id, m.first_name as "firstName", m.last_name as "lastName", m.avatar_id as "avatarId", m.title
    from above join users as m on m.id = above.manager_id order by level desc`);
  return rows.map((row) => ({ ...participantOf(row), title: row.title }));
}
