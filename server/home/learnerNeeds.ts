import type { Need } from '#contract/home.ts';
import {
  completionTarget,
  FINISH_TARGET,
  INVITATION_TARGET,
  stepTarget,
  topicTarget,
  upgradeTarget,
} from '#contract/notifications/linkTargets.ts';
import type { Participant } from '#contract/people.ts';
import { fullName } from '#contract/people.ts';
import {
  dayOf,
  formatDay,
  formatDueDate,
  formatList,
  plural,
  type Region,
  sentences,
} from '#server/formats.ts';
import {
  AUTO_CONFIRM_DAYS,
  confirmerOf,
  isRunning,
  nextStepOf,
  notificationReceivers,
  type Plan,
  type PlanTopic,
  topicStateOf,
} from '#server/learning/programs/index.ts';
import type { PlainNeed } from './needs.ts';

interface NeedContext {
  people: Map<number, Participant>;
  now: Date;
  region: Region;
}

/** The program's page, scrolled to where the learner acts. */
const pathOf = ({ programId }: Plan, target: string) => `/program/${programId}#${target}`;
const pickerPath = ({ programId }: Plan) => `/program/${programId}?show=choose`;

/**
 * The needs of a learner in order: topics that are ready to complete, programs to finish, invitations, the next step of
 * each program, choices, and topics that wait for a confirmation.
 */
export const learnerNeeds = (plans: Plan[], context: NeedContext): PlainNeed[] => [
  ...plans.flatMap((plan) => readyTopicNeeds(plan, context)),
  ...plans.flatMap((plan) => finishNeed(plan)),
  ...plans.flatMap((plan) => invitationNeed(plan, context)),
  ...plans.flatMap((plan) => nextStepNeed(plan, context)),
  ...plans.flatMap((plan) => topicSelectionNeed(plan)),
  ...plans.flatMap((plan) => proposalNeeds(plan, context)),
  ...plans.flatMap((plan) => upgradeNeeds(plan)),
  ...plans.flatMap((plan) => awaitingConfirmationNeeds(plan, context)),
];

function invitationNeed(plan: Plan, { people, now, region }: NeedContext): PlainNeed[] {
  if (plan.enrolment !== 'invited' || !plan.isOpen) return [];
  const by = plan.invitedBy === null ? undefined : people.get(plan.invitedBy);
  const invitedOn = formatDay(plan.joinedAt, region);
  return [
    {
      key: `invitation:${plan.enrolmentId}`,
      kind: 'invitation',
      group: dueGroup(plan, now, region) === 'week' ? 'today' : dueGroup(plan, now, region),
      title: `You are invited to ${plan.programName}`,
      reason: sentences(
        by ? `${fullName(by)} invited you on ${invitedOn}.` : `You were invited on ${invitedOn}.`,
        plan.purpose,
        plan.dueOn && `The program is due ${formatDueDate(plan.dueOn, now, region)}.`,
        'You can select your topics or decline.',
      ),
      verb: 'View invitation',
      path: pathOf(plan, INVITATION_TARGET),
    },
  ];
}

function finishNeed(plan: Plan): PlainNeed[] {
  if (plan.enrolment !== 'ready_to_finish') return [];
  const topics = plan.topics.filter(({ isSelected }) => isSelected).length;
  return [
    {
      key: `finish:${plan.enrolmentId}`,
      kind: 'finish',
      group: 'today',
      title: `Finish ${plan.programName}`,
      reason: plural(
        topics,
        'You completed your selected topic. Finish the program, or select another topic to continue.',
        `You completed all ${topics} selected topics. Finish the program, or select another topic to continue.`,
      ),
      verb: 'Finish program',
      path: pathOf(plan, FINISH_TARGET),
    },
  ];
}

/** A newer version is offered and never applied automatically (decision 0028). */
function upgradeNeeds(plan: Plan): PlainNeed[] {
  if (!isRunning(plan)) return [];
  return plan.topics
    .filter(
      (topic) => topic.isSelected && !topic.completedAt && !topic.askedAt && topic.newest > topic.version,
    )
    .map((topic) => ({
      key: `upgrade:${plan.enrolmentId}:${topic.topicId}:${topic.newest}`,
      kind: 'upgrade',
      group: 'week',
      title: `New version of “${topic.title}”`,
      reason: 'You stay on your current version unless you switch. Your completed steps are kept.',
      verb: 'Compare versions',
      path: pathOf(plan, upgradeTarget(topic.topicId)),
    }));
}

function awaitingConfirmationNeeds(plan: Plan, { people, region }: NeedContext): PlainNeed[] {
  const confirmer = confirmerOf(plan);
  if (!isRunning(plan) || !confirmer) return [];
  const name =
    people.get(confirmer.userId)?.firstName ?? (confirmer.by === 'coach' ? 'your coach' : 'your manager');
  return plan.topics.flatMap((topic): PlainNeed[] =>
    topic.askedAt && !topic.completedAt
      ? [
          {
            key: `awaiting_confirmation:${plan.enrolmentId}:${topic.topicId}`,
            kind: 'awaiting_confirmation',
            group: 'waiting',
            title: `Waiting for ${name} to confirm “${topic.title}”`,
            reason: `You completed it on ${formatDay(topic.askedAt, region)}. It will be confirmed automatically after ${AUTO_CONFIRM_DAYS} days.`,
            verb: 'View topic',
            path: pathOf(plan, topicTarget(topic.topicId)),
          },
        ]
      : [],
  );
}

