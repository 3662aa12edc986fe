import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Calendar } from '#contract/learning/calendar.ts';
import { and, asc, eq, gte, inArray, or } from '#server/db/drizzle.ts';
import { calendarFeeds } from '#server/db/schema/calendar.ts';
import { coachingSessions } from '#server/db/schema/coaching.ts';
import { users } from '#server/db/schema/people.ts';
import { enrolments } from '#server/db/schema/programs.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { sessionLink } from '#server/learning/coaching/sessionMail.ts';
import { findDays } from './days.ts';
import { type CalendarEntry, writeCalendar } from './icalendar.ts';
import { findSources } from './sources.ts';

/** It begins with the tenant, so that its lookup is subject to row level security. */
const FEED_FILE = /^([1-9][0-9]{0,9})-[A-Za-z0-9_-]{43}\.ics$/;
const PAST_MS = 60 * 24 * 60 * 60_000;
/** The time of the last read is stored at most once in this time. */
const READ_MS = 60_000;
const SHOWN_STATES = ['scheduled', 'held', 'completed'] as const;

const hashOf = (file: string) => createHash('sha256').update(file).digest();

/** Creates the address of a person's feed, or replaces it. The secret part is not stored and cannot be shown again. */
export async function renewFeed(tx: TenantTransaction, userId: number, now: Date): Promise<string> {
  const file = `${tx.tenantId}-${randomBytes(32).toString('base64url')}.ics`;
  const values = { secretHash: hashOf(file), createdAt: now, lastReadAt: null };
  await tx
    .insert(calendarFeeds)
    .values({ tenantId: tx.tenantId, userId, ...values })
    .onConflictDoUpdate({ target: [calendarFeeds.tenantId, calendarFeeds.userId], set: values });
  return file;
}

export async function revokeFeed(tx: TenantTransaction, userId: number) {
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId));
}

/** The person's calendar feed, and the calendars that Trellis reads. */
export const readCalendar = async (tx: TenantTransaction, userId: number, now: Date): Promise<Calendar> => ({
  feed: await findFeed(tx, userId),
  sources: await findSources(tx, userId),
  days: await findDays(tx, userId, now),
});

async function findFeed(tx: TenantTransaction, userId: number) {
  const [feed] = await tx.select().from(calendarFeeds).where(eq(calendarFeeds.userId, userId));
  return feed
    ? { createdAt: feed.createdAt.toISOString(), lastReadAt: feed.lastReadAt?.toISOString() ?? null }
    : null;
}

interface FeedDeps {
  pool: Pool;
  publicOrigin: string;
  now: () => Date;
}

/** The sessions of the person with this address as a calendar; null if it was revoked or never existed. */
export async function readFeed({ pool, publicOrigin, now }: FeedDeps, file: string): Promise<string | null> {
  const tenantId = Number(FEED_FILE.exec(file)?.[1] ?? 0);
  if (tenantId < 1 || tenantId > 2_147_483_647) return null;
  const at = now();
  const found = await readTenant(pool, tenantId, async (tx) => {
    const [owner] = await tx
      .select({ userId: users.id, timeZone: users.timeZone, lastReadAt: calendarFeeds.lastReadAt })
      .from(calendarFeeds)
      .innerJoin(users, and(eq(users.id, calendarFeeds.userId), eq(users.status, 'active')))
      .innerJoin(tenants, and(eq(tenants.id, calendarFeeds.tenantId), eq(tenants.status, 'active')))
      .where(eq(calendarFeeds.secretHash, hashOf(file)));
    return owner && { ...owner, entries: await findEntries(tx, owner.userId, at, publicOrigin) };
  });
  if (!found) return null;
  const { userId, timeZone, lastReadAt, entries } = found;
  if (!lastReadAt || at.getTime() - lastReadAt.getTime() >= READ_MS)
    await withTenant(pool, tenantId, (tx) =>
      tx.update(calendarFeeds).set({ lastReadAt: at }).where(eq(calendarFeeds.userId, userId)),
    );
  return writeCalendar({ method: 'PUBLISH', timeZone, entries });
}

async function findEntries(
  tx: TenantTransaction,
  userId: number,
  now: Date,
  publicOrigin: string,
): Promise<CalendarEntry[]> {
  const sessions = await tx
    .select({ session: coachingSessions, programId: enrolments.programId })
    .from(coachingSessions)
    .innerJoin(enrolments, eq(enrolments.id, coachingSessions.enrolmentId))
    .where(
      and(
        or(eq(coachingSessions.learnerId, userId), eq(coachingSessions.peerId, userId)),
        inArray(coachingSessions.state, [...SHOWN_STATES]),
        gte(coachingSessions.startsAt, new Date(now.getTime() - PAST_MS)),
      ),
    )
    .orderBy(asc(coachingSessions.startsAt), asc(coachingSessions.id));
  const others = sessions.map(({ session }) =>
    session.learnerId === userId ? session.peerId : session.learnerId,
  );
  const people = others.length
    ? await tx
        .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
        .from(users)
        .where(inArray(users.id, others))
    : [];
  return sessions.flatMap(({ session, programId }, index) => {
    const other = people.find(({ id }) => id === others[index]);
    if (!session.startsAt || !session.confirmedAt || !other) return [];
    return [
      {
        sessionId: session.id,
        sequence: session.sequence,
        isCancelled: false,
        startsAt: session.startsAt,
        minutes: session.minutes,
        changedAt: session.confirmedAt,
        other,
        place: session.place,
        link: sessionLink(publicOrigin, { id: session.id, programId }),
      },
    ];
  });
}
