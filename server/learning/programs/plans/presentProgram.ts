import type { LearnerProgram } from '#contract/learning/learners.ts';
import type { ProgramSummary } from '#contract/learning/programSummaries.ts';
import type { Program, Proposal } from '#contract/learning/programs.ts';
import type { Participant } from '#contract/people.ts';
import { fullName } from '#contract/people.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { congratulationKey } from '#server/learning/programs/learners/congratulations.ts';
import type { Departure } from '#server/learning/programs/learners/departures.ts';
import {
  enrolmentPermissions,
  mayPropose,
  mayWaive,
  type Relation,
  topicPermissions,
} from '#server/learning/programs/programsPolicy.ts';
import { nextStepOf, type Plan, type PlanTopic, progressOf, topicProgressOf, topicStateOf } from './plan.ts';
import { confirmationOf, presentTopic, type TopicContext } from './presentTopic.ts';

export function presentProgramSummary(plan: Plan): ProgramSummary {
  const next = nextStepOf(plan);
  return {
    programId: plan.programId,
    programName: plan.programName,
    purpose: plan.purpose,
    enrolment: plan.enrolment,
    dueOn: plan.dueOn,
    invitation:
      plan.enrolment === 'invited' && enrolmentPermissions(plan).answerInvitation
        ? { managerVisible: plan.isManagerVisible }
        : null,
    progress: progressOf(plan.topics),
    topics: plan.topics
      .filter(({ isSelected }) => isSelected)
      .map((topic) => ({
        title: topic.title,
        ...topicProgressOf(topic),
        isCompleted: topic.completedAt !== null,
        isReady: topicStateOf(topic) === 'ready',
      })),
    nextStep: next && {
      topicId: next.topic.topicId,
      stepKey: next.step.stepKey,
      topicTitle: next.topic.title,
      title: next.step.title,
      minutes: next.step.minutes,
    },
  };
}

export interface ProgramContext extends TopicContext {
  others: { count: number; some: Participant[] };
  earlier: Plan[];
}

export function presentProgram(plan: Plan, context: ProgramContext): Program {
  const personOf = (id: number | null) => (id === null ? null : (context.people.get(id) ?? null));
  const inviter = personOf(plan.invitedBy);
  return {
    programId: plan.programId,
    programName: plan.programName,
    purpose: plan.purpose,
    enrolment: plan.enrolment,
    cycle: plan.cycle,
    earlier: context.earlier.map((cycle) => ({
      cycle: cycle.cycle,
      enrolment: cycle.enrolment,
      joinedAt: cycle.joinedAt.toISOString(),
      finishedAt: cycle.finishedAt?.toISOString() ?? null,
      reason: cycle.reason,
      progress: progressOf(cycle.topics),
    })),
    invitedBy: inviter && fullName(inviter),
    dueOn: plan.dueOn,
    progress: progressOf(plan.topics),
    selection: { min: plan.selectionMin, max: plan.selectionMax },
    isOrdered: plan.isOrdered,
    coachingPlan:
      plan.plannedSessions === null || plan.sessionEveryDays === null
        ? null
        : { sessions: plan.plannedSessions, everyDays: plan.sessionEveryDays },
    confirmation: plan.confirmation,
    managerVisible: plan.isManagerVisible,
    version: plan.version,
    can: enrolmentPermissions(plan),
    topics: plan.topics.map((topic) => presentTopic(plan, topic, context)),
    coach: personOf(plan.coachId),
    manager: personOf(plan.managerId),
    others: context.others,
  };
}

interface LearnerContext {
  relation: Relation;
  people: ReadonlyMap<number, Participant>;
  learner: Participant;
  departures: Departure[];
  proposals: ReadonlyMap<string, Proposal[]>;
  congratulations: ReadonlyMap<string, Date>;
}

/** A learner's program for the manager and coach: progress without any text of the learner (decision 0029). */
export const presentLearnerProgram = (
  viewer: Viewer,
  plan: Plan,
  { relation, people, learner, departures, proposals, congratulations }: LearnerContext,
): LearnerProgram => ({
  programId: plan.programId,
  programName: plan.programName,
  learner,
  relation: relation.relation,
  former: relation.former && {
    asOf: relation.former.asOf.toISOString().slice(0, 10),
    readableUntil: relation.former.readableUntil.toISOString().slice(0, 10),
  },
  enrolment: plan.enrolment,
  dueOn: plan.dueOn,
  progress: progressOf(plan.topics),
  departures: departures.map(({ leftAt, reason }) => ({ at: leftAt.toISOString(), reason })),
  topics: plan.topics.map((topic) => ({
    topicId: topic.topicId,
    title: topic.title,
    behaviorName: topic.behaviorName,
    state: topicStateOf(topic),
    completedAt: topic.completedAt?.toISOString() ?? null,
    congratulation: congratulationOn(plan, topic, congratulations),
    ...topicProgressOf(topic),
    confirmation: confirmationOf(plan, topic, { people, timeZone: viewer.timeZone }),
    steps: topic.steps.map((step) => ({
      stepKey: step.stepKey,
      title: step.title,
      kind: step.kind,
      required: step.required,
      state: step.state,
      can: {
        waive:
          mayWaive(plan, relation, topic) &&
          step.required &&
          step.state !== 'done' &&
          step.state !== 'waived',
      },
    })),
    proposal: ownProposal(viewer, topic.isSelected ? [] : (proposals.get(topic.topicId) ?? [])),
    can: {
      ...topicPermissions(viewer, plan, relation, topic),
      propose: mayPropose(plan, relation, topic),
    },
  })),
});

function congratulationOn(
  { enrolmentId }: Plan,
  { topicId }: PlanTopic,
  congratulations: LearnerContext['congratulations'],
) {
  const needKey = congratulationKey(enrolmentId, topicId);
  return { needKey, doneAt: congratulations.get(needKey)?.toISOString() ?? null };
}

function ownProposal({ userId }: Viewer, proposals: readonly Proposal[]) {
  const own = proposals.find(({ by }) => by.userId === userId);
  return own ? { note: own.note, at: own.at, declinedAt: own.declinedAt } : null;
}
