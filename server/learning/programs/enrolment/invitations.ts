import type { Invitations, Invited } from '#contract/notifications/invitations.ts';
import { and, count, eq, inArray, notInArray } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { enrolments } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { invitationNotifications } from '#server/learning/programs/notifications.ts';
import { lockEnrolments } from '#server/learning/programs/plans/plansRepository.ts';
import { assignCoaches, dueDayOf, lockProgram } from '#server/learning/programs/setup/newLearners.ts';
import type { ProgramRow } from '#server/learning/programs/setup/setupPolicy.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { reportMissingCoach } from './approvers.ts';
import { startCycle } from './enrolment.ts';
import { findInvitationScope, isEnded } from './invitablePeople.ts';

/**
 * Invites people and notifies them. Current participants are skipped; people whose enrolment has ended start a new cycle.
 * Without a coach or a due date, those of the program apply.
 */
export async function invite(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  { userIds, coachId, dueOn }: Invitations,
  now: Date,
): Promise<Invited> {
  const invitees = [...new Set(userIds)].sort((a, b) => a - b); // sorted, so that concurrent calls cannot deadlock
  await assertInvitable(tx, viewer, programId, invitees);
  if (coachId !== null) await assertCoach(tx, coachId, invitees);
  if (dueOn !== null && dueOn < dayOf(now, viewer))
    throw notPossible('The due date is in the past. Choose a later date.', { dueOn: 'is in the past' });

  const program = await lockProgram(tx, programId);
  if (!program) throw notFound();
  const invited = await enrol(
    tx,
    viewer.userId,
    program,
    { userIds: invitees, coachId, dueOn: dueOn ?? dueDayOf(program, now) },
    now,
  );
  if (coachId !== null) await assertRoom(tx, program, coachId, invited.length);
  return { invited, alreadyThere: invitees.filter((id) => !invited.includes(id)) };
}

/** Enrols people in a program and notifies them. Returns the people who were not participants before. */
async function enrol(
  tx: TenantTransaction,
  inviterId: number,
  program: ProgramRow,
  { userIds, coachId, dueOn }: Invitations,
  now: Date,
): Promise<number[]> {
  const { id: programId, name: programName } = program;
  const cycles = new Map<number, number>();
  for (const userId of userIds) {
    const [latest] = await lockEnrolments(tx, userId, programId);
    if (!latest || isEnded(latest.state)) cycles.set(userId, (latest?.cycle ?? 0) + 1);
  }
  const newcomers = [...cycles.keys()];
  const assigned =
    coachId === null
      ? await assignCoaches(tx, program, newcomers)
      : newcomers.map((userId) => ({ userId, coachId }));
  const invited: { userId: number; cycle: number }[] = [];
  for (const { userId, coachId: coach } of assigned) {
    const cycle = cycles.get(userId) ?? 1;
    const start = { state: 'invited', cycle, coachId: coach, dueOn, invitedBy: inviterId, now } as const;
    if (!(await startCycle(tx, { programId, userId }, start))) continue;
    invited.push({ userId, cycle });
    if (coach === null && program.coachIds.length > 0) await reportMissingCoach(tx, program, userId, now);
  }
  await enqueueNotifications(
    tx,
    invitationNotifications(inviterId, { programId, programName }, invited),
    now,
  );
  return invited.map(({ userId }) => userId);
}

/**
 * Enrols and notifies people who were never in the program, in one statement each. People who have joined in the
 * meantime are skipped.
 */
export async function enrolFirst(
  tx: TenantTransaction,
  inviterId: number,
  program: { programId: string; programName: string },
  invitees: readonly { userId: number; coachId: number | null }[],
  { dueOn, now }: { dueOn: string | null; now: Date },
) {
  if (invitees.length === 0) return;
  const invited = await tx
    .insert(enrolments)
    .values(
      invitees.map((invitee) => ({
        id: newId(),
        tenantId: tx.tenantId,
        programId: program.programId,
        ...invitee,
        state: 'invited' as const,
        invitedBy: inviterId,
        dueOn,
        joinedAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ userId: enrolments.userId, cycle: enrolments.cycle });
  await enqueueNotifications(tx, invitationNotifications(inviterId, program, invited), now);
}

async function assertInvitable(tx: TenantTransaction, viewer: Viewer, programId: string, userIds: number[]) {
  const { isForAll, condition } = await findInvitationScope(tx, viewer, programId);
  const known = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, userIds), condition));
  if (known.length < userIds.length)
    throw notPossible(
      isForAll
        ? 'Some of these people are no longer active. Remove them and try again.'
        : 'You can only invite people who report to you. Remove the other people and try again.',
      { userIds: 'include people whom you cannot invite' },
    );
}

/** Checks after an invitation that no coach has more learners than the program allows. */
async function assertRoom(
  tx: TenantTransaction,
  { id: programId, coachIds, coachLimit }: ProgramRow,
  coachId: number,
  added: number,
) {
  if (!coachLimit || !coachIds.includes(coachId) || added === 0) return;
  const [now] = await tx
    .select({ learners: count() })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.programId, programId),
        eq(enrolments.coachId, coachId),
        notInArray(enrolments.state, ['completed', 'declined', 'withdrawn']),
      ),
    );
  const learners = (now?.learners ?? 0) - added;
  if (learners + added > coachLimit)
    throw notPossible(
      `This coach has ${learners} of at most ${coachLimit} learners. Invite fewer people or choose another coach.`,
      { coachId: 'has too many learners' },
    );
}

async function assertCoach(tx: TenantTransaction, coachId: number, userIds: number[]) {
  const [coach] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, coachId), eq(users.status, 'active')));
  if (!coach)
    throw notPossible('This coach is no longer active. Choose another coach.', { coachId: 'is not active' });
  if (userIds.includes(coachId))
    throw notPossible('The coach cannot be one of the invited people. Choose another coach.', {
      coachId: 'is one of the invited people',
    });
}
