import type { LearnerProgram } from '#contract/learners.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { findParticipants, findWindows } from '../people/index.ts';
import { findProposals } from './findProposals.ts';
import { asOf, confirmerOf, type Plan, type PlanTopic } from './plan.ts';
import { findOwnPlan } from './plansRepository.ts';
import { learnerProgramOf } from './present.ts';
import { type Relation, relationTo } from './programsPolicy.ts';

export interface LearnerPlace {
  programId: string;
  userId: number;
}

/** A learner's plan for who is, or was, their manager or coach; for everybody else there is none. */
export async function findLearnerPlan(
  tx: TenantTransaction,
  viewer: Viewer,
  { programId, userId }: LearnerPlace,
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

/** A topic in a learner's plan: by its own id, or by the key of one of its steps. */
export type LearnerTopicPlace = LearnerPlace & ({ topicId: string } | { stepKey: string });

/** The same, to change something of one topic: nobody does who only was it before. */
export async function findLearnerTopic(
  tx: TenantTransaction,
  viewer: Viewer,
  place: LearnerTopicPlace,
  now: Date,
): Promise<{ plan: Plan; relation: Relation; topic: PlanTopic }> {
  const { plan, relation } = await findLearnerPlan(tx, viewer, place, now, { isLocked: true });
  const topic = plan.topics.find(({ topicId, steps }) =>
    'topicId' in place ? topicId === place.topicId : steps.some(({ stepKey }) => stepKey === place.stepKey),
  );
  if (!topic || relation.former) throw notFound();
  return { plan, relation, topic };
}

export async function presentLearner(
  tx: TenantTransaction,
  viewer: Viewer,
  place: LearnerPlace,
  now: Date,
): Promise<LearnerProgram> {
  const { plan, relation } = await findLearnerPlan(tx, viewer, place, now);
  const people = await findParticipants(tx, [plan.userId, confirmerOf(plan)?.userId ?? null]);
  const learner = people.get(plan.userId);
  if (!learner) throw notFound();
  const proposals = relation.former ? new Map() : await findProposals(tx, plan);
  return learnerProgramOf(viewer, plan, relation, people, learner, proposals);
}
