import { initialsOf } from '#contract/people.ts';
import type { Profile, ProfileEdit } from '#contract/profile.ts';
import { and, eq, sql } from '#server/db/drizzle.ts';
import { departments, users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError, notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { avatarPath } from './present.ts';

/** The condition for active people who have not saved their profile yet. The index `users_without_profile` lists them. */
export const isWithoutProfile = (user: string) =>
  `${user}.status = 'active' and ${user}.last_profile_update is null`;

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
    pronouns: user.pronouns,
    locale: user.locale,
    workingHours: user.workingHours,
    helpTopics: user.helpTopics,
    departmentName,
    managerName,
    userAvatar: avatarPath(user.avatarId),
    initials: initialsOf(user.firstName, user.lastName),
    lastProfileUpdate: user.lastProfileUpdate?.toISOString() ?? null,
    version: user.version,
  };
}

/** Saves the profile, unless another request saved it since the user read it. */
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
    throw new HttpError(
      409,
      'conflict',
      'Your profile was changed in another tab or on another device. Reload the page, then make your change again.',
    );
}
