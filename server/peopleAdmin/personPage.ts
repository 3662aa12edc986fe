import type { AdminPersonPage } from '#contract/peopleAdmin.ts';
import { and, count, eq, gt, isNull } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { enrolments } from '#server/db/schema/programs.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { readPerson } from './peopleTable.ts';

/** A person for the administrators' page, with what their deactivation affects. Null if there is no such person. */
export async function readPersonPage(
  tx: TenantTransaction,
  userId: number,
  now: Date,
): Promise<Omit<AdminPersonPage, 'history'> | null> {
  const [person, [dates], [coaching], [open]] = await Promise.all([
    readPerson(tx, userId, now),
    tx
      .select({
        joinedAt: users.joinedAt,
        activatedAt: users.activatedAt,
        deactivatedAt: users.deactivatedAt,
      })
      .from(users)
      .where(eq(users.id, userId)),
    tx
      .select({ learners: count() })
      .from(enrolments)
      .where(and(eq(enrolments.coachId, userId), isNull(enrolments.finishedAt))),
    tx
      .select({ sessions: count() })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now))),
  ]);
  if (!person || !dates) return null;
  return {
    ...person,
    joinedAt: dates.joinedAt.toISOString(),
    activatedAt: dates.activatedAt?.toISOString() ?? null,
    deactivatedAt: dates.deactivatedAt?.toISOString() ?? null,
    coachOf: coaching?.learners ?? 0,
    openSessions: open?.sessions ?? 0,
  };
}
