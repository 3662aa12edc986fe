import type { Pool } from 'pg';
import { eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { readTenant } from '#server/db/withTenant.ts';
import { type Account, createSignInDelays } from './signInDelays.ts';

interface Deps {
  pool: Pool;
  now: () => Date;
}
interface Holder {
  tenantId: number;
  userId: number;
}

/** Ends the delay of a person's account after failed sign-ins. Null if the person is not in this organisation. */
export async function unlockAccount({ pool, now }: Deps, holder: Holder): Promise<Account | null> {
  const account = await findAccount(pool, holder);
  if (account) await createSignInDelays(pool, now).unlock(account);
  return account;
}

/** End of the sign-in delay of a person's account; null without a delay. */
export async function findSignInDelay({ pool, now }: Deps, holder: Holder): Promise<Date | null> {
  const account = await findAccount(pool, holder);
  return account && createSignInDelays(pool, now).until(account);
}

async function findAccount(pool: Pool, { tenantId, userId }: Holder): Promise<Account | null> {
  const [account] = await readTenant(pool, tenantId, (tx) =>
    tx
      .select({ userPoolId: tenants.userPoolId, email: users.email })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(eq(users.id, userId)),
  );
  return account ?? null;
}
