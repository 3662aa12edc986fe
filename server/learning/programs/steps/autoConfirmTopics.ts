import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { PublishEvents } from '#server/administration/webhooks/index.ts';
import { and, asc, eq, isNull, lte } from '#server/db/drizzle.ts';
import { enrolments, topicConfirmations } from '#server/db/schema/programs.ts';
import { asMaintenance, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { AUTO_CONFIRM_DAYS, isRunning } from '#server/learning/programs/plans/plan.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';
import { recordCompletion } from './completeTopic.ts';

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
  const overdue = await asMaintenance(pool, (tx) =>
    tx
      .select({
        tenantId: topicConfirmations.tenantId,
        enrolmentId: topicConfirmations.enrolmentId,
        topicId: topicConfirmations.topicId,
      })
      .from(topicConfirmations)
      .where(and(isNull(topicConfirmations.answeredAt), lte(topicConfirmations.askedAt, due)))
      .orderBy(asc(topicConfirmations.askedAt))
      .limit(BATCH),
  );
  let accepted = 0;
  for (const { tenantId, ...request } of overdue)
    try {
      if (await withTenant(pool, tenantId, (tx) => acceptCompletion(tx, request, now, publish)))
        accepted += 1;
    } catch (error) {
      log.error(
        { err: error, enrolmentId: request.enrolmentId },
        'could not accept a completion automatically',
      );
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
