import type { Pool } from 'pg';
import type { SignOnMode } from '#contract/access/signOn.ts';
import { eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { signOnSettings } from '#server/db/schema/signOn.ts';
import { readTenant, type TenantTransaction } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';

const select = (tx: TenantTransaction) =>
  tx
    .select({ mode: signOnSettings.mode, emergencyAdminId: signOnSettings.emergencyAdminId })
    .from(signOnSettings);

export const readSignOnMode = async (tx: TenantTransaction): Promise<SignOnMode> =>
  (await select(tx))[0]?.mode ?? 'off';

/**
 * If single sign-on is enforced, only the emergency administrator can sign in with a password or a passkey (decision
 * 0055).
 */
export async function mayUsePassword(tx: TenantTransaction, userId: number): Promise<boolean> {
  const [settings] = await select(tx);
  return settings?.mode !== 'enforced' || settings.emergencyAdminId === userId;
}

/** Whether the account with this address may receive a link to set a password. */
export const mayResetPassword = async (
  pool: Pool,
  { tenantId, signOn }: { tenantId: number; signOn: SignOnMode },
  email: string,
): Promise<boolean> =>
  signOn !== 'enforced' ||
  readTenant(pool, tenantId, async (tx) => {
    const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
    return person !== undefined && mayUsePassword(tx, person.id);
  });

export const signOnRequired = () =>
  notPossible('Your organisation uses single sign-on. Continue with single sign-on to sign in.');
