import type { Pool } from 'pg';
import type { SignIn } from '#contract/access/session.ts';
import type { AccountLinks } from '#server/access/accountLinks/index.ts';
import { eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { readTenant, withTenant } from '#server/db/withTenant.ts';
import { formatWait, sentences } from '#server/formats.ts';
import { HttpError, tooManyRequests } from '#server/http/httpError.ts';
import { findOrganisationByPool } from './organisations.ts';
import { mayUsePassword, signOnRequired } from './passwordPolicy.ts';
import { isPassword } from './passwords.ts';
import { createSession, type NewSession } from './refreshTokens.ts';
import { type Begun, createSignInDelays } from './signInDelays.ts';

/** The same text for every cause, so that an attacker does not learn which part was correct. */
const refused = () =>
  new HttpError(401, 'credentials-refused', 'The email or password is incorrect. Check both and try again.');
/** The same text whether or not the account exists. */
export const tooEarly = ({ waitMs, isLong }: Begun) =>
  tooManyRequests(
    sentences(
      `Too many failed attempts to sign in. Try again in ${formatWait(waitMs)}.`,
      isLong &&
        'If there is an account with this email address, we have sent it an email with a link to sign in sooner.',
    ),
    waitMs / 1_000,
  );

export interface SignInDeps {
  pool: Pool;
  accountLinks: Pick<AccountLinks, 'mailTo'>;
  now: () => Date;
}

export function createSignIn({ pool, accountLinks, now }: SignInDeps) {
  const delays = createSignInDelays(pool, now);

  /** Checks the password and starts a session. Takes the same time whether or not the account exists. */
  return async (
    { userPoolId, clientId, email, password }: SignIn,
    from: { address: string; knownBrowser: string | null; userAgent: string | undefined },
  ): Promise<NewSession & { userId: number }> => {
    const { address, knownBrowser } = from;
    const attempt = { userPoolId, email, address, knownBrowser };
    const begun = await delays.begin(attempt);
    if (begun.waitMs > 0) throw tooEarly(begun);

    const organisation = await findOrganisationByPool(pool, userPoolId, clientId);
    const account = organisation && (await findAccount(pool, organisation.tenantId, email));
    const isRight = await isPassword(password, account?.passwordHash ?? null);
    if (!isRight || !account || account.status !== 'active' || organisation?.status !== 'active') {
      if (begun.isLong && organisation?.status === 'active')
        await accountLinks.mailTo(organisation.tenantId, email, 'unlock');
      throw refused();
    }
    await delays.succeeded(attempt);
    // Checked after the password, so that the response does not reveal the emergency administrator.
    if (!(await readTenant(pool, organisation.tenantId, (tx) => mayUsePassword(tx, account.id))))
      throw signOnRequired();
    const session = await withTenant(pool, organisation.tenantId, (tx) =>
      createSession(tx, { userId: account.id, userAgent: from.userAgent, now: now() }),
    );
    return { ...session, userId: account.id };
  };
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
