import { and, asc, desc, eq, inArray, or, sql } from '#server/db/drizzle.ts';
import { coachingBookings, coachingProposals, coachingSessions } from '#server/db/schema/coaching.ts';
import { users } from '#server/db/schema/people.ts';
import { enrolments, programs } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Interval } from './slots.ts';

/** A session with its program and the times that wait for an answer. */
export type FullSession = typeof coachingSessions.$inferSelect & {
  programId: string;
  programName: string;
  proposals: Date[];
};

export interface SessionFilter {
  sessionId?: string;
  /** Sessions in which the person is one of the two. */
  userId?: number;
  enrolmentIds?: readonly string[];
}

/** Sessions, newest first. */
export async function findSessions(tx: TenantTransaction, filter: SessionFilter): Promise<FullSession[]> {
  const { sessionId, userId, enrolmentIds } = filter;
  if (enrolmentIds?.length === 0) return [];
  const rows = await tx
    .select({
      session: coachingSessions,
      programId: programs.id,
      programName: programs.name,
      proposals: sql<
        string[]
      >`array(select to_char(p.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from coaching_proposals as p where p.session_id = ${coachingSessions.id} order by p.starts_at)`,
    })
    .from(coachingSessions)
    .innerJoin(enrolments, eq(enrolments.id, coachingSessions.enrolmentId))
    .innerJoin(programs, eq(programs.id, enrolments.programId))
    .where(
      and(
        sessionId === undefined ? undefined : eq(coachingSessions.id, sessionId),
        userId === undefined
          ? undefined
          : or(eq(coachingSessions.learnerId, userId), eq(coachingSessions.peerId, userId)),
        enrolmentIds && inArray(coachingSessions.enrolmentId, [...enrolmentIds]),
      ),
    )
    .orderBy(desc(coachingSessions.createdAt), desc(coachingSessions.id));
  return rows.map(({ session, programId, programName, proposals }) => ({
    ...session,
    programId,
    programName,
    proposals: proposals.map((time) => new Date(time)),
  }));
}

/** Any session of the organisation. The caller decides who may see it. */
export const findSessionById = async (
  tx: TenantTransaction,
  sessionId: string,
): Promise<FullSession | null> => (await findSessions(tx, { sessionId }))[0] ?? null;

export const isParticipant = (
  { learnerId, peerId }: Pick<FullSession, 'learnerId' | 'peerId'>,
  userId: number,
) => userId === learnerId || userId === peerId;

export const otherOf = ({ learnerId, peerId }: Pick<FullSession, 'learnerId' | 'peerId'>, userId: number) =>
  userId === learnerId ? peerId : learnerId;

/** A session of the viewer; 404 for everyone who is not one of the two people. */
export async function findOwnSession(
  tx: TenantTransaction,
  { userId }: { userId: number },
  sessionId: string,
  { isLocked = false } = {},
): Promise<FullSession> {
  if (isLocked)
    await tx
      .select({ id: coachingSessions.id })
      .from(coachingSessions)
      .where(eq(coachingSessions.id, sessionId))
      .for('update');
  const [session] = await findSessions(tx, { sessionId, userId });
  if (!session) throw notFound();
  return session;
}

/** Confirmed sessions of these people, optionally excluding one session. */
export async function findBookings(
  tx: TenantTransaction,
  userIds: readonly number[],
  { from, until }: Interval,
  exceptId: string | null,
): Promise<Map<number, Interval[]>> {
  const rows = await tx
    .select({
      sessionId: coachingBookings.sessionId,
      userId: coachingBookings.userId,
      startsAt: coachingBookings.startsAt,
      endsAt: coachingBookings.endsAt,
    })
    .from(coachingBookings)
    .where(
      and(
        inArray(coachingBookings.userId, [...userIds]),
        sql`tstzrange(${coachingBookings.startsAt}, ${coachingBookings.endsAt}) && tstzrange(${new Date(from)}, ${new Date(until)})`,
      ),
    )
    .orderBy(asc(coachingBookings.startsAt));
  const found = new Map<number, Interval[]>(userIds.map((id) => [id, []]));
  for (const { sessionId, userId, startsAt, endsAt } of rows)
    if (sessionId !== exceptId)
      found.get(userId)?.push({ from: startsAt.getTime(), until: endsAt.getTime() });
  return found;
}

export async function replaceProposals(tx: TenantTransaction, sessionId: string, times: readonly Date[]) {
  await tx.delete(coachingProposals).where(eq(coachingProposals.sessionId, sessionId));
  if (times.length > 0)
    await tx
      .insert(coachingProposals)
      .values(times.map((startsAt) => ({ tenantId: tx.tenantId, sessionId, startsAt })));
}

export async function updateSession(
  tx: TenantTransaction,
  sessionId: string,
  values: Partial<typeof coachingSessions.$inferInsert>,
) {
  await tx.update(coachingSessions).set(values).where(eq(coachingSessions.id, sessionId));
}

export async function findTimeZones(tx: TenantTransaction, userIds: readonly number[]) {
  const rows = await tx
    .select({ id: users.id, timeZone: users.timeZone })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone]));
}
