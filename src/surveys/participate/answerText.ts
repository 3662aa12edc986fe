import type { Answer } from '#contract/surveys/answers.ts';
import { CANNOT_JUDGE, type Option, type Question } from '#contract/surveys/questions.ts';
import { CANNOT_JUDGE_TEXT } from '#src/surveys/surveyTexts.ts';

const textOf = (options: readonly Option[], key: string) =>
  key === CANNOT_JUDGE ? CANNOT_JUDGE_TEXT : (options.find((option) => option.key === key)?.text ?? key);

/** An answer as its author reads it. */
export function answerText(question: Question, answer: Answer): string {
  const options = 'options' in question ? question.options : [];
  if (typeof answer === 'number') return String(answer);
  if (typeof answer === 'string')
    return 'options' in question || answer === CANNOT_JUDGE ? textOf(options, answer) : answer;
  if (Array.isArray(answer)) return answer.map((key) => textOf(options, key)).join(', ');
  const rows = question.type === 'matrix' ? question.rows : [];
  return Object.entries(answer)
    .map(([row, key]) => `${textOf(rows, row)}: ${textOf(options, key)}`)
    .join('\n');
}
