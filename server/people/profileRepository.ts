import type { Profile, ProfileEdit } from '#contract/people.ts';
import { initialsOf } from '#contract/people.ts';
import { and, eq, sql } from '../db/drizzle.ts';
import { departments, users } from '../db/schema/people.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { avatarPath } from './present.ts';

export async function readProfile(tx: TenantTransaction, { userId }: Viewer): Promise<Profile> {
  const [row] = await tx
    .select({
      user: users,
      departmentName: departments.name,
      managerName: sql<
        string | null
      >`(select manager.first_name || ' ' || manager.last_name from users as manager where manager.id = ${users.managerId})`,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(eq(users.id, userId));
  if (!row) throw notFound();
  const { user, departmentName, managerName } = row;
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    emailAddress: user.email,
    title: user.title,
    timeZone: user.timeZone,
    departmentName,
    managerName,
    userAvatar: avatarPath(user.avatarId),
    initials: initialsOf(user.firstName, user.lastName),
    lastProfileUpdate: user.lastProfileUpdate?.toISOString() ?? null,
    version: user.version,
  };
}

/** Saves what the person says about themselves, unless it was saved elsewhere since they read it. */
export async function saveProfile(
  tx: TenantTransaction,
  { userId }: Viewer,
  { version, ...edit }: ProfileEdit,
  now: Date,
) {
  const { rowCount } = await tx
    .update(users)
    .set({ ...edit, lastProfileUpdate: now, version: version + 1 })
    .where(and(eq(users.id, userId), eq(users.version, version)));
  if (rowCount === 0)
    throw new Refusal(
      409,
      'conflict',
      'Your profile was saved somewhere else in the meantime. Reload it, then make your change again.',
    );
}
