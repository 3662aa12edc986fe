import type { LearnerProgram } from '#contract/learning/learners.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { asOf, confirmerOf, type Plan, type PlanTopic } from '#server/learning/programs/plans/plan.ts';
import { findOwnPlan } from '#server/learning/programs/plans/plansRepository.ts';
import { presentLearnerProgram } from '#server/learning/programs/plans/presentProgram.ts';
import { type Relation, relationTo } from '#server/learning/programs/programsPolicy.ts';
import { findParticipants, findWindows } from '#server/people/index.ts';
import { findCongratulations } from './congratulations.ts';
import { findDepartures } from './departures.ts';
import { findProposals } from './findProposals.ts';

export interface LearnerRef {
  programId: string;
  userId: number;
}

/** A learner's plan for their current or former manager or coach; 404 for everyone else (decision 0029). */
export async function findLearnerPlan(
  tx: TenantTransaction,
  viewer: Viewer,
  { programId, userId }: LearnerRef,
  now: Date,
  { isLocked = false } = {},
): Promise<{ plan: Plan; relation: Relation }> {
  const [plan, windows] = await Promise.all([
    findOwnPlan(tx, userId, programId, { isLocked }),
    findWindows(tx, { viewerId: viewer.userId, subjectId: userId }, now),
  ]);
  if (!plan) throw notFound();
  const relation = relationTo(viewer, plan, windows);
  if (!relation) throw notFound();
  return { plan: relation.former ? asOf(plan, relation.former.asOf) : plan, relation };
}

/** Identifies a topic in a learner's plan by its id or by the key of one of its steps. */
export type LearnerTopicRef = LearnerRef & ({ topicId: string } | { stepKey: string });

/** Locks the plan and finds one topic to change. 404 for former managers and coaches. */
export async function findLearnerTopic(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: LearnerTopicRef,
  now: Date,
): Promise<{ plan: Plan; relation: Relation; topic: PlanTopic }> {
  const { plan, relation } = await findLearnerPlan(tx, viewer, ref, now, { isLocked: true });
  const topic = plan.topics.find(({ topicId, steps }) =>
    'topicId' in ref ? topicId === ref.topicId : steps.some(({ stepKey }) => stepKey === ref.stepKey),
  );
  if (!topic || relation.former) throw notFound();
  return { plan, relation, topic };
}

export async function readLearnerProgram(
  tx: TenantTransaction,
  viewer: Viewer,
  ref: LearnerRef,
  now: Date,
): Promise<LearnerProgram> {
  const { plan, relation } = await findLearnerPlan(tx, viewer, ref, now);
  const [people, departures, congratulations] = await Promise.all([
    findParticipants(tx, [plan.userId, confirmerOf(plan)?.userId ?? null]),
    findDepartures(tx, { viewerId: viewer.userId, ...ref }, now),
    findCongratulations(tx, viewer, plan),
  ]);
  const learner = people.get(plan.userId);
  if (!learner) throw notFound();
  const proposals = relation.former ? new Map() : await findProposals(tx, plan);
  return presentLearnerProgram(viewer, plan, {
    relation,
    people,
    learner,
    departures,
    proposals,
    congratulations,
  });
}
