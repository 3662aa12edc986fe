import { notificationChannel } from '#contract/messaging/channels.ts';
import { changePerson } from '#server/administration/peopleAdmin/index.ts';
import { eq, inArray, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { messagingTokens, sessions } from '#server/db/schema/sessions.ts';
import { asOwner, readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { HttpError } from '#server/http/httpError.ts';
import { MessagingRejected } from '#server/realtime/index.ts';
import { deleteConfidentialResponses } from '#server/surveys/index.ts';
import { chatsOf, deleteOwnMessages } from './chats.ts';
import { beginRequest, endRequest } from './dataRequests.ts';
import type { PersonalDataDeps } from './deps.ts';
import type { DataRequestJob } from './exportJob.ts';
import { forPerson, personalData } from './personalDataMap.ts';

const SYSTEM = { userId: null, requestId: null, address: null };

/**
 * Erases a person: ends all access, deletes the messages and the personal data, and leaves an empty account to which the
 * anonymous rows refer. Each step can run again, because the request ends with the last change of the database.
 * See docs/decisions/0057-export-and-erase.md.
 */
export async function runErasure(
  deps: PersonalDataDeps,
  { tenantId, requestId, signal }: DataRequestJob,
): Promise<void> {
  const { pool, realtime, now } = deps;
  const userId = await endAccess(deps, tenantId, requestId);
  if (userId === null) return;
  const { person, tokens } = await readTenant(pool, tenantId, async (tx) => ({
    person: (await tx.select().from(users).where(eq(users.id, userId)))[0],
    tokens: await tx
      .select({ token: messagingTokens.token })
      .from(messagingTokens)
      .where(
        inArray(
          messagingTokens.sessionId,
          tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)),
        ),
      ),
  }));
  if (!person) throw new Error(`Person ${userId} does not exist`);
  // Tokens are revoked here, because the rows for the regular revocation are deleted below.
  for (const { token } of tokens)
    await realtime.revoke(token).catch((error: unknown) => {
      if (!(error instanceof MessagingRejected)) throw error; // otherwise it has expired
    });

  const channels = await realtime.channelsOf(person.uuid);
  for (const channel of chatsOf(channels)) {
    signal.throwIfAborted();
    await deleteOwnMessages(realtime, channel, person.uuid);
  }
  const timetokenNow = String(BigInt(now().getTime()) * 10_000n);
  await realtime.deleteMessages(notificationChannel(tenantId, userId), '1', timetokenNow);
  await realtime.forget(person.uuid, channels);
  await deps.mail.deleteSentTo(person.email);

  await asOwner(pool, tenantId, async (tx) => {
    await deleteConfidentialResponses(tx, userId, deps.refreshKey);
    for (const { erase = [] } of Object.values(personalData))
      for (const statement of erase) await tx.execute(sql.raw(forPerson(statement, userId)));
    // From here on it uses the rights of a request, to which row level security applies on every database.
    await tx.execute(sql.raw('set local role trellis_app'));
    await endRequest(tx, requestId, { state: 'done', endedAt: now() });
    await deps.audit.record(tx, SYSTEM, {
      action: 'person.erased',
      subject: { type: 'person', id: userId },
    });
  });
}

/** Deactivates the person, so that nothing is written during the erasure. Null if the request has ended. */
async function endAccess(
  { pool, audit, accountLinks, jobs, now, onSessionEnd, log }: PersonalDataDeps,
  tenantId: number,
  requestId: string,
): Promise<number | null> {
  try {
    const userId = await withTenant(pool, tenantId, async (tx) => {
      const request = await beginRequest(tx, requestId);
      if (!request) return null;
      if (request.byRule && (await isBack(tx, request.userId))) {
        await endRequest(tx, requestId, { state: 'cancelled', endedAt: now() });
        return null;
      }
      const context = { tx, audit, accountLinks, jobs, actor: SYSTEM, now: now() };
      await changePerson(context, request.userId, { status: 'deactivated' });
      return request.userId;
    });
    onSessionEnd();
    return userId;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // The person has become the only or the emergency administrator since the request. The person's page and the list of
    // the administrators say so.
    log.warn({ requestId, reason: error.message }, 'a person could not be erased');
    await withTenant(pool, tenantId, (tx) => endRequest(tx, requestId, { state: 'failed', endedAt: now() }));
    return null;
  }
}

/** Whether a person who was to be erased because they had left has been reactivated since. */
async function isBack(tx: TenantTransaction, userId: number): Promise<boolean> {
  const [person] = await tx.select({ status: users.status }).from(users).where(eq(users.id, userId));
  return person?.status !== 'deactivated';
}
