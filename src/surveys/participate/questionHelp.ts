import type { Answer } from '#contract/surveys/answers.ts';
import { offersCannotJudge, type Question } from '#contract/surveys/questions.ts';

/** How a question is answered. */
export function helpOf(question: Question): string {
  const { type, required } = question;
  const how = {
    single: 'Choose one.',
    dropdown: 'Choose one.',
    multiple: 'Choose all that apply.',
    rating: 'Choose one.',
    nps: 'Choose a number from 0 to 10.',
    matrix:
      required || offersCannotJudge(question)
        ? 'Choose one in each row.'
        : 'Choose one in each row. You can leave a row empty.',
    ranking: 'Select the options in your order, the most important first.',
    short: 'Write a few words.',
    long: 'Write as much as you like.',
    date: 'Choose a day.',
  }[type];
  return required ? how : `${how} You can skip this question.`;
}

/** Why the respondent cannot continue yet. */
export function missingText(question: Question, answer: Answer | undefined): string {
  if (question.type === 'matrix') return 'Answer every row to continue.';
  return answer === undefined ? 'Answer this question to continue.' : 'Complete your answer to continue.';
}