function readyTopicNeeds(plan: Plan, { people, now, region }: NeedContext): PlainNeed[] {
  if (!isRunning(plan)) return [];
  const effect = describeCompletionEffect(plan, people);
  return plan.topics
    .filter((topic) => topicStateOf(topic) === 'ready')
    .map((topic) => {
      const finished = topic.steps
        .flatMap(({ doneAt }) => doneAt ?? [])
        .reduce((latest, at) => (at > latest ? at : latest), plan.joinedAt);
      return {
        key: `topic_ready:${plan.programId}:${topic.topicId}`,
        kind: 'topic_ready',
        group: dueGroup(plan, now, region) === 'overdue' ? 'overdue' : 'today',
        title: `“${topic.title}” is ready to complete`,
        reason: sentences(
          returnedSentence(topic, people, region) ??
            reopenedSentence(topic, people, region) ??
            `You finished all steps on ${formatDay(finished, region)}.`,
          effect,
        ),
        verb: 'Complete topic',
        path: pathOf(plan, completionTarget(topic.topicId)),
        action: { kind: 'complete_topic', programId: plan.programId, topicId: topic.topicId },
      };
    });
}

function returnedSentence(
  { returned }: PlanTopic,
  people: NeedContext['people'],
  region: Region,
): string | null {
  if (!returned) return null;
  const day = formatDay(new Date(returned.at), region);
  const person = returned.by === null ? undefined : people.get(returned.by);
  return person
    ? `${fullName(person)} sent it back on ${day}. Note: “${returned.note ?? ''}”`
    : `It was sent back on ${day}. Note: “${returned.note ?? ''}”`;
}

function reopenedSentence(
  { reopened }: PlanTopic,
  people: NeedContext['people'],
  region: Region,
): string | null {
  if (!reopened) return null;
  const day = formatDay(new Date(reopened.at), region);
  const person = people.get(reopened.by);
  return person
    ? `${fullName(person)} reopened it on ${day}. Reason: “${reopened.reason}”`
    : `It was reopened on ${day}. Reason: “${reopened.reason}”`;
}

function nextStepNeed(plan: Plan, { now, region }: NeedContext): PlainNeed[] {
  const next = nextStepOf(plan);
  if (!next) return [];
  const { topic, step } = next;
  return [
    {
      key: `next_step:${plan.programId}:${step.stepKey}`,
      kind: 'next_step',
      group: dueGroup(plan, now, region),
      title: step.title,
      reason: sentences(
        plural(
          step.minutes,
          `The next step of “${topic.title}” in ${plan.programName}, about 1 minute.`,
          `The next step of “${topic.title}” in ${plan.programName}, about ${step.minutes} minutes.`,
        ),
        plan.dueOn && `The program is due ${formatDueDate(plan.dueOn, now, region)}.`,
      ),
      verb: 'Continue program',
      path: pathOf(plan, stepTarget({ topicId: topic.topicId, stepKey: step.stepKey })),
    },
  ];
}

function topicSelectionNeed(plan: Plan): PlainNeed[] {
  const isChoosing = plan.enrolment === 'choosing' || plan.enrolment === 'accepted' || isRunning(plan);
  if (!plan.isOpen || !isChoosing || plan.topics.some(({ isSelected }) => isSelected)) return [];
  return [
    {
      key: `choose_topics:${plan.programId}`,
      kind: 'choose_topics',
      group: 'week',
      title: `Select topics for ${plan.programName}`,
      reason: 'You have not selected a topic yet. Only selected topics count towards your progress.',
      verb: 'Select topics',
      path: pickerPath(plan),
    },
  ];
}

/** Topics that the coach or manager proposed, while the learner can still select topics. */
function proposalNeeds(plan: Plan, { people }: NeedContext): PlainNeed[] {
  if (!plan.isOpen || !(isRunning(plan) || plan.enrolment === 'choosing')) return [];
  return plan.topics
    .filter(({ isSelected, completedAt, proposedBy }) => !isSelected && !completedAt && proposedBy.length > 0)
    .map(({ topicId, title, proposedBy }) => {
      const names = proposedBy.flatMap((id) => people.get(id)?.firstName ?? []);
      return {
        key: `topic_proposed:${plan.enrolmentId}:${topicId}`,
        kind: 'topic_proposed',
        group: 'week',
        title: `${formatList(names)} proposed “${title}”`,
        reason: `You have not selected this topic of ${plan.programName} yet. You can add or decline it.`,
        verb: 'Review proposal',
        path: `${pickerPath(plan)}#${topicTarget(topicId)}`,
        proposal: { programId: plan.programId, topicId },
      };
    });
}

function dueGroup({ dueOn }: Plan, now: Date, region: Region): Need['group'] {
  if (dueOn === null) return 'week';
  const today = dayOf(now, region);
  if (dueOn < today) return 'overdue';
  return dueOn === today ? 'today' : 'week';
}

/** The effect of completing a topic: a person is asked to confirm it, or the coach and manager are notified. */
function describeCompletionEffect(plan: Plan, people: NeedContext['people']): string | null {
  const confirmer = confirmerOf(plan);
  const asked = confirmer && people.get(confirmer.userId);
  if (asked) return `When you complete it, ${fullName(asked)} is asked to confirm it.`;
  const receivers = notificationReceivers(plan).flatMap((id) => people.get(id) ?? []);
  if (receivers.length === 0) return null;
  const names = formatList(receivers.map(fullName));
  return plural(
    receivers.length,
    `When you complete it, ${names} is notified.`,
    `When you complete it, ${names} are notified.`,
  );
}
