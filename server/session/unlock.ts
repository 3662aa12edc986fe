import type { Pool } from 'pg';
import { eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { type Account, createSignInDelays } from './signInDelays.ts';

/** Ends the delay of a person's account after failed sign-ins. Null when the person is not in this organisation. */
export async function unlockAccount(
  { pool, now }: { pool: Pool; now: () => Date },
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<Account | null> {
  const [account] = await readTenant(pool, tenantId, (tx) =>
    tx
      .select({ userPoolId: tenants.userPoolId, email: users.email })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(eq(users.id, userId)),
  );
  if (!account) return null;
  await createSignInDelays(pool, now).unlock(account);
  return account;
}
