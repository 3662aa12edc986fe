import { eq, sql } from '#server/db/drizzle.ts';
import { coachingBookings } from '#server/db/schema/coaching.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError } from '#server/http/httpError.ts';
import type { FullSession } from './coachingRepository.ts';

/** Separates these locks from other locks with a number as key. */
const LOCK_SPACE = 7_305_060;
const EXCLUSION_VIOLATION = '23P01';
const MINUTE_MS = 60_000;

/**
 * Books the time of both people and releases the session's previous time. 409 if one of them has another session then.
 * The constraint of the table decides, so that no person can be booked twice.
 */
export async function bookTime(
  tx: TenantTransaction,
  { id, learnerId, peerId, minutes }: Pick<FullSession, 'id' | 'learnerId' | 'peerId' | 'minutes'>,
  startsAt: Date,
) {
  const people = [learnerId, peerId].sort((a, b) => a - b);
  // Two transactions that insert overlapping rows would wait for each other, and PostgreSQL would end one as a
  // deadlock.
  for (const userId of people)
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_SPACE}::int, ${userId}::int)`);
  await releaseTime(tx, id);
  const endsAt = new Date(startsAt.getTime() + minutes * MINUTE_MS);
  try {
    await tx
      .insert(coachingBookings)
      .values(people.map((userId) => ({ tenantId: tx.tenantId, sessionId: id, userId, startsAt, endsAt })));
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code !== EXCLUSION_VIOLATION) throw error;
    throw new HttpError(
      409,
      'conflict',
      'One of you already has another session at this time. Choose another time.',
    );
  }
}

export const releaseTime = (tx: TenantTransaction, sessionId: string) =>
  tx.delete(coachingBookings).where(eq(coachingBookings.sessionId, sessionId));
