import type { Need } from '#contract/home.ts';
import { fullName } from '#contract/people.ts';
import type { Participant } from '#contract/programs.ts';
import { isRunning, nextStepOf, type Plan, topicStateOf } from '../programs/index.ts';
import { dayInWords, dayOf, dueInWords, inWords } from './words.ts';

interface Circumstances {
  people: Map<number, Participant>;
  now: Date;
  timeZone: string;
}

const pathOf = ({ programId }: Plan) => `/program/${programId}`;

/** What a learner can do now: topics that only wait to be completed first, then the next step of each program. */
export const learnerNeeds = (plans: Plan[], circumstances: Circumstances): Need[] => [
  ...plans.flatMap((plan) => readyTopics(plan, circumstances)),
  ...plans.flatMap((plan) => nextStep(plan, circumstances)),
  ...plans.flatMap((plan) => topicsToChoose(plan)),
];

function readyTopics(plan: Plan, { people, now, timeZone }: Circumstances): Need[] {
  if (!isRunning(plan)) return [];
  const told = [plan.coachId, plan.isManagerVisible ? plan.managerId : null].flatMap((id) => {
    const person = id === null ? undefined : people.get(id);
    return person ? [fullName(person)] : [];
  });
  return plan.topics
    .filter((topic) => topicStateOf(topic) === 'ready')
    .map((topic) => {
      const finished = topic.steps
        .flatMap(({ doneAt }) => doneAt ?? [])
        .reduce((latest, at) => (at > latest ? at : latest), plan.joinedAt);
      const since = `All its steps are done since ${dayInWords(finished, timeZone)}.`;
      const tells = told.length > 0 ? ` Completing it tells ${inWords([...new Set(told)])}.` : '';
      return {
        key: `topic_ready:${plan.programId}:${topic.topicId}`,
        kind: 'topic_ready',
        group: dueGroup(plan, now, timeZone) === 'overdue' ? 'overdue' : 'today',
        title: `Complete “${topic.title}”`,
        reason: `${since}${tells}`,
        verb: 'Open',
        path: pathOf(plan),
      };
    });
}

function nextStep(plan: Plan, { now, timeZone }: Circumstances): Need[] {
  const next = nextStepOf(plan);
  if (!next) return [];
  const due = plan.dueOn
    ? ` The program is due ${dueInWords(plan.dueOn)}.`
    : ' There is no due date; a week without a step is easily two.';
  return [
    {
      key: `next_step:${plan.programId}:${next.step.stepKey}`,
      kind: 'next_step',
      group: dueGroup(plan, now, timeZone),
      title: next.step.title,
      reason: `The next step of “${next.topic.title}” in ${plan.programName}, about ${next.step.minutes} minutes.${due}`,
      verb: 'Continue',
      path: pathOf(plan),
    },
  ];
}

function topicsToChoose(plan: Plan): Need[] {
  const isChoosing = plan.enrolment === 'choosing' || plan.enrolment === 'accepted' || isRunning(plan);
  if (!isChoosing || plan.topics.some(({ isSelected }) => isSelected)) return [];
  return [
    {
      key: `choose_topics:${plan.programId}`,
      kind: 'choose_topics',
      group: 'week',
      title: `Look at the topics of ${plan.programName}`,
      reason:
        'You take part and have not chosen a topic yet. Until you do, nothing counts towards your progress.',
      verb: 'See topics',
      path: pathOf(plan),
    },
  ];
}

function dueGroup({ dueOn }: Plan, now: Date, timeZone: string): Need['group'] {
  if (dueOn === null) return 'week';
  const today = dayOf(now, timeZone);
  if (dueOn < today) return 'overdue';
  return dueOn === today ? 'today' : 'week';
}
