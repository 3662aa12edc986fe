import * as z from 'zod/mini';
import { day, multiLineText, untrimmedText } from '#contract/text.ts';
import { askedQuestions } from './branching.ts';
import {
  CANNOT_JUDGE,
  listQuestions,
  NPS_MAX,
  offersCannotJudge,
  QUESTIONS_MAX,
  type Question,
  type Questions,
} from './questions.ts';

export const SHORT_ANSWER_MAX_LENGTH = 200;
export const LONG_ANSWER_MAX_LENGTH = 4_000;

/**
 * An answer: an option's key or a text, a number on a scale, the keys of several options (in order for a ranking), or
 * one option for each row of a matrix. `checkAnswers` checks whether it matches its question.
 */
const keys = z.array(z.string().check(z.maxLength(16))).check(z.maxLength(20));
const rows = z.record(z.string().check(z.maxLength(16)), z.string().check(z.maxLength(16)));
const answerWith = (text: z.ZodMiniType<string, string>) => z.union([text, z.int(), keys, rows]);

export const answerSchema = answerWith(multiLineText(LONG_ANSWER_MAX_LENGTH));
export type Answer = z.infer<typeof answerSchema>;
const questionKey = z.string().check(z.maxLength(16));
const atMost = z.refine<Record<string, unknown>>((all) => Object.keys(all).length <= QUESTIONS_MAX, {
  error: 'has too many answers',
});
export const answersSchema = z.record(questionKey, answerSchema).check(atMost);
export type Answers = Readonly<Record<string, Answer>>;

/** Answers that are not submitted yet. Texts are kept as typed. */
const draftAnswer = answerWith(untrimmedText(LONG_ANSWER_MAX_LENGTH));
export const draftAnswersSchema = z.record(questionKey, draftAnswer).check(atMost);
/** The changed answers of a draft; null removes one. */
export const draftChangesSchema = z.record(questionKey, z.nullable(draftAnswer)).check(atMost);
export type DraftChanges = z.infer<typeof draftChangesSchema>;

const isText = (answer: Answer | undefined): answer is string => typeof answer === 'string';
const isListOf = (answer: Answer, options: readonly { key: string }[]): answer is string[] =>
  Array.isArray(answer) &&
  new Set(answer).size === answer.length &&
  answer.every((chosen) => options.some(({ key }) => key === chosen));
const isOfRange = (answer: Answer, from: number, to: number) =>
  typeof answer === 'number' && answer >= from && answer <= to;

/** Whether a value is a complete answer to a question. */
export function fitsQuestion(question: Question, answer: Answer): boolean {
  if (answer === CANNOT_JUDGE && offersCannotJudge(question)) return true;
  switch (question.type) {
    case 'single':
    case 'dropdown':
      return question.options.some(({ key }) => key === answer);
    case 'multiple':
      return isListOf(answer, question.options) && answer.length > 0;
    case 'ranking':
      return isListOf(answer, question.options) && answer.length === question.options.length;
    case 'rating':
      return isOfRange(answer, 1, question.points);
    case 'nps':
      return isOfRange(answer, 0, NPS_MAX);
    case 'matrix':
      return (
        typeof answer === 'object' &&
        !Array.isArray(answer) &&
        Object.keys(answer).length > 0 &&
        Object.entries(answer).every(
          ([row, option]) =>
            question.rows.some(({ key }) => key === row) &&
            (question.options.some(({ key }) => key === option) ||
              (option === CANNOT_JUDGE && offersCannotJudge(question))),
        ) &&
        (!question.required || question.rows.every(({ key }) => answer[key] !== undefined))
      );
    case 'short':
      return isText(answer) && answer.trim() !== '' && answer.length <= SHORT_ANSWER_MAX_LENGTH;
    case 'long':
      return isText(answer) && answer.trim() !== '';
    case 'date':
      return isText(answer) && day.safeParse(answer).success;
  }
}

/** Whether the respondent can continue: the answer is valid, or the optional question has no answer. */
export const canContinue = (question: Question, answer: Answer | undefined) =>
  answer === undefined ? !question.required : fitsQuestion(question, answer);

/** Errors of the answers by `answers.{question key}`; empty if they can be submitted. */
export function checkAnswers(questions: Questions, answers: Answers): Record<string, string> {
  const errors: Record<string, string> = {};
  const all = listQuestions(questions);
  for (const questionKey of Object.keys(answers))
    if (!all.some(({ key }) => key === questionKey))
      errors[`answers.${questionKey}`] = 'is not a question of this survey';
  for (const question of askedQuestions(questions, answers)) {
    const answer = answers[question.key];
    if (canContinue(question, answer)) continue;
    errors[`answers.${question.key}`] = answer === undefined ? 'is missing' : 'does not fit the question';
  }
  return errors;
}
