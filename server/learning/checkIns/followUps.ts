import { FOLLOW_UPS_MAX, type FollowUps, type NewFollowUp } from '#contract/learning/checkInFollowUps.ts';
import { and, asc, eq, isNull } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { checkInFollowUps } from '#server/db/schema/checkIns.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { participantOf } from '#server/people/index.ts';
import { lockForReview } from './review.ts';

const isOwn = ({ userId }: Viewer) => eq(checkInFollowUps.managerId, userId);
const isOpen = isNull(checkInFollowUps.doneAt);

/** The open follow-ups of the viewer. */
export async function readFollowUps(tx: TenantTransaction, viewer: Viewer): Promise<FollowUps> {
  const rows = await tx
    .select({ followUp: checkInFollowUps, person: users })
    .from(checkInFollowUps)
    .innerJoin(users, eq(users.id, checkInFollowUps.personId))
    .where(and(isOwn(viewer), isOpen))
    .orderBy(asc(checkInFollowUps.dueOn), asc(checkInFollowUps.createdAt), asc(checkInFollowUps.id));
  return {
    followUps: rows.map(({ followUp, person }) => ({
      followUpId: followUp.id,
      checkInId: followUp.checkInId,
      person: participantOf(person),
      kind: followUp.kind,
      text: followUp.text,
      dueOn: followUp.dueOn,
    })),
  };
}

/** Adds a follow-up to a check-in that the viewer may review. */
export async function addFollowUp(
  tx: TenantTransaction,
  viewer: Viewer,
  checkInId: string,
  { kind, text, dueOn }: NewFollowUp,
  now: Date,
): Promise<void> {
  const checkIn = await lockForReview(tx, viewer, checkInId, now);
  if ((await tx.$count(checkInFollowUps, and(isOwn(viewer), isOpen))) >= FOLLOW_UPS_MAX)
    throw notPossible(`You have ${FOLLOW_UPS_MAX} open follow-ups. Finish some of them first.`);
  await tx.insert(checkInFollowUps).values({
    id: newId(),
    tenantId: tx.tenantId,
    managerId: viewer.userId,
    personId: checkIn.userId,
    checkInId,
    kind,
    text,
    dueOn,
    createdAt: now,
  });
}

export async function changeFollowUp(
  tx: TenantTransaction,
  viewer: Viewer,
  followUpId: string,
  isDone: boolean,
  now: Date,
): Promise<void> {
  const changed = await tx
    .update(checkInFollowUps)
    .set({ doneAt: isDone ? now : null })
    .where(and(eq(checkInFollowUps.id, followUpId), isOwn(viewer)))
    .returning({ id: checkInFollowUps.id });
  if (changed.length === 0) throw notFound();
}
