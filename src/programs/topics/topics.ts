import type { Program, Topic } from '#contract/programs.ts';
import { isDone } from '#src/programs/steps/steps.ts';
import type { SegmentState } from '#src/ui/display/ProgressSegments.tsx';
import { plural } from '#src/ui/text/plural.ts';

export const isSelected = (topic: Pick<Topic, 'state'>) => topic.state !== 'not_selected';

/** Marker of a topic in the timeline: done is filled, now is a ring, next is hollow. */
export type TopicShape = 'done' | 'now' | 'next';
export function topicShape(state: Topic['state']): TopicShape {
  if (state === 'completed') return 'done';
  return state === 'ready' || state === 'in_progress' ? 'now' : 'next';
}

const isRunning = ({ enrolment }: Pick<Program, 'enrolment'>) =>
  enrolment === 'active' || enrolment === 'ready_to_finish';

/** Topics to work on are unfolded; completed ones, ready ones and those of an ended program are folded. */
export const isToWorkOn = (program: Pick<Program, 'enrolment'>, { state }: Topic) =>
  isRunning(program) && (state === 'selected' || state === 'in_progress');

/**
 * The step to do next, by the rule of the server: the first open required step without a lock. Null while something else
 * is the next action: a topic to complete or the program to finish.
 */
export function nextStepOf(program: Program): { topicId: string; stepKey: string } | null {
  if (program.can.finish || program.topics.some((topic) => topic.can.complete)) return null;
  for (const topic of program.topics.filter((candidate) => isToWorkOn(program, candidate))) {
    const open = topic.steps.filter((step) => step.required && !isDone(step));
    const step = open.find(({ lock }) => lock === null) ?? open[0];
    if (step) return { topicId: topic.topicId, stepKey: step.stepKey };
  }
  return null;
}

/** The steps that count towards progress: the required steps of selected topics. */
export const countedSteps = (program: Pick<Program, 'topics'>) =>
  program.topics
    .filter(isSelected)
    .map((topic) => ({ topic, steps: topic.steps.filter((step) => step.required) }))
    .filter(({ steps }) => steps.length > 0);

export const segmentsOfProgram = (program: Pick<Program, 'topics'>): SegmentState[][] =>
  countedSteps(program).map(({ steps }) => steps.map((step) => (isDone(step) ? 'done' : 'open')));

export function doneSentence(topic: Topic): string {
  const count = topic.steps.filter((step) => step.required).length;
  if (count === 1) return 'The only step is done.';
  if (count === 2) return 'Both steps are done.';
  return `All ${count} steps are done.`;
}

/** `2 steps, about 25 min` */
export function topicSize({ steps, minutes }: Topic): string {
  const count = plural(steps.length, '# step', '# steps');
  return minutes > 0 ? `${count}, about ${minutes} min` : count;
}

type Relations = Pick<Program, 'coach' | 'manager' | 'managerVisible'>;

/** The coach, and the manager if the program is visible to managers. A person who is both is listed once. */
function notifiedNames({ coach, manager, managerVisible }: Relations): string | null {
  const people = [coach, managerVisible ? manager : null].filter((person) => person !== null);
  const ids = people.map(({ userId }) => userId);
  const names = people
    .filter(({ userId }, index) => ids.indexOf(userId) === index)
    .map(({ firstName }) => firstName);
  return names.length > 0 ? new Intl.ListFormat('en').format(names) : null;
}

/** Says who can read the learner's reason for leaving the program (decision 0029). */
export function leavingNotice(program: Relations): string {
  const names = notifiedNames(program);
  return names === null ? 'Only you can read your reason.' : `${names} can read your reason.`;
}

/** Says who is asked to confirm a completed topic, or who is notified of it. */
export function completionSentence(program: Relations & Pick<Program, 'confirmation'>): string {
  const { confirmation, coach, manager, managerVisible } = program;
  const confirmer = (confirmation === 'coach' ? coach : null) ?? (managerVisible ? manager : null);
  if (confirmation !== 'self' && confirmer) return `${confirmer.firstName} will be asked to confirm it.`;
  const names = notifiedNames(program);
  return names === null
    ? 'Completing it counts towards your program.'
    : `${names} will be notified when you complete it.`;
}

export const selectionSummary = ({ topics }: Program): string =>
  `${topics.filter(isSelected).length} of ${plural(topics.length, '# topic', '# topics')} selected.`;

/** Says who is notified of the selected topics. Reasons and plans are never shared. */
export function selectionNotice(program: Relations): string {
  const names = notifiedNames(program);
  return names === null
    ? 'No one else is notified of the topics you select.'
    : `${names} will be notified of the topics you select.`;
}
