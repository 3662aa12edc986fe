import type { CalendarSource } from '#contract/learning/calendar.ts';
import { CALENDAR_MAX_SOURCES } from '#contract/limits.ts';
import { and, asc, eq, gt, inArray, lt, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { calendarBusy, calendarSources } from '#server/db/schema/calendar.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Interval } from '#server/learning/coaching/slots.ts';

const ROWS_AT_ONCE = 1_000;

export async function findSources(tx: TenantTransaction, userId: number): Promise<CalendarSource[]> {
  const rows = await tx
    .select()
    .from(calendarSources)
    .where(eq(calendarSources.userId, userId))
    .orderBy(asc(calendarSources.createdAt), asc(calendarSources.id));
  return rows.map(({ id, name, address, readAt, failure, times }) => ({
    sourceId: id,
    name,
    kind: address === null ? 'file' : 'address',
    readAt: readAt?.toISOString() ?? null,
    failure,
    times,
  }));
}

/** The times when people are busy according to their calendars. */
export async function findBusyTimes(
  tx: TenantTransaction,
  userIds: readonly number[],
  { from, until }: Interval,
): Promise<Map<number, Interval[]>> {
  const rows = await tx
    .select({ userId: calendarBusy.userId, startsAt: calendarBusy.startsAt, endsAt: calendarBusy.endsAt })
    .from(calendarBusy)
    .where(
      and(
        inArray(calendarBusy.userId, [...userIds]),
        gt(calendarBusy.endsAt, new Date(from)),
        lt(calendarBusy.startsAt, new Date(until)),
      ),
    )
    .orderBy(asc(calendarBusy.startsAt));
  const found = new Map<number, Interval[]>(userIds.map((id) => [id, []]));
  for (const { userId, startsAt, endsAt } of rows)
    found.get(userId)?.push({ from: startsAt.getTime(), until: endsAt.getTime() });
  return found;
}

export async function findTimeZone(tx: TenantTransaction, userId: number): Promise<string> {
  const [user] = await tx.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId));
  return user?.timeZone ?? 'UTC';
}

/** Locks the person, so that two requests at the same time do not exceed the limit. */
async function requireRoom(tx: TenantTransaction, userId: number, name: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const existing = await tx
    .select({ name: calendarSources.name })
    .from(calendarSources)
    .where(eq(calendarSources.userId, userId));
  if (existing.length >= CALENDAR_MAX_SOURCES)
    throw notPossible(`You can add ${CALENDAR_MAX_SOURCES} calendars at most. Remove one first.`);
  if (existing.some((one) => one.name === name))
    throw notPossible('Another of your calendars has this name. Choose another one.', { name: 'is in use' });
}

/** Adds a calendar that was read, with its busy times. */
export async function addSource(
  tx: TenantTransaction,
  userId: number,
  { name, address }: { name: string; address: string | null },
  times: readonly Interval[],
  now: Date,
) {
  await requireRoom(tx, userId, name);
  const id = newId();
  await tx.insert(calendarSources).values({
    tenantId: tx.tenantId,
    id,
    userId,
    name,
    address,
    createdAt: now,
    triedAt: now,
  });
  await saveTimes(tx, { id, userId }, times, now);
}

/** Replaces the busy times of a calendar after it was read. Nothing happens if it was removed in the meantime. */
export async function saveTimes(
  tx: TenantTransaction,
  { id, userId }: { id: string; userId: number },
  times: readonly Interval[],
  now: Date,
) {
  const [updated] = await tx
    .update(calendarSources)
    .set({ readAt: now, triedAt: now, failure: null, times: times.length })
    .where(eq(calendarSources.id, id))
    .returning({ id: calendarSources.id });
  if (!updated) return;
  await tx.delete(calendarBusy).where(eq(calendarBusy.sourceId, id));
  for (let at = 0; at < times.length; at += ROWS_AT_ONCE)
    await tx.insert(calendarBusy).values(
      times.slice(at, at + ROWS_AT_ONCE).map(({ from, until }) => ({
        tenantId: tx.tenantId,
        sourceId: id,
        userId,
        startsAt: new Date(from),
        endsAt: new Date(until),
      })),
    );
}

/** The busy times from the last successful read are kept, because they are better than none. */
export const saveFailure = (tx: TenantTransaction, id: string, failure: string, now: Date) =>
  tx.update(calendarSources).set({ failure, triedAt: now }).where(eq(calendarSources.id, id));

export async function findSource(tx: TenantTransaction, sourceId: string, userId?: number) {
  const [source] = await tx
    .select({
      id: calendarSources.id,
      userId: calendarSources.userId,
      address: calendarSources.address,
      timeZone: users.timeZone,
      status: users.status,
    })
    .from(calendarSources)
    .innerJoin(users, eq(users.id, calendarSources.userId))
    .where(
      and(
        eq(calendarSources.id, sourceId),
        userId === undefined ? undefined : eq(calendarSources.userId, userId),
      ),
    );
  return source ?? null;
}

export async function removeSource(tx: TenantTransaction, userId: number, sourceId: string) {
  const removed = await tx
    .delete(calendarSources)
    .where(and(eq(calendarSources.id, sourceId), eq(calendarSources.userId, userId)))
    .returning({ id: calendarSources.id });
  if (removed.length === 0) throw notFound();
}

/** Calendar addresses of active people that the server last tried to read before this time. */
export const findDueSources = (tx: TenantTransaction, before: Date) =>
  tx
    .select({ id: calendarSources.id })
    .from(calendarSources)
    .innerJoin(users, and(eq(users.id, calendarSources.userId), eq(users.status, 'active')))
    .where(and(sql`${calendarSources.address} is not null`, lt(calendarSources.triedAt, before)))
    .orderBy(asc(calendarSources.triedAt));

export const deletePastTimes = (tx: TenantTransaction, before: Date) =>
  tx.delete(calendarBusy).where(lt(calendarBusy.endsAt, before));
