import { eq, sql } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import { enrolments } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound, notPossible } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { enqueueNotifications } from '../outbox/index.ts';
import { giveUpConfirmations } from './completeTopic.ts';
import type { Plan } from './plan.ts';
import { findOwnPlan } from './plansRepository.ts';
import { finishNews } from './programsEvents.ts';
import { rightsOf } from './programsPolicy.ts';

async function lockedPlan(tx: TenantTransaction, viewer: Viewer, programId: string): Promise<Plan> {
  const plan = await findOwnPlan(tx, viewer.userId, programId, { isLocked: true });
  if (!plan) throw notFound();
  return plan;
}

type EnrolmentChange = Partial<
  Pick<typeof enrolments.$inferInsert, 'state' | 'joinedAt' | 'finishedAt' | 'reason'>
>;
const change = (tx: TenantTransaction, { enrolmentId, version }: Plan, values: EnrolmentChange) =>
  tx
    .update(enrolments)
    .set({ ...values, version: version + 1 })
    .where(eq(enrolments.id, enrolmentId));

/** The versions that a learner goes through from now on: the newest of each topic that has none yet. */
export const pinTopics = (tx: TenantTransaction, enrolmentId: string) =>
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
  const plan = await lockedPlan(tx, viewer, programId);
  const isDeclined = plan.enrolment === 'declined';
  // The same answer again changes nothing.
  if (accept ? plan.enrolment === 'choosing' || plan.enrolment === 'active' : isDeclined) return;
  if (!rightsOf(plan).answerInvitation)
    throw notPossible(
      plan.isOpen
        ? 'This invitation was answered already.'
        : 'This program has ended, so it cannot be begun any more.',
    );
  if (!accept) return void (await change(tx, plan, { state: 'declined', finishedAt: now }));
  // From now on they take part: what comes is counted from today, not from the invitation.
  await change(tx, plan, { state: 'choosing', joinedAt: now, finishedAt: null });
  await pinTopics(tx, plan.enrolmentId);
}

/** Ends a program whose chosen topics are all completed. True in the one call that did. */
export async function finishProgram(tx: TenantTransaction, viewer: Viewer, programId: string, now: Date) {
  const plan = await lockedPlan(tx, viewer, programId);
  if (plan.enrolment === 'completed') return { finishedAt: plan.finishedAt ?? now, isFinishedNow: false };
  if (!rightsOf(plan).finish)
    throw notPossible('There are still topics to complete. Complete them, or change what you chose.');
  await change(tx, plan, { state: 'completed', finishedAt: now });
  await enqueueNotifications(tx, finishNews(plan), now);
  return { finishedAt: now, isFinishedNow: true };
}

export async function withdraw(
  tx: TenantTransaction,
  viewer: Viewer,
  programId: string,
  { reason }: { reason: string },
  now: Date,
) {
  const plan = await lockedPlan(tx, viewer, programId);
  if (plan.enrolment === 'withdrawn') return;
  if (!rightsOf(plan).withdraw) throw notPossible('You do not take part in this program now.');
  await change(tx, plan, { state: 'withdrawn', reason, finishedAt: now });
  await giveUpConfirmations(tx, plan, now);
}

/** Another cycle, from nothing, with the newest versions. The one before stays as it was. */
export async function beginAgain(tx: TenantTransaction, viewer: Viewer, programId: string, now: Date) {
  const plan = await lockedPlan(tx, viewer, programId);
  if (!rightsOf(plan).beginAgain)
    throw notPossible(
      plan.isOpen
        ? 'You are in this program already. Finish it, or leave it, before you begin again.'
        : 'This program has ended, so it cannot be begun again.',
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
export async function startCycle(
  tx: TenantTransaction,
  { programId, userId }: { programId: string; userId: number },
  { now, ...cycle }: NewCycle,
) {
  const id = newId();
  await tx
    .insert(enrolments)
    .values({ id, tenantId: tx.tenantId, programId, userId, joinedAt: now, ...cycle });
  if (cycle.state === 'choosing') await pinTopics(tx, id);
}
