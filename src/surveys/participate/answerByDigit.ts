import type { Answer } from '#contract/surveys/answers.ts';
import { CANNOT_JUDGE, NPS_MAX, offersCannotJudge, type Question } from '#contract/surveys/questions.ts';

/** Time within which a 0 after a 1 makes 10. */
export const TEN_WITHIN_MS = 600;

/** Means “I cannot judge this”, except on the scale from 0 to 10. */
const DECLINE_DIGIT = 0;

/**
 * The answer after a digit key; null if no answer has this digit. `isSecond`: another digit was pressed shortly
 * before.
 */
export function answerByDigit(
  question: Question,
  answer: Answer | undefined,
  digit: number,
  isSecond: boolean,
): Answer | undefined | null {
  if (question.type === 'nps') {
    const number = isSecond && answer === 1 && digit === 0 ? NPS_MAX : digit;
    return number;
  }
  const isDeclined = digit === DECLINE_DIGIT && offersCannotJudge(question);
  if (question.type === 'rating') {
    if (isDeclined) return CANNOT_JUDGE;
    return digit >= 1 && digit <= question.points ? digit : null;
  }
  if (!('options' in question)) return null;
  const key = isDeclined ? CANNOT_JUDGE : question.options[digit - 1]?.key;
  if (key === undefined) return null;
  if (question.type === 'multiple' || question.type === 'ranking') return toggled(answer, key);
  if (question.type === 'matrix') {
    const row = firstOpenRow(question, answer);
    return row === undefined ? null : withRow(answer, row, key);
  }
  return key;
}

/** Adds an option at the end, or removes it. Without options there is no answer. */
export function toggled(answer: Answer | undefined, key: string): string[] | undefined {
  const chosen = Array.isArray(answer) ? answer : [];
  const next = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key];
  return next.length === 0 ? undefined : next;
}

const rowsOf = (answer: Answer | undefined) =>
  typeof answer === 'object' && !Array.isArray(answer) ? answer : {};
export const withRow = (answer: Answer | undefined, row: string, key: string) => ({
  ...rowsOf(answer),
  [row]: key,
});
export const optionOfRow = (answer: Answer | undefined, row: string): string | undefined =>
  rowsOf(answer)[row];
/** The row that digit keys answer. */
export const firstOpenRow = (
  { rows }: Extract<Question, { type: 'matrix' }>,
  answer: Answer | undefined,
): string | undefined => rows.find(({ key }) => optionOfRow(answer, key) === undefined)?.key;
