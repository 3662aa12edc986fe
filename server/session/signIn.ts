import type { Pool } from 'pg';
import type { SignIn } from '#contract/session.ts';
import { eq } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';
import { withTenant } from '../db/withTenant.ts';
import { Refusal, tooManyRequests } from '../http/refusal.ts';
import { findOrganisationByPool } from './organisations.ts';
import { isPassword } from './passwords.ts';
import { type BegunSession, beginSession } from './refreshTokens.ts';
import { createQueues, createSignInFailures } from './signInFailures.ts';

/** One text for every cause: whoever guesses does not learn which part was right. */
const refused = () =>
  new Refusal(
    401,
    'credentials-refused',
    'The email or the password is not right. Check both and try again.',
  );

export function createSignIn({ pool, now }: { pool: Pool; now: () => Date }) {
  const failures = createSignInFailures(pool, now);
  const inTurn = createQueues();

  /** Checks the password and begins a session. The same work is done whether or not there is such an account. */
  return (
    { userPoolId, clientId, email, password }: SignIn,
    address: string,
  ): Promise<BegunSession & { userId: number }> =>
    inTurn(`${userPoolId}\n${email}`, async () => {
      const attempt = { userPoolId, email, address };
      const seconds = await failures.secondsToWait(attempt);
      if (seconds > 0)
        throw tooManyRequests(
          'Too many sign-ins failed. Wait a few minutes, then try again, or ask your administrator for a new password.',
          seconds,
        );

      const organisation = await findOrganisationByPool(pool, userPoolId, clientId);
      const account = organisation && (await findAccount(pool, organisation.tenantId, email));
      const isRight = await isPassword(password, account?.passwordHash ?? null);
      if (!isRight || !account || account.status !== 'active' || organisation?.status !== 'active') {
        await failures.note(attempt);
        throw refused();
      }
      await failures.forgive(attempt);
      const session = await withTenant(pool, organisation.tenantId, (tx) =>
        beginSession(tx, account.id, now()),
      );
      return { ...session, userId: account.id };
    });
}

async function findAccount(pool: Pool, tenantId: number, email: string) {
  const [account] = await withTenant(pool, tenantId, (tx) =>
    tx
      .select({ id: users.id, status: users.status, passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.email, email)),
  );
  return account;
}
