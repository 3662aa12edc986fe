import { foldText } from '#contract/foldText.ts';
import type { OpenTopic } from '#contract/learning/programs.ts';

/** Words that say nothing about a subject. */
const COMMON = new Set(
  'and are before for from has her his how our that the their them they this who with you your'.split(' '),
);

/** The words of a text without common endings, so that “asks” and “asking” are the same. */
const stemsOf = (text: string) =>
  new Set(
    foldText(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2 && !COMMON.has(word))
      .map((word) => (word.length > 3 ? word.replace(/(?:ions?|ing|ed|es|s|e)$/, '') : word)),
  );

const TITLE_WEIGHT = 3;

/** Topics that share words with a statement come first; the rest stay in order. */
export function fittingFirst(statement: string, topics: readonly OpenTopic[]): OpenTopic[] {
  const wanted = stemsOf(statement);
  const shared = (text: string) => [...stemsOf(text)].filter((stem) => wanted.has(stem)).length;
  const fitOf = ({ title, behaviorName, description }: OpenTopic) =>
    TITLE_WEIGHT * shared(title) + shared(`${behaviorName} ${description}`);
  return [...topics].sort((a, b) => fitOf(b) - fitOf(a));
}
