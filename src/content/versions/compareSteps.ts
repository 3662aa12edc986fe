import { diffWordsWithSpace } from 'diff';
import type { DraftStep, TopicDraft } from '#contract/learning/authoring.ts';
import { ruleSentence } from '#src/content/topic/topicTexts.ts';
import { challengeLines } from './challengeLines.ts';

/** A piece of text in both versions, or in only one of them. */
export interface Part {
  text: string;
  side: 'both' | 'from' | 'to';
}
export interface ComparedPart {
  key: string;
  title: string;
  /** Null for the texts of the topic itself. */
  step: DraftStep | null;
  state: 'added' | 'removed' | 'changed' | 'moved' | 'unchanged';
  parts: Part[];
}

/** Text and settings of a step, one per line. */
function linesOf(step: DraftStep, steps: readonly DraftStep[]): string[] {
  const after = steps.filter(({ stepKey }) => step.after.includes(stepKey)).map(({ title }) => title);
  return [
    step.body,
    ruleSentence(step),
    `${step.minutes ?? 0} min, ${step.required ? 'required' : 'optional'}.`,
    ...(step.url ? [`Link: ${step.url}`] : []),
    ...(after.length > 0 ? [`After ${after.join(', ')}.`] : []),
    ...(step.challenge ? challengeLines(step.challenge) : []),
  ];
}

const textOf = (step: DraftStep | undefined, steps: readonly DraftStep[]) =>
  step === undefined ? '' : [step.title, ...linesOf(step, steps)].join('\n');

const compareTexts = (from: string, to: string): Part[] =>
  diffWordsWithSpace(from, to).map(({ value, added, removed }) => ({
    text: value,
    side: added ? 'to' : removed ? 'from' : 'both',
  }));

const topicText = ({ title, behaviorName, description }: TopicDraft) =>
  [title, behaviorName, description].join('\n');

/** The differences of two versions: the texts of the topic, then each step in the order of the newer version. */
export function compareVersions(from: TopicDraft, to: TopicDraft): ComparedPart[] {
  const before = new Map(from.steps.map((step, index) => [step.stepKey, { step, index }]));
  const after = new Set(to.steps.map(({ stepKey }) => stepKey));
  const keptBefore = from.steps.filter(({ stepKey }) => after.has(stepKey));
  const keptAfter = to.steps.filter(({ stepKey }) => before.has(stepKey));
  const topic = topicText(from) === topicText(to) ? [] : [compareTopic(from, to)];
  const steps = to.steps.map((step): ComparedPart => {
    const old = before.get(step.stepKey)?.step;
    const [own, other] = [textOf(step, to.steps), textOf(old, from.steps)];
    const isMoved = keptBefore.indexOf(old as DraftStep) !== keptAfter.indexOf(step);
    const state = !old ? 'added' : own !== other ? 'changed' : isMoved ? 'moved' : 'unchanged';
    const parts = state === 'added' || state === 'changed' ? compareTexts(other, own) : [];
    return { key: step.stepKey, title: step.title, step, state, parts };
  });
  const removed = from.steps
    .filter(({ stepKey }) => !after.has(stepKey))
    .map(
      (step): ComparedPart => ({
        key: step.stepKey,
        title: step.title,
        step,
        state: 'removed',
        parts: compareTexts(textOf(step, from.steps), ''),
      }),
    );
  return [...topic, ...steps, ...removed];
}

const compareTopic = (from: TopicDraft, to: TopicDraft): ComparedPart => ({
  key: 'topic',
  title: 'About the topic',
  step: null,
  state: 'changed',
  parts: compareTexts(topicText(from), topicText(to)),
});
