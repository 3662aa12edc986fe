import { initialsOf } from '#contract/people.ts';
import type { SessionUser } from '#contract/session.ts';
import { desc, eq, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { propensityResults } from '#server/db/schema/propensity.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { avatarPath } from '#server/people/index.ts';

/** The signed-in person in the form that the client uses. */
export async function readSessionUser(tx: TenantTransaction, { userId }: Viewer): Promise<SessionUser> {
  const person = tx
    .select({
      user: {
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        tenantId: users.tenantId,
        isAdmin: users.isAdmin,
        mayAuthor: users.mayAuthor,
        lastProfileUpdate: users.lastProfileUpdate,
        joinedAt: users.joinedAt,
        avatarId: users.avatarId,
        uuid: users.uuid,
      },
      tenantName: tenants.name,
      hasReports: sql<boolean>`exists (select from users as report where report.manager_id = ${users.id} and report.status <> 'deactivated')`,
    })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(eq(users.id, userId));
  const result = tx
    .select({ score: propensityResults.score })
    .from(propensityResults)
    .where(eq(propensityResults.userId, userId))
    .orderBy(desc(propensityResults.answeredAt))
    .limit(1);
  const [[row], [latest]] = await Promise.all([person, result]);
  if (!row) throw notFound();
  const { user, tenantName, hasReports } = row;
  return {
    userId,
    firstName: user.firstName,
    lastName: user.lastName,
    emailAddress: user.email,
    tenantId: user.tenantId,
    tenantName,
    isAdmin: user.isAdmin,
    roles: { isAdmin: user.isAdmin, hasReports, mayAuthor: user.mayAuthor },
    lastProfileUpdate: user.lastProfileUpdate?.toISOString() ?? null,
    propensityScore: latest?.score ?? null,
    joinedAt: user.joinedAt.toISOString(),
    userAvatar: avatarPath(user.avatarId),
    initials: initialsOf(user.firstName, user.lastName),
    uuid: user.uuid,
  };
}
