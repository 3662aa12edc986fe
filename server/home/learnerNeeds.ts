import type { Need } from '#contract/home.ts';
import { fullName } from '#contract/people.ts';
import type { Participant } from '#contract/programs.ts';
import {
  confirmerOf,
  isRunning,
  nextStepOf,
  type Plan,
  receiversFor,
  topicStateOf,
} from '../programs/index.ts';
import { dayInWords, dayOf, dueInWords, inWords, plural } from './words.ts';

interface Circumstances {
  people: Map<number, Participant>;
  now: Date;
  timeZone: string;
}

const pathOf = ({ programId }: Plan) => `/program/${programId}`;

/**
 * What a learner can do now: topics that only wait to be completed first, then what only wants to be finished, invitations,
 * the next step of each program, and last what waits for somebody else.
 */
export const learnerNeeds = (plans: Plan[], circumstances: Circumstances): Need[] => [
  ...plans.flatMap((plan) => readyTopics(plan, circumstances)),
  ...plans.flatMap((plan) => toFinish(plan)),
  ...plans.flatMap((plan) => invitation(plan, circumstances)),
  ...plans.flatMap((plan) => nextStep(plan, circumstances)),
  ...plans.flatMap((plan) => topicsToChoose(plan)),
  ...plans.flatMap((plan) => proposals(plan, circumstances)),
  ...plans.flatMap((plan) => upgrades(plan)),
  ...plans.flatMap((plan) => awaited(plan, circumstances)),
];

function invitation(plan: Plan, { people, now, timeZone }: Circumstances): Need[] {
  if (plan.enrolment !== 'invited' || !plan.isOpen) return [];
  const by = plan.invitedBy === null ? undefined : people.get(plan.invitedBy);
  const from = by ? `${fullName(by)} invited you` : 'You were invited';
  const due = plan.dueOn ? ` It is due ${dueInWords(plan.dueOn)}.` : '';
  return [
    {
      key: `invitation:${plan.enrolmentId}`,
      kind: 'invitation',
      group: dueGroup(plan, now, timeZone) === 'week' ? 'today' : dueGroup(plan, now, timeZone),
      title: `You are invited to ${plan.programName}`,
      reason: `${from} on ${dayInWords(plan.joinedAt, timeZone)}. ${plan.purpose}${due} You choose what to work on, or say no.`,
      verb: 'Look at it',
      path: pathOf(plan),
    },
  ];
}

function toFinish(plan: Plan): Need[] {
  if (plan.enrolment !== 'ready_to_finish') return [];
  const topics = plan.topics.filter(({ isSelected }) => isSelected).length;
  return [
    {
      key: `finish:${plan.enrolmentId}`,
      kind: 'finish',
      group: 'today',
      title: `Finish ${plan.programName} with ${plural(topics, 'topic')}?`,
      reason: 'All topics that you chose are completed. Finish it, or choose another one and go on.',
      verb: 'Decide',
      path: pathOf(plan),
    },
  ];
}

/** A newer version is offered, never put on anybody. */
function upgrades(plan: Plan): Need[] {
  if (!isRunning(plan)) return [];
  return plan.topics
    .filter(
      (topic) => topic.isSelected && !topic.completedAt && !topic.askedAt && topic.newest > topic.version,
    )
    .map((topic) => ({
      key: `upgrade:${plan.enrolmentId}:${topic.topicId}:${topic.newest}`,
      kind: 'upgrade',
      group: 'week',
      title: `A newer version of “${topic.title}” is there`,
      reason: 'You go on with the one you began unless you take the new one. What you have done is kept.',
      verb: 'Compare',
      path: pathOf(plan),
    }));
}

function awaited(plan: Plan, { people, timeZone }: Circumstances): Need[] {
  const confirmer = confirmerOf(plan);
  const person = confirmer ? people.get(confirmer.userId) : undefined;
  if (!isRunning(plan) || !confirmer) return [];
  return plan.topics.flatMap((topic): Need[] =>
    topic.askedAt && !topic.completedAt
      ? [
          {
            key: `awaiting_confirmation:${plan.enrolmentId}:${topic.topicId}`,
            kind: 'awaiting_confirmation',
            group: 'waiting',
            title: `“${topic.title}” waits for ${person ? person.firstName : `your ${confirmer.by}`}`,
            reason: `You completed it on ${dayInWords(topic.askedAt, timeZone)} and asked for a confirmation. A week later it counts without one.`,
            verb: 'Open',
            path: pathOf(plan),
          },
        ]
      : [],
  );
}

function readyTopics(plan: Plan, { people, now, timeZone }: Circumstances): Need[] {
  if (!isRunning(plan)) return [];
  const sequel = sequelOf(plan, people);
  return plan.topics
    .filter((topic) => topicStateOf(topic) === 'ready')
    .map((topic) => {
      const finished = topic.steps
        .flatMap(({ doneAt }) => doneAt ?? [])
        .reduce((latest, at) => (at > latest ? at : latest), plan.joinedAt);
      const since = `All its steps are done since ${dayInWords(finished, timeZone)}.`;
      return {
        key: `topic_ready:${plan.programId}:${topic.topicId}`,
        kind: 'topic_ready',
        group: dueGroup(plan, now, timeZone) === 'overdue' ? 'overdue' : 'today',
        title: `Complete “${topic.title}”`,
        reason: `${since}${sequel}`,
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

/** Somebody would choose a topic for the learner; it is theirs to choose as long as they may. */
function proposals(plan: Plan, { people }: Circumstances): Need[] {
  if (!plan.isOpen || !(isRunning(plan) || plan.enrolment === 'choosing')) return [];
  return plan.topics
    .filter(({ isSelected, completedAt, proposedBy }) => !isSelected && !completedAt && proposedBy.length > 0)
    .map(({ topicId, title, proposedBy }) => {
      const names = proposedBy.flatMap((id) => people.get(id)?.firstName ?? []);
      return {
        key: `topic_proposed:${plan.enrolmentId}:${topicId}`,
        kind: 'topic_proposed',
        group: 'week',
        title: `${inWords(names)} ${names.length === 1 ? 'proposes' : 'propose'} “${title}”`,
        reason: `A topic of ${plan.programName} that you have not chosen. Take it or leave it: the choice stays yours.`,
        verb: 'Look at it',
        path: `${pathOf(plan)}?show=choose`,
      };
    });
}

function dueGroup({ dueOn }: Plan, now: Date, timeZone: string): Need['group'] {
  if (dueOn === null) return 'week';
  const today = dayOf(now, timeZone);
  if (dueOn < today) return 'overdue';
  return dueOn === today ? 'today' : 'week';
}

/** What completing a topic sets off: somebody is asked to confirm it, or those whom it concerns hear of it. */
function sequelOf(plan: Plan, people: Circumstances['people']): string {
  const confirmer = confirmerOf(plan);
  const asked = confirmer && people.get(confirmer.userId);
  if (asked) return ` Completing it asks ${fullName(asked)} to confirm it.`;
  const told = receiversFor(plan).flatMap((id) => people.get(id) ?? []);
  return told.length > 0 ? ` Completing it tells ${inWords(told.map(fullName))}.` : '';
}
