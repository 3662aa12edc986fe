import type { PublishEvents } from '#server/administration/webhooks/index.ts';
import { eq, type SQL, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { enrolmentHistory, enrolments } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { programFinishedNotifications } from '#server/learning/programs/notifications.ts';
import type { Plan } from '#server/learning/programs/plans/plan.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';
import { enrolmentPermissions } from '#server/learning/programs/programsPolicy.ts';
import { cancelConfirmations } from '#server/learning/programs/steps/completeTopic.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';

async function lockPlan(tx: TenantTransaction, viewer: Viewer, programId: string): Promise<Plan> {
  const plan = await findOwnPlan(tx, viewer.userId, programId, { isLocked: true });
  if (!plan) throw notFound();
  return plan;
}

type EnrolmentChange = Partial<
  Pick<typeof enrolments.$inferInsert, 'state' | 'joinedAt' | 'finishedAt' | 'reason'>
> & { invitedAt?: SQL };
const updateEnrolment = (tx: TenantTransaction, { enrolmentId, version }: Plan, values: EnrolmentChange) =>
  tx
    .update(enrolments)
    .set({ ...values, version: version + 1 })
    .where(eq(enrolments.id, enrolmentId));

/** Keeps the earlier end of an enrolment that continues, because the figures for past days count it (decision 0063). */
export async function keepEnd(
  tx: TenantTransaction,
  { enrolmentId, enrolment, finishedAt }: Pick<Plan, 'enrolmentId' | 'enrolment' | 'finishedAt'>,
  now: Date,
) {
  if (finishedAt && (enrolment === 'completed' || enrolment === 'declined'))
    await tx.insert(enrolmentHistory).values({
      tenantId: tx.tenantId,
      enrolmentId,
      state: enrolment,
      since: finishedAt,
      until: now,
    });
}

/** Pins the newest version of each topic that has no pinned version yet (decision 0028). */
export const pinTopicVersions = (tx: TenantTransaction, enrolmentId: string) =>
  tx.execute(sql`insert into enrolment_topics (tenant_id, enrolment_id, topic_id, n)
    select e.tenant_id, e.id, pt.topic_id, max(v.n) from enrolments as e
    join program_topics as pt on pt.program_id = e.program_id
    join topic_versions as v on v.topic_id = pt.topic_id
    where e.id = ${enrolmentId} group by e.tenant_id, e.id, pt.topic_id
    on conflict do nothing`);

export async function answerInvitation(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  { accept }: { accept: boolean },
  now: Date,
) {
  const plan = await lockPlan(tx, viewer, programId);
  const isDeclined = plan.enrolment === 'declined';
  // Repeating the same answer changes nothing.
  if (accept ? plan.enrolment === 'choosing' || plan.enrolment === 'active' : isDeclined) return;
  if (!enrolmentPermissions(plan).answerInvitation)
    throw notPossible(
      plan.isOpen
        ? 'You already responded to this invitation.'
        : 'This program has ended, so you can no longer join it.',
    );
  if (!accept) return void (await updateEnrolment(tx, plan, { state: 'declined', finishedAt: now }));
  if (isDeclined) await keepEnd(tx, plan, now);
  // Participation starts now, not at the time of the invitation.
  await updateEnrolment(tx, plan, {
    state: 'choosing',
    joinedAt: now,
    invitedAt: sql`coalesce(${enrolments.invitedAt}, ${enrolments.joinedAt})`,
    finishedAt: null,
  });
  await pinTopicVersions(tx, plan.enrolmentId);
}

/** Ends a program whose selected topics are all completed. `isFinishedNow` is true only in the call that ended it. */
export async function finishProgram(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  now: Date,
  publish: PublishEvents,
) {
  const plan = await lockPlan(tx, viewer, programId);
  if (plan.enrolment === 'completed') return { finishedAt: plan.finishedAt ?? now, isFinishedNow: false };
  if (!enrolmentPermissions(plan).finish)
    throw notPossible('Some topics are not completed yet. Complete them or change your selected topics.');
  await updateEnrolment(tx, plan, { state: 'completed', finishedAt: now });
  await enqueueNotifications(tx, programFinishedNotifications(plan), now);
  await publish(tx, { type: 'program.completed', data: { userId: plan.userId, programId } });
  return { finishedAt: now, isFinishedNow: true };
}

export async function withdraw(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  { reason }: { reason: string },
  now: Date,
) {
  const plan = await lockPlan(tx, viewer, programId);
  if (plan.enrolment === 'withdrawn') return;
  if (!enrolmentPermissions(plan).withdraw) throw notPossible('You are not taking part in this program.');
  await updateEnrolment(tx, plan, { state: 'withdrawn', reason, finishedAt: now });
  await cancelConfirmations(tx, plan, now);
}

/** Starts a new cycle with the newest topic versions. Earlier cycles are kept. */
export async function beginAgain(tx: TenantTransaction, viewer: Viewer, programId: string, now: Date) {
  const plan = await lockPlan(tx, viewer, programId);
  if (!enrolmentPermissions(plan).beginAgain)
    throw notPossible(
      plan.isOpen
        ? 'You are already taking part in this program. Finish or leave it before you start again.'
        : 'This program has ended, so you cannot start it again.',
    );
  await startCycle(tx, plan, { state: 'choosing', coachId: plan.coachId, cycle: plan.cycle + 1, now });
}

interface NewCycle {
  state: 'choosing' | 'invited';
  cycle: number;
  coachId: number | null;
  dueOn?: string | null;
  invitedBy?: number;
  now: Date;
}
/** Returns false when a concurrent call has started the same cycle. Before the first cycle there is no row to lock. */
export async function startCycle(
  tx: TenantTransaction,
  { programId, userId }: { programId: string; userId: number },
  { now, ...cycle }: NewCycle,
): Promise<boolean> {
  const id = newId();
  const { rowCount } = await tx
    .insert(enrolments)
    .values({ id, tenantId: tx.tenantId, programId, userId, joinedAt: now, ...cycle })
    .onConflictDoNothing();
  if (rowCount === 0) return false;
  if (cycle.state === 'choosing') await pinTopicVersions(tx, id);
  return true;
}
