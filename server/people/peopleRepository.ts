import type { Person } from '#contract/people.ts';
import { initialsOf } from '#contract/people.ts';
import type { Participant } from '#contract/programs.ts';
import { and, asc, eq, inArray, ne } from '#server/db/drizzle.ts';
import { departments, users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { avatarPath, participantOf } from './present.ts';

const MAX_ADMINISTRATORS = 3;

/** The directory of one department, or of all (0). Invited people who have not signed in yet are left out. */
export async function listPeople(tx: TenantTransaction, departmentId: number): Promise<Person[]> {
  const rows = await tx
    .select({ user: users, departmentName: departments.name })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(
      and(ne(users.status, 'invited'), departmentId === 0 ? undefined : eq(users.departmentId, departmentId)),
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
  }));
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
