import type { Pool } from 'pg';
import type { Confirmation } from '#contract/administration/dataRequests.ts';
import { and, eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { passkeys, sessions } from '#server/db/schema/sessions.ts';
import { readTenant, type TenantTransaction } from '#server/db/withTenant.ts';
import { badRequest, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { requireCurrentPassword } from './checkPassword.ts';
import { mayUsePassword, readSignOnMode } from './passwordPolicy.ts';

/** For this long after a sign-in, people without a password need no further confirmation. */
const RECENT_MS = 10 * 60_000;

/**
 * Ways for the viewer to confirm their identity before a sensitive action, so that an unlocked screen is not enough.
 */
export async function readConfirmation(
  tx: TenantTransaction,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
  now: Date,
): Promise<Confirmation> {
  const [person] = await tx
    .select({ passwordHash: users.passwordHash, signedInAt: sessions.createdAt })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(and(eq(users.id, userId), eq(sessions.id, sessionId)));
  const isPasswordUsed = await mayUsePassword(tx, userId);
  if (isPasswordUsed && person?.passwordHash) return 'password';
  if (person && now.getTime() - person.signedInAt.getTime() <= RECENT_MS) return 'none';
  if ((await readSignOnMode(tx)) !== 'off') return 'sign-on';
  const [passkey] = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId));
  return passkey ? 'passkey' : 'password-reset';
}

/** Requires the viewer's current password. People without a password need a sign-in from the last few minutes. */
export async function requireConfirmation(
  deps: { pool: Pool; now: () => Date },
  request: { viewer: Viewer; ip: string },
  currentPassword: string | undefined,
): Promise<void> {
  const { viewer } = request;
  const needed = await readTenant(deps.pool, viewer.tenantId, (tx) =>
    readConfirmation(tx, viewer, deps.now()),
  );
  if (needed === 'none') return;
  if (needed !== 'password')
    throw notPossible('Your sign-in is older than 10 minutes. Sign in again to confirm that it is you.');
  if (currentPassword === undefined) throw badRequest({ currentPassword: 'is missing' });
  await requireCurrentPassword(deps, request, currentPassword);
}
