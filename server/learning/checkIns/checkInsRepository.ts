import { and, asc, desc, eq, gte, inArray, isNull, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { checkInComments, checkInQuestions, checkIns } from '#server/db/schema/checkIns.ts';
import { accessWindows, users } from '#server/db/schema/people.ts';
import { organisationSettings } from '#server/db/schema/settings.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Cadence } from './periods.ts';

export type CheckInRow = typeof checkIns.$inferSelect;
export type CommentRow = typeof checkInComments.$inferSelect;
export type QuestionRow = typeof checkInQuestions.$inferSelect;

export async function findCheckInSettings(
  tx: TenantTransaction,
): Promise<{ cadence: Cadence; minGroupSize: number }> {
  const [row] = await tx
    .select({ cadence: organisationSettings.checkInCadence, minGroupSize: organisationSettings.minGroupSize })
    .from(organisationSettings);
  return row ?? { cadence: 'weekly', minGroupSize: 5 };
}

/** The check-ins of these people since a day, newest first. */
export const findCheckInsSince = (
  tx: TenantTransaction,
  userIds: readonly number[],
  since: string,
): Promise<CheckInRow[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(checkIns)
        .where(and(inArray(checkIns.userId, [...userIds]), gte(checkIns.week, since)))
        .orderBy(desc(checkIns.week));

export async function findCheckIn(
  tx: TenantTransaction,
  { userId, week }: { userId: number; week: string },
): Promise<CheckInRow | null> {
  const [row] = await tx
    .select()
    .from(checkIns)
    .where(and(eq(checkIns.userId, userId), eq(checkIns.week, week)));
  return row ?? null;
}

/** The check-in of a period, locked until the end of the transaction. Created with version 0 if there is none. */
export async function lockCheckIn(
  tx: TenantTransaction,
  { userId, week }: { userId: number; week: string },
  now: Date,
): Promise<CheckInRow> {
  await tx
    .insert(checkIns)
    .values({
      id: newId(),
      tenantId: tx.tenantId,
      userId,
      week,
      version: 0,
      state: 'open',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: [checkIns.tenantId, checkIns.userId, checkIns.week] });
  const [row] = await tx
    .select()
    .from(checkIns)
    .where(and(eq(checkIns.userId, userId), eq(checkIns.week, week)))
    .for('update');
  if (!row) throw new Error('The check-in was not stored');
  return row;
}

export const findComments = (tx: TenantTransaction, checkInIds: readonly string[]): Promise<CommentRow[]> =>
  checkInIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(checkInComments)
        .where(inArray(checkInComments.checkInId, [...checkInIds]))
        .orderBy(asc(checkInComments.at), asc(checkInComments.id));

/** Questions by id, also those that were replaced. */
export async function findQuestions(
  tx: TenantTransaction,
  ids: readonly (string | undefined)[],
): Promise<Map<string, QuestionRow>> {
  const wanted = [...new Set(ids.filter((id) => id !== undefined))];
  if (wanted.length === 0) return new Map();
  const rows = await tx.select().from(checkInQuestions).where(inArray(checkInQuestions.id, wanted));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The manager's question in a period; null if there is none. */
export async function findQuestion(
  tx: TenantTransaction,
  { managerId, week }: { managerId: number | null; week: string },
): Promise<(QuestionRow & { text: string }) | null> {
  if (managerId === null) return null;
  const [row] = await tx
    .select()
    .from(checkInQuestions)
    .where(and(eq(checkInQuestions.managerId, managerId), eq(checkInQuestions.week, week)))
    .orderBy(desc(checkInQuestions.position))
    .limit(1);
  return row?.text ? { ...row, text: row.text } : null;
}

/** When the person accepted their invitation. */
export async function findJoinedAt(tx: TenantTransaction, userId: number): Promise<Date> {
  const [row] = await tx.select({ joinedAt: users.joinedAt }).from(users).where(eq(users.id, userId));
  if (!row) throw new Error('The person does not exist');
  return row.joinedAt;
}

/** The current manager and coaches of a person, who can be chosen as readers of a check-in. */
export async function findReaders(
  tx: TenantTransaction,
  userId: number,
): Promise<{ managerId: number | null; coachIds: number[] }> {
  const rows = await tx
    .selectDistinct({ viewerId: accessWindows.viewerId, relation: accessWindows.relation })
    .from(accessWindows)
    .innerJoin(users, and(eq(users.id, accessWindows.viewerId), sql`${users.status} <> 'deactivated'`))
    .where(and(eq(accessWindows.subjectId, userId), isNull(accessWindows.until)))
    .orderBy(asc(accessWindows.viewerId));
  return {
    managerId: rows.find(({ relation }) => relation === 'manager')?.viewerId ?? null,
    coachIds: rows.filter(({ relation }) => relation === 'coach').map(({ viewerId }) => viewerId),
  };
}
