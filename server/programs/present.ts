import type {
  LearnerProgram,
  Participant,
  Program,
  ProgramSummary,
  Step,
  Topic,
} from '#contract/programs.ts';
import {
  isRunning,
  minutesOf,
  nextStepOf,
  type Plan,
  type PlanStep,
  type PlanTopic,
  progressOf,
  topicProgressOf,
  topicStateOf,
} from './plan.ts';

export function summaryOf(plan: Plan): ProgramSummary {
  const next = nextStepOf(plan);
  return {
    programId: plan.programId,
    programName: plan.programName,
    purpose: plan.purpose,
    enrolment: plan.enrolment,
    dueOn: plan.dueOn,
    progress: progressOf(plan.topics),
    topics: plan.topics
      .filter(({ isSelected }) => isSelected)
      .map((topic) => ({
        title: topic.title,
        ...topicProgressOf(topic),
        isCompleted: topic.completedAt !== null,
      })),
    nextStep: next && { topicTitle: next.topic.title, title: next.step.title, minutes: next.step.minutes },
  };
}

export interface PeopleOfProgram {
  coach: Participant | null;
  manager: Participant | null;
  others: { count: number; some: Participant[] };
}

export const programOf = (plan: Plan, people: PeopleOfProgram): Program => ({
  programId: plan.programId,
  programName: plan.programName,
  purpose: plan.purpose,
  enrolment: plan.enrolment,
  dueOn: plan.dueOn,
  progress: progressOf(plan.topics),
  topics: plan.topics.map((topic) => topicOf(topic, isRunning(plan))),
  ...people,
});

function topicOf(topic: PlanTopic, isOpen: boolean): Topic {
  const state = topicStateOf(topic);
  const canRecord = isOpen && topic.isSelected && topic.completedAt === null;
  return {
    topicId: topic.topicId,
    title: topic.title,
    behaviorName: topic.behaviorName,
    description: topic.description,
    minutes: minutesOf(topic),
    state,
    completedAt: topic.completedAt?.toISOString() ?? null,
    steps: topic.steps.map((step) => stepOf(step, canRecord)),
    can: { complete: isOpen && state === 'ready' },
  };
}

const stepOf = (step: PlanStep, canRecord: boolean): Step => ({
  stepKey: step.stepKey,
  title: step.title,
  kind: step.kind,
  minutes: step.minutes,
  required: step.required,
  body: step.body,
  state: step.state,
  doneAt: step.doneAt?.toISOString() ?? null,
  tally: step.kind === 'practice' && step.goal !== null ? { count: step.count, goal: step.goal } : null,
  answer: step.kind === 'reflection' ? step.answer : null,
  can: { record: canRecord && step.state !== 'waived' },
});

/** For the manager and the coach: how far, never what was written. */
export const learnerProgramOf = (
  plan: Plan,
  learner: Participant,
  relation: LearnerProgram['relation'],
): LearnerProgram => ({
  programId: plan.programId,
  programName: plan.programName,
  learner,
  relation,
  enrolment: plan.enrolment,
  dueOn: plan.dueOn,
  progress: progressOf(plan.topics),
  topics: plan.topics.map((topic) => ({
    topicId: topic.topicId,
    title: topic.title,
    behaviorName: topic.behaviorName,
    state: topicStateOf(topic),
    completedAt: topic.completedAt?.toISOString() ?? null,
    ...topicProgressOf(topic),
  })),
});
