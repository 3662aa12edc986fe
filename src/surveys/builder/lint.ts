import type { Question } from '#contract/surveys/questions.ts';

export interface LintProblem {
  kind: 'double' | 'leading' | 'absolute' | 'long';
  title: string;
  advice: string;
}

const LEADING =
  /^(don['’]t|isn['’]t|wouldn['’]t|shouldn['’]t|do you agree|surely|of course)\b|\bas we all know\b/i;
const ABSOLUTE = /\b(always|never|everybody|everyone|nobody|all the time|every time)\b/i;
/** Two joined verbs or adjectives: "clear and fair", "is helpful and answers". */
const DOUBLE = /\b\w+\b (and|or) \b\w+\b/i;
const MAX_WORDS = 25;

/** Rules for questions that are hard to answer honestly. They work for English only. */
export function lintQuestion({ text }: Pick<Question, 'text'>): LintProblem[] {
  const problems: LintProblem[] = [];
  if (LEADING.test(text.trim()))
    problems.push({
      kind: 'leading',
      title: 'Leading question',
      advice: 'It suggests an answer. Write a neutral statement.',
    });
  const joined = DOUBLE.exec(text);
  if (joined)
    problems.push({
      kind: 'double',
      title: '2 questions in one',
      advice: `“${joined[0]}” may have two answers. Ask about each one.`,
    });
  const absolute = ABSOLUTE.exec(text);
  if (absolute)
    problems.push({
      kind: 'absolute',
      title: 'Absolute word',
      advice: `Few things are true “${absolute[0]}”. Leave the word out.`,
    });
  const words = text.trim().split(/\s+/).length;
  if (words > MAX_WORDS)
    problems.push({
      kind: 'long',
      title: 'Long question',
      advice: `It has ${words} words. Questions with up to ${MAX_WORDS} words are easier to understand.`,
    });
  return problems;
}
