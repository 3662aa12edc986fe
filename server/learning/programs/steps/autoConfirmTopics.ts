import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { PublishEvents } from '#server/administration/webhooks/index.ts';
import { and, asc, eq, inArray, isNull, lte } from '#server/db/drizzle.ts';
import { enrolments, programs, topicConfirmations } from '#server/db/schema/programs.ts';
import { asMaintenance, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { AUTO_CONFIRM_DAYS, isRunning } from '#server/learning/programs/plans/plan.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';
import { recordCompletion } from './completeTopic.ts';

/** The number of completions of an organisation that one run confirms. */
const BATCH = 100;

/**
 * Confirms completions that have waited for a week, and sends the same notifications as a confirmation. Several
 * processes can run it at the same time, because each enrolment is locked first. Returns the number of confirmed
 * completions.
 */
export async function confirmOverdueTopics(
  pool: Pool,
  now: Date,
  log: Pick<FastifyBaseLogger, 'error'>,
  publish: PublishEvents,
): Promise<number> {
  const due = new Date(now.getTime() - AUTO_CONFIRM_DAYS * 86_400_000);
  const isOverdue = and(isNull(topicConfirmations.answeredAt), lte(topicConfirmations.askedAt, due));
  const tenants = await asMaintenance(pool, (tx) =>
    tx.selectDistinct({ tenantId: topicConfirmations.tenantId }).from(topicConfirmations).where(isOverdue),
  );
  let accepted = 0;
  for (const { tenantId } of tenants) {
    // Requests of archived programs wait until these are restored. They do not count towards the batch.
    const overdue = await withTenant(pool, tenantId, (tx) =>
      tx
        .select({ enrolmentId: topicConfirmations.enrolmentId, topicId: topicConfirmations.topicId })
        .from(topicConfirmations)
        .innerJoin(enrolments, eq(enrolments.id, topicConfirmations.enrolmentId))
        .innerJoin(programs, eq(programs.id, enrolments.programId))
        .where(
          and(
            isOverdue,
            inArray(enrolments.state, ['active', 'ready_to_finish']),
            inArray(programs.status, ['active', 'paused', 'closed']),
          ),
        )
        .orderBy(asc(topicConfirmations.askedAt))
        .limit(BATCH),
    );
    for (const request of overdue)
      try {
        if (await withTenant(pool, tenantId, (tx) => acceptCompletion(tx, request, now, publish)))
          accepted += 1;
      } catch (error) {
        log.error(
          { err: error, enrolmentId: request.enrolmentId },
          'could not accept a completion automatically',
        );
      }
  }
  return accepted;
}

async function acceptCompletion(
  tx: TenantTransaction,
  { enrolmentId, topicId }: { enrolmentId: string; topicId: string },
  now: Date,
  publish: PublishEvents,
): Promise<boolean> {
  const [enrolment] = await tx
    .select({ userId: enrolments.userId, programId: enrolments.programId })
    .from(enrolments)
    .where(eq(enrolments.id, enrolmentId));
  if (!enrolment) return false;
  const plan = await findOwnPlan(tx, enrolment.userId, enrolment.programId, { isLocked: true });
  const topic = plan?.enrolmentId === enrolmentId && plan.topics.find((one) => one.topicId === topicId);
  if (!plan || !topic || topic.askedAt === null || topic.completedAt || !isRunning(plan)) return false;
  await tx
    .update(topicConfirmations)
    .set({ answeredAt: now, outcome: 'accepted' })
    .where(
      and(
        eq(topicConfirmations.enrolmentId, enrolmentId),
        eq(topicConfirmations.topicId, topicId),
        isNull(topicConfirmations.answeredAt),
      ),
    );
  // No actor, so that coach, manager and learner are all notified.
  await recordCompletion(tx, plan, topic, { actorId: null, now, publish });
  return true;
}
