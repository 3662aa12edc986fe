import { chatChannel } from '#contract/messaging/channels.ts';
import { and, inArray, ne } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { badRequest, notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';

/** The channel of the viewer and a person in their directory, with both uuids. */
export async function findPair(
  tx: TenantTransaction,
  { tenantId, userId }: Viewer,
  peerId: number,
): Promise<{ channel: string; uuids: string[] }> {
  if (peerId === userId) throw badRequest({ peerId: 'must be another person' });
  // Invited people are not in the directory yet.
  const people = await tx
    .select({ uuid: users.uuid })
    .from(users)
    .where(and(inArray(users.id, [userId, peerId]), ne(users.status, 'invited')));
  if (people.length < 2) throw notFound();
  return { channel: chatChannel(tenantId, userId, peerId), uuids: people.map(({ uuid }) => uuid) };
}
