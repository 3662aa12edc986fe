import type { Program } from '#contract/learning/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findProposals } from '#server/learning/programs/learners/findProposals.ts';
import { findParticipants } from '#server/people/index.ts';
import { summarizeOtherParticipants } from './participants.ts';
import { confirmerOf } from './plan.ts';
import { findOwnPlan, findPlans } from './plansRepository.ts';
import { presentProgram } from './presentProgram.ts';
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
  const findPeople = async () =>
    findParticipants(tx, [
      plan.coachId,
      plan.managerId,
      plan.invitedBy,
      confirmerOf(plan)?.userId ?? null,
      ...plan.topics.flatMap(({ steps, reopened, returned }) => [
        reopened?.by ?? null,
        returned?.by ?? null,
        ...steps.map(({ waivedBy }) => waivedBy),
      ]),
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
    upgrades,
    proposals,
  });
}
