import type { Program, Topic } from '#contract/learning/programs.ts';
import type { SegmentState } from '#src/ui/display/ProgressSegments.tsx';
import { formatList } from '#src/ui/text/formatList.ts';
import { plural } from '#src/ui/text/plural.ts';
import { isDone, notifiedNames } from '#store/programs/nextAction.ts';

export const isSelected = (topic: Pick<Topic, 'state'>) => topic.state !== 'not_selected';

/** Marker of a topic in the timeline: filled for done, a ring for current, hollow for next. */
export type TopicShape = 'done' | 'now' | 'next';
export function topicShape(state: Topic['state']): TopicShape {
  if (state === 'completed') return 'done';
  return state === 'ready' || state === 'in_progress' ? 'now' : 'next';
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

type Relations = Pick<Program, 'coach' | 'manager' | 'managerVisible'>;

function namesOf(program: Relations): string | null {
  const names = notifiedNames(program);
  return names.length > 0 ? formatList(names) : null;
}

/** A sentence about who can read the learner's reason for leaving the program (decision 0029). */
export function leavingNotice(program: Relations): string {
  const names = namesOf(program);
  return names === null ? 'Only you can read your reason.' : `${names} can read your reason.`;
}

/** A sentence about who must confirm a completed topic, or who is notified of it. */
export function completionSentence(program: Relations & Pick<Program, 'confirmation'>): string {
  const { confirmation, coach, manager, managerVisible } = program;
  const confirmer = (confirmation === 'coach' ? coach : null) ?? (managerVisible ? manager : null);
  if (confirmation !== 'self' && confirmer) return `${confirmer.firstName} will be asked to confirm it.`;
  const names = namesOf(program);
  return names === null
    ? 'Completing it counts towards your program.'
    : `${names} will be notified when you complete it.`;
}

export const selectionSummary = ({ topics }: Program): string =>
  `${topics.filter(isSelected).length} of ${plural(topics.length, '# topic', '# topics')} selected.`;

/** A sentence about who is notified of the selected topics. Reasons and plans are never shared. */
export function selectionNotice(program: Relations): string {
  const names = namesOf(program);
  return names === null
    ? 'No one else is notified of the topics you select.'
    : `${names} will be notified of the topics you select.`;
}
