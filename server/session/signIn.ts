import type { Pool } from 'pg';
import type { SignIn } from '#contract/session.ts';
import { eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { withTenant } from '#server/db/withTenant.ts';
import { HttpError, tooManyRequests } from '#server/http/httpError.ts';
import { findOrganisationByPool } from './organisations.ts';
import { isPassword } from './passwords.ts';
import { createSession, type NewSession } from './refreshTokens.ts';
import { createQueue, createSignInFailures } from './signInFailures.ts';

/** The same text for every cause, so that an attacker does not learn which part was correct. */
const refused = () =>
  new HttpError(401, 'credentials-refused', 'The email or password is incorrect. Check both and try again.');

export function createSignIn({ pool, now }: { pool: Pool; now: () => Date }) {
  const failures = createSignInFailures(pool, now);
  const enqueue = createQueue();

  /** Checks the password and starts a session. Takes the same time whether or not the account exists. */
  return (
    { userPoolId, clientId, email, password }: SignIn,
    address: string,
  ): Promise<NewSession & { userId: number }> =>
    enqueue(`${userPoolId}\n${email}`, async () => {
      const attempt = { userPoolId, email, address };
      const seconds = await failures.secondsToWait(attempt);
      if (seconds > 0)
        throw tooManyRequests(
          'Too many failed attempts to sign in. Try again in a few minutes, or ask your administrator for a new password.',
          seconds,
        );

      const organisation = await findOrganisationByPool(pool, userPoolId, clientId);
      const account = organisation && (await findAccount(pool, organisation.tenantId, email));
      const isRight = await isPassword(password, account?.passwordHash ?? null);
      if (!isRight || !account || account.status !== 'active' || organisation?.status !== 'active') {
        await failures.record(attempt);
        throw refused();
      }
      await failures.clear(attempt);
      const session = await withTenant(pool, organisation.tenantId, (tx) =>
        createSession(tx, account.id, now()),
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
