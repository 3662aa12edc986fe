import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { and, asc, eq, isNull, lte } from '../db/drizzle.ts';
import { enrolments, topicConfirmations } from '../db/schema/programs.ts';
import { asKeeper, type TenantTransaction, withTenant } from '../db/withTenant.ts';
import { settleTopic } from './completeTopic.ts';
import { ACCEPTED_AFTER_DAYS, isRunning } from './plan.ts';
import { findOwnPlan } from './plansRepository.ts';

const BATCH = 100;

/**
 * Completions that nobody has answered for a week are accepted, so that nobody is stuck; the news is the same as if they
 * had been confirmed. Several processes may do it at once: each enrolment is locked first. Says how many it was.
 */
export async function acceptOverdue(
  pool: Pool,
  now: Date,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<number> {
  const due = new Date(now.getTime() - ACCEPTED_AFTER_DAYS * 86_400_000);
  const waiting = await asKeeper(pool, (tx) =>
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
  for (const { tenantId, ...place } of waiting)
    try {
      if (await withTenant(pool, tenantId, (tx) => accept(tx, place, now))) accepted += 1;
    } catch (error) {
      log.error({ err: error, enrolmentId: place.enrolmentId }, 'a completion could not be accepted');
    }
  return accepted;
}

async function accept(
  tx: TenantTransaction,
  { enrolmentId, topicId }: { enrolmentId: string; topicId: string },
  now: Date,
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
  // Nobody did it, so coach, manager and learner all hear of it.
  await settleTopic(tx, plan, topic, { actorId: null, now });
  return true;
}
