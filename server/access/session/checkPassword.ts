import type { Pool } from 'pg';
import { readTenant } from '#server/db/withTenant.ts';
import { badRequest } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { isPassword } from './passwords.ts';
import { type AccountHolder, findAccountHolder } from './setPassword.ts';
import { tooEarly } from './signIn.ts';
import { createSignInDelays } from './signInDelays.ts';

/** Requires the current password of the viewer, with the same delays as a sign-in. */
export async function requireCurrentPassword(
  { pool, now }: { pool: Pool; now: () => Date },
  { viewer, ip }: { viewer: Viewer; ip: string },
  currentPassword: string,
): Promise<AccountHolder> {
  const delays = createSignInDelays(pool, now);
  const person = await readTenant(pool, viewer.tenantId, (tx) => findAccountHolder(tx, viewer.userId));
  const attempt = {
    userPoolId: person.userPoolId,
    email: person.email,
    address: ip,
    knownBrowser: viewer.sessionId,
  };
  const begun = await delays.begin(attempt);
  if (begun.waitMs > 0) throw tooEarly(begun);
  if (!(await isPassword(currentPassword, person.passwordHash)))
    throw badRequest({ currentPassword: 'is not correct' });
  await delays.succeeded(attempt);
  return person;
}
