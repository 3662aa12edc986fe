import type { InvitablePrograms, Invitations, Invited } from '#contract/invitations.ts';
import { and, asc, eq, inArray, sql } from '../db/drizzle.ts';
import { users } from '../db/schema/people.ts';
import { programs } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound, notPossible } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { startCycle } from './enrolment.ts';
import { lockEnrolments } from './plansRepository.ts';

const OVER = ['completed', 'declined', 'withdrawn', 'expired'];

const hasReports = (viewer: Viewer) =>
  sql`exists (select from users as report where report.manager_id = ${viewer.userId} and report.status <> 'deactivated')`;
/** Administrators invite to every program, owners to their own, managers to every one, but only their reports. */
const mayInviteTo = (viewer: Viewer) =>
  and(
    eq(programs.status, 'active'),
    viewer.isAdmin ? undefined : sql`(${programs.ownerId} = ${viewer.userId} or ${hasReports(viewer)})`,
  );

export async function listInvitable(
  tx: TenantTransaction,
  viewer: Viewer,
  { offset, limit }: { offset: number; limit: number },
): Promise<InvitablePrograms> {
  const rows = await tx
    .select({
      programId: programs.id,
      programName: programs.name,
      purpose: programs.purpose,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(programs)
    .where(mayInviteTo(viewer))
    .orderBy(asc(programs.name), asc(programs.id))
    .offset(offset)
    .limit(limit);
  return { data: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Invites people, once each: who is in the program already stays as they are; whoever was done or had left begins anew. */
export async function invite(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  { userIds, coachId, dueOn }: Invitations,
  now: Date,
): Promise<Invited> {
  const [program] = await tx
    .select({ ownerId: programs.ownerId })
    .from(programs)
    .where(and(eq(programs.id, programId), mayInviteTo(viewer)));
  if (!program) throw notFound();
  const wanted = [...new Set(userIds)].sort((a, b) => a - b); // in one order, so that two calls do not wait for each other
  const isForAll = viewer.isAdmin || program.ownerId === viewer.userId;
  await refuseStrangers(tx, wanted, isForAll ? null : viewer.userId);
  if (coachId !== null) await refuseCoach(tx, coachId, wanted);
  if (dueOn !== null && dueOn < now.toISOString().slice(0, 10))
    throw notPossible('The due date has passed already.', { dueOn: 'is in the past' });

  const invited: number[] = [];
  for (const userId of wanted) {
    const [latest] = await lockEnrolments(tx, userId, programId);
    if (latest && !OVER.includes(latest.state)) continue;
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

async function refuseStrangers(tx: TenantTransaction, userIds: number[], managerId: number | null) {
  const known = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, userIds),
        inArray(users.status, ['active', 'invited']),
        managerId === null ? undefined : eq(users.managerId, managerId),
      ),
    );
  if (known.length < userIds.length)
    throw notPossible(
      managerId === null
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
