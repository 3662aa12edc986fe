import type { Question } from '#contract/surveys/questions.ts';

export interface LintProblem {
  kind: 'double' | 'leading' | 'absolute' | 'long';
  title: string;
  advice: string;
  /** The words to underline: their first and last position in the text. Null: the whole text. */
  range: readonly [from: number, to: number] | null;
  /** A better text, or two texts for two questions. */
  fix?: { label: string; texts: readonly string[] };
}

const LEADING =
  /^((?:don['’]t|isn['’]t|wouldn['’]t|shouldn['’]t)(?: (?:you|it|we))?(?: (?:agree|think|believe|say|true|feel))?|do you agree|surely|of course)\b,?(?: that)?|\bas we all know,?/i;
const ABSOLUTE = /\b(always|never|everybody|everyone|nobody|all the time|every time)\b/i;
/** Two joined verbs or adjectives: "clear and fair", "is helpful and answers". */
const DOUBLE = /\b(\w+)\b (?:and|or) \b(\w+)\b/i;
/** The start of a subject: "My", "The new". */
const SUBJECT = /^\W*(?:(?:my|our|your|his|her|its|their|the|a|an|this|that|these|those|all)(?: \w+)?)?\W*$/i;
/** A plural verb belongs to both words. */
const PLURAL = /^\W*(?:are|aren['’]t|were|weren['’]t|have|haven['’]t|do|don['’]t)\b/i;
const endingOf = (word: string) => /(?:ing|ed|ly|s)$/i.exec(word)?.[0].toLowerCase() ?? '';
const MAX_WORDS = 25;

const rangeOf = ({ index, 0: words }: RegExpExecArray, offset = 0) =>
  [offset + index, offset + index + words.trimEnd().length] as const;

/** A sentence that begins with a capital letter; a statement ends with a full stop. */
function sentence(text: string, isStatement: boolean): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  const start = plain.charAt(0).toUpperCase() + plain.slice(1);
  return isStatement ? start.replace(/\?$/, '.') : start;
}

/** Whether both sentences are right if each has one of the words: not if both are the subject, or of different kinds. */
function isSeparable({ index, input, 0: both, 1: first = '', 2: second = '' }: RegExpExecArray): boolean {
  const [before, after] = [input.slice(0, index), input.slice(index + both.length)];
  return !SUBJECT.test(before) && !PLURAL.test(after) && endingOf(first) === endingOf(second);
}

/** Rules for questions that are hard to answer honestly. They work for English only. */
export function lintQuestion({ text }: Pick<Question, 'text'>): LintProblem[] {
  const problems: LintProblem[] = [];
  const leading = LEADING.exec(text.trim());
  if (leading) {
    const neutral = sentence(text.trim().replace(leading[0], ' '), true);
    problems.push({
      kind: 'leading',
      title: 'Leading question',
      advice: `“${leading[0]}” suggests an answer. Write a neutral statement.`,
      range: rangeOf(leading, text.length - text.trimStart().length),
      ...(neutral.length > 1 && { fix: { label: 'Rewrite', texts: [neutral] } }),
    });
  }
  const joined = DOUBLE.exec(text);
  if (joined) {
    const [both, first = '', second = ''] = joined;
    problems.push({
      kind: 'double',
      title: '2 questions in one',
      advice: `“${both}” may have two answers. Ask about each one.`,
      range: rangeOf(joined),
      ...(isSeparable(joined) && {
        fix: { label: 'Split into 2', texts: [text.replace(both, first), text.replace(both, second)] },
      }),
    });
  }
  const absolute = ABSOLUTE.exec(text);
  if (absolute) {
    const isAdverb = /^(always|never|all the time|every time)$/i.test(absolute[0]);
    const without = sentence(text.replace(absolute[0], ' ').replace(/ ([.?!])$/, '$1'), false);
    problems.push({
      kind: 'absolute',
      title: 'Absolute word',
      advice: `Few things are true “${absolute[0]}”. Leave the word out.`,
      range: rangeOf(absolute),
      // Without “never”, the question would ask the opposite.
      ...(isAdverb &&
        absolute[0].toLowerCase() !== 'never' && { fix: { label: 'Remove the word', texts: [without] } }),
    });
  }
  const words = text.trim().split(/\s+/).length;
  if (words > MAX_WORDS)
    problems.push({
      kind: 'long',
      title: 'Long question',
      advice: `It has ${words} words. Questions with up to ${MAX_WORDS} words are easier to understand.`,
      range: null,
    });
  return problems;
}
