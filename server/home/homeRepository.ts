import { and, asc, count, eq, gte, isNull, ne, sql } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';
import { enrolments, stepRecords, topicCompletions } from '../db/schema/programs.ts';
import { propensityResults } from '../db/schema/propensity.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import type { Viewer } from '../http/viewer.ts';

/** The people who report to the viewer and are still there. */
export const findReports = (tx: TenantTransaction, { userId }: Viewer) =>
  tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      avatarId: users.avatarId,
      title: users.title,
    })
    .from(users)
    .where(and(eq(users.managerId, userId), ne(users.status, 'deactivated')))
    .orderBy(asc(users.firstName), asc(users.id));

/** Steps and topics that the viewer finished since then. */
export async function countDoneSince(
  tx: TenantTransaction,
  { userId }: Viewer,
  since: Date,
): Promise<number> {
  const [steps] = await tx
    .select({ n: count() })
    .from(stepRecords)
    .innerJoin(enrolments, eq(enrolments.id, stepRecords.enrolmentId))
    .where(and(eq(enrolments.userId, userId), eq(stepRecords.state, 'done'), gte(stepRecords.doneAt, since)));
  const [topics] = await tx
    .select({ n: count() })
    .from(topicCompletions)
    .innerJoin(enrolments, eq(enrolments.id, topicCompletions.enrolmentId))
    .where(and(eq(enrolments.userId, userId), gte(topicCompletions.completedAt, since)));
  return (steps?.n ?? 0) + (topics?.n ?? 0);
}

export async function countWithoutProfile(tx: TenantTransaction): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(users)
    .where(and(eq(users.status, 'active'), isNull(users.lastProfileUpdate)));
  return row?.n ?? 0;
}

export async function hasPropensity(tx: TenantTransaction, { userId }: Viewer): Promise<boolean> {
  const [row] = await tx
    .select({ has: sql<boolean>`true` })
    .from(propensityResults)
    .where(eq(propensityResults.userId, userId))
    .limit(1);
  return row !== undefined;
}
