import type { Invitations, Invited } from '#contract/invitations.ts';
import { and, eq, inArray } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notPossible } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { startCycle } from './enrolment.ts';
import { isOver, whomToInvite } from './invitable.ts';
import { lockEnrolments } from './plansRepository.ts';

/** Invites people, once each: who is in the program already stays as they are; whoever was done or had left begins anew. */
export async function invite(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  { userIds, coachId, dueOn }: Invitations,
  now: Date,
): Promise<Invited> {
  const wanted = [...new Set(userIds)].sort((a, b) => a - b); // in one order, so that two calls do not wait for each other
  await refuseStrangers(tx, viewer, programId, wanted);
  if (coachId !== null) await refuseCoach(tx, coachId, wanted);
  if (dueOn !== null && dueOn < now.toISOString().slice(0, 10))
    throw notPossible('The due date has passed already.', { dueOn: 'is in the past' });

  const invited: number[] = [];
  for (const userId of wanted) {
    const [latest] = await lockEnrolments(tx, userId, programId);
    if (latest && !isOver(latest.state)) continue;
    const cycle = (latest?.cycle ?? 0) + 1;
    await startCycle(
      tx,
      { programId, userId },
      { state: 'invited', cycle, coachId, dueOn, invitedBy: viewer.userId, now },
    );
    invited.push(userId);
  }
  return { invited, alreadyThere: wanted.filter((id) => !invited.includes(id)) };
}

async function refuseStrangers(tx: TenantTransaction, viewer: Viewer, programId: string, userIds: number[]) {
  const { isForAll, condition } = await whomToInvite(tx, viewer, programId);
  const known = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, userIds), condition));
  if (known.length < userIds.length)
    throw notPossible(
      isForAll
        ? 'Some of these people are not here any more.'
        : 'You can invite the people who report to you. Some of these do not.',
      { userIds: 'holds people whom you cannot invite' },
    );
}

async function refuseCoach(tx: TenantTransaction, coachId: number, userIds: number[]) {
  const [coach] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, coachId), eq(users.status, 'active')));
  if (!coach) throw notPossible('This coach is not here any more.', { coachId: 'is nobody here' });
  if (userIds.includes(coachId))
    throw notPossible('Nobody coaches themselves. Choose another coach.', {
      coachId: 'is one of the people',
    });
}
