import type { Program } from '#contract/programs.ts';
import { homeApi } from '#store/home/homeApi.ts';
import { objectivesApi } from '#store/objectives/objectivesApi.ts';
import { profileApi } from '#store/profile/profileApi.ts';
import { enrolmentApi } from '#store/programs/enrolmentApi.ts';
import { learnersApi } from '#store/programs/learnersApi.ts';
import { nextStepOf, notifiedNames } from '#store/programs/nextAction.ts';
import { programsApi } from '#store/programs/programsApi.ts';

/** A mutation that succeeded. */
interface Fulfilled<Result, Arg> {
  payload: Result;
  meta: { arg: { endpointName: string; originalArgs: Arg } };
}
interface Endpoint<Result, Arg> {
  name: string;
  matchFulfilled: (action: unknown) => action is Fulfilled<Result, Arg>;
}
type Entry = readonly [name: string, answer: (action: unknown) => string | null];

const to = <Result, Arg>(
  endpoint: Endpoint<Result, Arg>,
  textOf: (arg: Arg, result: Result) => string,
): Entry => [
  endpoint.name,
  (action) => (endpoint.matchFulfilled(action) ? textOf(action.meta.arg.originalArgs, action.payload) : null),
];

const sentences = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ');
const list = (names: string[]) => new Intl.ListFormat('en').format(names);

function notified(program: Program): string | null {
  const names = notifiedNames(program);
  if (names.length === 0) return null;
  return names.length === 1 ? `${list(names)} was notified.` : `${list(names)} were notified.`;
}

function next(program: Program): string | null {
  const ready = program.topics.find(({ can }) => can.complete);
  if (ready) return `All steps of “${ready.title}” are done. You can complete the topic.`;
  if (program.can.finish) return 'You can finish the program.';
  const found = nextStepOf(program);
  return found && `Next: “${found.step.title}”.`;
}

const titleOf = (topics: readonly { topicId: string; title: string }[], topicId: string) =>
  topics.find((topic) => topic.topicId === topicId)?.title ?? 'The topic';

const stepIn = (program: Program, stepKey: string) =>
  program.topics.flatMap(({ steps }) => steps).find((step) => step.stepKey === stepKey);

const program = programsApi.endpoints;
const enrolment = enrolmentApi.endpoints;
const learner = learnersApi.endpoints;
const objective = objectivesApi.endpoints;
const profile = profileApi.endpoints;
const home = homeApi.endpoints;
const markTexts = {
  tomorrow: 'Snoozed until tomorrow.',
  next_week: 'Snoozed until next week.',
  done: 'Marked as done.',
  none: 'Back on your list.',
};

/** What the user is told after each mutation. An endpoint that is not listed says its result on the screen itself. */
const answers = new Map([
  to(program.completeTopic, ({ topicId }, { completedAt, program: after }) => {
    const topic = after.topics.find((candidate) => candidate.topicId === topicId);
    const title = topic?.title ?? 'The topic';
    if (completedAt === null)
      return `${topic?.confirmation?.name ?? 'Your coach'} was asked to confirm “${title}”.`;
    return sentences(`“${title}” is completed.`, notified(after), next(after));
  }),
  to(program.recordStep, ({ stepKey, record }, after) => {
    const step = stepIn(after, stepKey);
    const title = `“${step?.title ?? 'The step'}”`;
    if (record.done) return sentences(`${title} is done.`, next(after));
    if (step?.tally && (record.tally ?? 0) > 0)
      return `${title}: practised ${step.tally.count} of ${step.tally.goal} times.`;
    return `${title} is marked as not done.`;
  }),
  to(enrolment.answerInvitation, ({ answer }, after) =>
    answer.accept
      ? `You joined ${after.programName}. Select your topics to begin.`
      : `You declined ${after.programName}. You can still join later.`,
  ),
  to(enrolment.saveGoals, (_arg, after) => sentences('Your topics are saved.', notified(after))),
  to(
    enrolment.upgradeTopic,
    ({ topicId, version }, after) => `“${titleOf(after.topics, topicId)}” was updated to version ${version}.`,
  ),
  to(enrolment.finishProgram, (_arg, { program: after }) =>
    sentences(`You finished ${after.programName}.`, notified(after)),
  ),
  to(enrolment.withdraw, (_arg, after) => `You left ${after.programName}. Your work is kept.`),
  to(enrolment.beginAgain, (_arg, after) => `You started ${after.programName} again.`),
  to(learner.answerConfirmation, ({ topicId, answer }, after) =>
    answer.confirmed
      ? `“${titleOf(after.topics, topicId)}” is confirmed. ${after.learner.firstName} was notified.`
      : `“${titleOf(after.topics, topicId)}” was sent back to ${after.learner.firstName}.`,
  ),
  to(learner.waiveStep, (_arg, after) => `The step is waived for ${after.learner.firstName}.`),
  to(
    learner.proposeTopic,
    ({ topicId }, after) => `You proposed “${titleOf(after.topics, topicId)}” to ${after.learner.firstName}.`,
  ),
  to(
    learner.withdrawProposal,
    ({ topicId }, after) => `Your proposal of “${titleOf(after.topics, topicId)}” is withdrawn.`,
  ),
  to(
    learner.reopenTopic,
    ({ topicId }, after) =>
      `“${titleOf(after.topics, topicId)}” is open again for ${after.learner.firstName}.`,
  ),
  to(objective.createObjective, (_arg, { title, state }) =>
    state === 'draft' ? `“${title}” is saved as a draft.` : `“${title}” is started.`,
  ),
  to(objective.editObjective, (_arg, { title }) => `Your changes to “${title}” are saved.`),
  to(objective.moveObjective, (_arg, { title, state, isAtRisk }) => {
    if (state === 'active') return isAtRisk ? `“${title}” is at risk.` : `“${title}” is in progress.`;
    return `“${title}” is ${{ draft: 'a draft', achieved: 'achieved', missed: 'missed', dropped: 'dropped' }[state]}.`;
  }),
  to(objective.addObjectiveNote, ({ note }) =>
    note.isShared ? 'Your note is saved and shared.' : 'Your note is saved. Only you can read it.',
  ),
  to(objective.answerObjectiveChange, ({ answer }, { title }) =>
    answer.response === 'accepted'
      ? `You accepted the change of “${title}”.`
      : `The previous version of “${title}” is restored.`,
  ),
  to(home.markNeeds, ({ mark }) => markTexts[mark ?? 'none']),
  to(profile.saveProfile, () => 'Your profile is saved.'),
  to(profile.saveAvatar, () => 'Your picture is saved.'),
  to(profile.removeAvatar, () => 'Your picture is removed.'),
]);

/** The text for the mutation that has just succeeded; null if its screen shows the result itself. */
export function answerTo(action: Fulfilled<unknown, unknown>): string | null {
  return answers.get(action.meta.arg.endpointName)?.(action) ?? null;
}

/** Takes the mutation back; null if it cannot be undone here. */
export const undoOf = (action: unknown) =>
  home.markNeeds.matchFulfilled(action) && action.payload.mark !== null
    ? home.markNeeds.initiate({ keys: action.payload.keys, mark: null }, { track: false })
    : null;
