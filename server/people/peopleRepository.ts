import type { Participant, Person } from '#contract/people.ts';
import { initialsOf } from '#contract/people.ts';
import { and, asc, eq, inArray, ne, sql } from '#server/db/drizzle.ts';
import { departments, users } from '#server/db/schema/people.ts';
import { organisationSettings } from '#server/db/schema/settings.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { avatarPath, participantOf } from './present.ts';

const MAX_ADMINISTRATORS = 3;

/** A department and all departments below it. */
export const departmentsWithin = (departmentId: number) => sql`(
  with recursive below as (
    select id from departments where id = ${departmentId}
    union select d.id from departments as d join below on d.parent_id = below.id)
  select id from below)`;

/**
 * The people of a department and those below it, or all people (0). Invited people who have not signed in yet are left
 * out.
 */
export async function listPeople(tx: TenantTransaction, departmentId: number): Promise<Person[]> {
  const rows = await tx
    .select({ user: users, departmentName: departments.name })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(
      and(
        ne(users.status, 'invited'),
        departmentId === 0 ? undefined : inArray(users.departmentId, departmentsWithin(departmentId)),
      ),
    )
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id));
  return rows.map(({ user, departmentName }) => ({
    userId: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    emailAddress: user.email,
    title: user.title,
    departmentName,
    userAvatar: avatarPath(user.avatarId),
    initials: initialsOf(user.firstName, user.lastName),
    uuid: user.uuid,
    isActive: user.status === 'active',
    ...(user.pronouns && { pronouns: user.pronouns }),
    ...(user.helpTopics.length > 0 && { helpTopics: user.helpTopics }),
  }));
}

/** The language for a person without a request: their own, otherwise the organisation's (decision 0024). */
export async function findLocale(tx: TenantTransaction, userId: number): Promise<string> {
  const [found] = await tx
    .select({ own: users.locale, common: organisationSettings.locale })
    .from(users)
    .leftJoin(organisationSettings, eq(organisationSettings.tenantId, users.tenantId))
    .where(eq(users.id, userId));
  return found?.own ?? found?.common ?? 'en-US';
}

/** Active administrators other than the viewer. */
export async function findAdministrators(tx: TenantTransaction, viewer: Viewer): Promise<Participant[]> {
  const rows = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, avatarId: users.avatarId })
    .from(users)
    .where(and(users.isAdmin, eq(users.status, 'active'), ne(users.id, viewer.userId)))
    .orderBy(asc(users.id))
    .limit(MAX_ADMINISTRATORS);
  return rows.map(participantOf);
}

/** People by id, with the fields that everyone may see. */
export async function findParticipants(
  tx: TenantTransaction,
  ids: readonly (number | null)[],
): Promise<Map<number, Participant>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, avatarId: users.avatarId })
    .from(users)
    .where(inArray(users.id, wanted));
  return new Map(rows.map((row) => [row.id, participantOf(row)]));
}
