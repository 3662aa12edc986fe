import { and, eq, isNull, ne } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { requireStrongPassword } from './passwordRules.ts';
import { hashPassword } from './passwords.ts';

/** The person's data for the password rules and the sign-in. */
export async function findAccountHolder(tx: TenantTransaction, userId: number) {
  const [person] = await tx
    .select({
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      status: users.status,
      passwordHash: users.passwordHash,
      organisation: tenants.name,
      userPoolId: tenants.userPoolId,
      clientId: tenants.clientId,
    })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(eq(users.id, userId));
  if (!person) throw notFound();
  return person;
}
export type AccountHolder = Awaited<ReturnType<typeof findAccountHolder>>;

/** Stores a new password and ends the sessions of the person, except `keepSession`. */
export async function setPassword(
  tx: TenantTransaction,
  person: AccountHolder,
  newPassword: string,
  { keepSession, now }: { keepSession: string | null; now: Date },
): Promise<void> {
  const { userId, firstName, lastName, email, organisation } = person;
  await requireStrongPassword(newPassword, [firstName, lastName, email, organisation]);
  await tx
    .update(users)
    .set({ passwordHash: await hashPassword(newPassword) })
    .where(eq(users.id, userId));
  await endSessions(tx, userId, { keepSession, because: 'password-changed', now });
}

export const endSessions = (
  tx: TenantTransaction,
  userId: number,
  {
    keepSession,
    because,
    now,
  }: {
    keepSession: string | null;
    because: 'password-changed' | 'signed-out-elsewhere' | 'deactivated';
    now: Date;
  },
) =>
  tx
    .update(sessions)
    .set({ revokedAt: now, revokedBecause: because })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        keepSession === null ? undefined : ne(sessions.id, keepSession),
      ),
    );
