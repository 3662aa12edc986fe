import type { Program } from '#contract/programs.ts';
import { and, asc, eq, inArray } from '../db/drizzle.ts';
import { topicConfirmations } from '../db/schema/programs.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound } from '../http/refusal.ts';
import { findParticipants } from '../people/index.ts';
import { findProposals } from './findProposals.ts';
import { glanceAtOthers } from './participants.ts';
import { confirmerOf, type Plan } from './plan.ts';
import { findOwnPlan, findPlans } from './plansRepository.ts';
import { type ProgramContext, programOf } from './present.ts';
import { findUpgrades } from './upgrades.ts';

/** How many faces are shown beside the number of the others. */
const SHOWN = 5;

/** A learner's program with all that the screen shows of it. */
export async function presentOwn(tx: TenantTransaction, plan: Plan | null): Promise<Program> {
  if (!plan) throw notFound();
  const returned = findReturned(tx, plan);
  const findPeople = async () =>
    findParticipants(tx, [
      plan.coachId,
      plan.managerId,
      plan.invitedBy,
      confirmerOf(plan)?.userId ?? null,
      ...plan.topics.flatMap(({ steps }) => steps.map(({ waivedBy }) => waivedBy)),
      ...[...(await returned).values()].map(({ by }) => by),
    ]);
  const { userId, programId } = plan;
  const isFirst = plan.cycle === 1;
  const [people, others, earlier, upgrades, proposals] = await Promise.all([
    findPeople(),
    glanceAtOthers(tx, plan, SHOWN),
    isFirst ? [] : findPlans(tx, { userIds: [userId], programId, cycles: 'earlier', isOutline: true }),
    findUpgrades(tx, plan),
    findProposals(tx, plan),
  ]);
  return programOf(plan, { people, others, earlier, returned: await returned, upgrades, proposals });
}

/** After something was done: as the database has it now. */
export const readOwn = async (tx: TenantTransaction, userId: number, programId: string) =>
  presentOwn(tx, await findOwnPlan(tx, userId, programId));

/** The last word of whoever sent a completion back, by topic. */
async function findReturned(
  tx: TenantTransaction,
  { enrolmentId, confirmation, topics }: Plan,
): Promise<ProgramContext['returned']> {
  if (confirmation === 'self' || topics.length === 0) return new Map();
  const rows = await tx
    .select({
      topicId: topicConfirmations.topicId,
      by: topicConfirmations.answeredBy,
      note: topicConfirmations.note,
      at: topicConfirmations.askedAt,
      answeredAt: topicConfirmations.answeredAt,
      outcome: topicConfirmations.outcome,
    })
    .from(topicConfirmations)
    .where(
      and(
        eq(topicConfirmations.enrolmentId, enrolmentId),
        inArray(topicConfirmations.outcome, ['confirmed', 'returned', 'accepted']),
      ),
    )
    .orderBy(asc(topicConfirmations.askedAt));
  const newest = new Map(
    rows.map(({ topicId, by, note, answeredAt, at, outcome }) => [
      topicId,
      { by, note, at: answeredAt ?? at, outcome },
    ]),
  );
  // The newest word on each topic stands; only one that was sent back has something to say.
  return new Map([...newest].filter(([, { outcome }]) => outcome === 'returned'));
}
