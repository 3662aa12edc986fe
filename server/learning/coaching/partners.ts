import type { LearnerCoaching } from '#contract/learning/coaching.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  findLearnerPlan,
  findOwnPlan,
  isRunning,
  type LearnerRef,
  notificationReceivers,
  type Plan,
} from '#server/learning/programs/index.ts';

export interface LearnerView {
  plan: Plan;
  /** The viewer's relation to the learner; null for the learner. */
  relation: 'coach' | 'manager' | null;
  /** How long a former coach or manager sees sessions; null: no limit. */
  asOf: Date | null;
  /** The people whom the viewer can plan a session with. */
  partnerIds: number[];
}

/** Sessions can be planned as soon as the learner has accepted, and until the program ends. */
const isPlannable = (plan: Plan) =>
  plan.isOpen && (isRunning(plan) || plan.enrolment === 'accepted' || plan.enrolment === 'choosing');

/** Why the viewer cannot plan a session; null if they can. */
export function whyNotPlannable({ plan, partnerIds, asOf }: LearnerView): LearnerCoaching['cannotPlan'] {
  if (partnerIds.length > 0) return null;
  if (asOf !== null) return 'former';
  if (plan.enrolment === 'completed') return 'completed';
  if (!plan.isOpen) return 'closed';
  return isPlannable(plan) ? 'no-coach-or-manager' : 'not-taking-part';
}

/** The enrolment for its learner, or a current or former coach or manager. 404 for everyone else. */
export async function findLearnerView(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: LearnerRef,
  now: Date,
): Promise<LearnerView> {
  if (ref.userId === viewer.userId) {
    const plan = await findOwnPlan(tx, ref.userId, ref.programId);
    if (!plan) throw notFound();
    const partnerIds = isPlannable(plan) ? notificationReceivers(plan) : [];
    return { plan, relation: null, asOf: null, partnerIds };
  }
  const { plan, relation: found } = await findLearnerPlan(tx, viewer, ref, now);
  const { relation, former } = found;
  const mayPlan = former === null && isPlannable(plan);
  return { plan, relation, asOf: former?.asOf ?? null, partnerIds: mayPlan ? [plan.userId] : [] };
}

/** The enrolment and the partner of a session that the viewer plans. */
export async function findPartner(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: LearnerRef,
  partnerId: number,
  now: Date,
): Promise<Plan> {
  const { plan, partnerIds } = await findLearnerView(tx, viewer, ref, now);
  if (partnerIds.length === 0)
    throw notPossible('Sessions can only be planned while the learner takes part in the program.');
  if (!partnerIds.includes(partnerId))
    throw notPossible('A session is between the learner and their coach or manager in this program.', {
      with: 'is not the coach or manager',
    });
  return plan;
}
