import type { Program } from '#contract/learning/programs.ts';
import { and, asc, eq, inArray } from '#server/db/drizzle.ts';
import { topicConfirmations } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findProposals } from '#server/learning/programs/learners/findProposals.ts';
import { findParticipants } from '#server/people/index.ts';
import { summarizeOtherParticipants } from './participants.ts';
import { confirmerOf, type Plan } from './plan.ts';
import { findOwnPlan, findPlans } from './plansRepository.ts';
import { type ProgramContext, presentProgram } from './presentProgram.ts';
import { findUpgrades } from './topicUpgrades.ts';

/** Number of other participants whose pictures are shown. */
const SHOWN_PARTICIPANTS = 5;

/** A learner's program with everything that the program page shows; 404 without an enrolment. */
export async function readOwnProgram(
  tx: TenantTransaction,
  { userId, timeZone }: Viewer,
  programId: string,
): Promise<Program> {
  const plan = await findOwnPlan(tx, userId, programId);
  if (!plan) throw notFound();
  const returned = findReturned(tx, plan);
  const findPeople = async () =>
    findParticipants(tx, [
      plan.coachId,
      plan.managerId,
      plan.invitedBy,
      confirmerOf(plan)?.userId ?? null,
      ...plan.topics.flatMap(({ steps, reopened }) => [
        reopened?.by ?? null,
        ...steps.map(({ waivedBy }) => waivedBy),
      ]),
      ...[...(await returned).values()].map(({ by }) => by),
    ]);

  const [people, others, earlier, upgrades, proposals] = await Promise.all([
    findPeople(),
    summarizeOtherParticipants(tx, plan, SHOWN_PARTICIPANTS),
    plan.cycle === 1
      ? []
      : findPlans(tx, { userIds: [userId], programId, cycles: 'earlier', isOutline: true }),
    findUpgrades(tx, plan),
    findProposals(tx, plan),
  ]);
  return presentProgram(plan, {
    people,
    timeZone,
    others,
    earlier,
    returned: await returned,
    upgrades,
    proposals,
  });
}

/** The latest note for each topic whose completion was sent back, by topic id. */
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
  // Only the latest answer per topic counts, and only if it sent the topic back.
  return new Map([...newest].filter(([, { outcome }]) => outcome === 'returned'));
}
