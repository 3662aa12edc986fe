import { initialsOf } from '#contract/people.ts';
import { sql } from '#server/db/drizzle.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { openSessionsOf } from '#server/learning/coaching/index.ts';
import { avatarPath } from '#server/people/index.ts';

/** A person before an action, with the relations that the action may end. */
export interface AffectedPerson {
  userId: number;
  firstName: string;
  lastName: string;
  initials: string;
  userAvatar: string | null;
  status: 'invited' | 'active' | 'deactivated';
  isAdmin: boolean;
  departmentId: number | null;
  departmentName: string | null;
  managerId: number | null;
  managerName: string | null;
  directReports: number;
  devices: number;
  programs: number;
  plannedSessions: number;
  nextSessionAt: string | null;
}

/** These people, sorted by name. */
export async function readAffected(
  tx: TenantTransaction,
  ids: readonly number[],
  now: Date,
): Promise<AffectedPerson[]> {
  if (ids.length === 0) return [];
  const planned = openSessionsOf(now);
  const { rows } = await tx.execute<
    Omit<AffectedPerson, 'initials' | 'userAvatar'> & { avatarId: string | null } & Record<string, unknown>
  >(sql`
    select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.avatar_id as "avatarId", u.status,
      u.is_admin as "isAdmin", u.department_id as "departmentId", d.name as "departmentName", u.manager_id as "managerId",
      m.first_name || ' ' || m.last_name as "managerName",
      (select count(*) from users as r where r.manager_id = u.id and r.status <> 'deactivated')::int as "directReports",
      (select count(*) from sessions as s
        where s.user_id = u.id and s.revoked_at is null and s.expires_at > ${now.toISOString()}::timestamptz)::int as devices,
      (select count(*) from enrolments as e where e.user_id = u.id and e.finished_at is null)::int as programs,
      ${planned.count} as "plannedSessions", ${planned.first} as "nextSessionAt"
    from users as u
    left join departments as d on d.id = u.department_id
    left join users as m on m.id = u.manager_id
    where u.id = any(${sql.param(ids)}::int[])
    order by u.last_name, u.first_name, u.id`);
  return rows.map(({ avatarId, ...row }) => ({
    ...row,
    nextSessionAt: row.nextSessionAt && new Date(row.nextSessionAt).toISOString(),
    initials: initialsOf(row.firstName, row.lastName),
    userAvatar: avatarPath(avatarId),
  }));
}
