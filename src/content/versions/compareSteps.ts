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

/** The name of an upload or a survey. */
export type NameOf = (id: string) => string;

/**
 * The uploads and surveys to which a step refers, one per line. A replacement with the same name is marked, so that it
 * counts as a change.
 */
function referencesOf(step: DraftStep, before: DraftStep | undefined, nameOf: NameOf): string[] {
  const references = [
    ['Package', step.packageId, before?.packageId],
    [step.kind === 'video' ? 'Video' : 'File', step.fileId, before?.fileId],
    ['Captions', step.captionsId, before?.captionsId],
    ['Survey', step.surveyId, before?.surveyId],
    ['Link', step.url, null],
  ] as const;
  return references.flatMap(([label, id, old]) => {
    if (!id) return [];
    const name = label === 'Link' ? id : nameOf(id);
    const isSameName = old != null && old !== id && nameOf(old) === name;
    return [`${label}: ${name}${isSameName ? ' (replaced)' : ''}`];
  });
}

interface Side {
  steps: readonly DraftStep[];
  nameOf: NameOf;
  /** The step in the older version. */
  before?: DraftStep | undefined;
}

function timeSentence({ minutes, required }: DraftStep): string {
  if (!minutes) return required ? 'Required.' : 'Optional.';
  return `${minutes} min, ${required ? 'required' : 'optional'}.`;
}

/** Text and settings of a step, one per line. */
function linesOf(step: DraftStep, { steps, nameOf, before }: Side): string[] {
  const after = steps.filter(({ stepKey }) => step.after.includes(stepKey)).map(({ title }) => title);
  return [
    step.body,
    ruleSentence(step),
    timeSentence(step),
    ...referencesOf(step, before, nameOf),
    ...(after.length > 0 ? [`After ${after.join(', ')}.`] : []),
    ...(step.challenge ? challengeLines(step.challenge) : []),
  ];
}

/** Title, text and settings of a step. */
export const stepLines = (step: DraftStep, side: Side) => [step.title, ...linesOf(step, side)];
const textOf = (step: DraftStep | undefined, side: Side) =>
  step === undefined ? '' : stepLines(step, side).join('\n');

const compareTexts = (from: string, to: string): Part[] =>
  diffWordsWithSpace(from, to).map(({ value, added, removed }) => ({
    text: value,
    side: added ? 'to' : removed ? 'from' : 'both',
  }));

const topicText = ({ title, behaviorName, description }: TopicDraft) =>
  [title, behaviorName, description].join('\n');

/** The differences of two versions: the texts of the topic, then each step in the order of the newer version. */
export function compareVersions(from: TopicDraft, to: TopicDraft, nameOf: NameOf): ComparedPart[] {
  const before = new Map(from.steps.map((step, index) => [step.stepKey, { step, index }]));
  const after = new Set(to.steps.map(({ stepKey }) => stepKey));
  const keptBefore = from.steps.filter(({ stepKey }) => after.has(stepKey));
  const keptAfter = to.steps.filter(({ stepKey }) => before.has(stepKey));
  const topic = topicText(from) === topicText(to) ? [] : [compareTopic(from, to)];
  const steps = to.steps.map((step): ComparedPart => {
    const old = before.get(step.stepKey)?.step;
    const own = textOf(step, { steps: to.steps, nameOf, before: old });
    const other = textOf(old, { steps: from.steps, nameOf });
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
        parts: compareTexts(textOf(step, { steps: from.steps, nameOf }), ''),
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
