import type { Program, Topic } from '#contract/programs.ts';
import { counted, inWords, sentenceCase } from '#src/ui/dates.ts';
import type { RungState } from '#src/ui/Rungs.tsx';
import { isDone } from './stepKinds.ts';

export const isChosen = (topic: Pick<Topic, 'state'>) => topic.state !== 'not_selected';

/** The outline draws three shapes: done is filled, now is a ring, next is hollow. */
export type TopicShape = 'done' | 'now' | 'next';
export function topicShape(state: Topic['state']): TopicShape {
  if (state === 'completed') return 'done';
  return state === 'ready' || state === 'in_progress' ? 'now' : 'next';
}

/** The steps that count: the required ones of the topics that were chosen, from the very rows that are listed. */
export const countedSteps = (program: Pick<Program, 'topics'>) =>
  program.topics
    .filter(isChosen)
    .map((topic) => ({ topic, steps: topic.steps.filter((step) => step.required) }))
    .filter(({ steps }) => steps.length > 0);

export const rungsOfProgram = (program: Pick<Program, 'topics'>): RungState[][] =>
  countedSteps(program).map(({ steps }) => steps.map((step) => (isDone(step) ? 'done' : 'open')));

/** `Both steps are done.` */
export function doneSentence(topic: Topic): string {
  const count = topic.steps.filter((step) => step.required).length;
  if (count === 1) return 'Its one step is done.';
  if (count === 2) return 'Both steps are done.';
  return `All ${inWords(count)} steps are done.`;
}

/** `2 steps, about 25 min` */
export const sizeOf = (topic: Topic) =>
  `${counted(topic.steps.length, 'step')}${topic.minutes > 0 ? `, about ${topic.minutes} min` : ''}`;

type Listeners = Pick<Program, 'coach' | 'manager' | 'managerVisible'>;

/** The learner's coach, and their manager where the program shows it to them; one person who is both is one. */
function listenersOf({ coach, manager, managerVisible }: Listeners): string[] {
  const people = [coach, managerVisible ? manager : null].filter((person) => person !== null);
  const ids = people.map(({ userId }) => userId);
  return people.filter(({ userId }, at) => ids.indexOf(userId) === at).map(({ firstName }) => firstName);
}

/** What completing a topic sets off: somebody is asked to confirm it, or those whom it concerns hear of it. */
export function completionSentence(program: Listeners & Pick<Program, 'confirmation'>): string {
  const { confirmation, coach, manager, managerVisible } = program;
  const confirmer = (confirmation === 'coach' ? coach : null) ?? (managerVisible ? manager : null);
  if (confirmation !== 'self' && confirmer) return `${confirmer.firstName} is asked to confirm it.`;
  const names = listenersOf(program);
  if (names.length === 0) return 'Completing it counts towards your program.';
  return `${names.join(' and ')} ${names.length === 1 ? 'gets' : 'get'} the good news when you complete it.`;
}

export function topicsSentence(program: Program): string {
  const chosen = program.topics.filter(isChosen).length;
  if (chosen === 0) return 'No topics chosen yet.';
  return `${sentenceCase(inWords(chosen))} ${chosen === 1 ? 'topic' : 'topics'} you chose from ${inWords(program.topics.length)}.`;
}

/** Who hears which topics were chosen; the reasons are told to nobody. */
export function listenersOfChoice(program: Listeners): string {
  const names = listenersOf(program);
  if (names.length === 0) return 'Nobody else is told which topics you chose.';
  return `${names.join(' and ')} ${names.length === 1 ? 'hears' : 'hear'} which topics you chose.`;
}
