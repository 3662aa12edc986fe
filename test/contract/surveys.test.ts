import { checkAnswers } from '#contract/surveys/answers.ts';
import { askedAnswers, askedQuestions, unreachableQuestions } from '#contract/surveys/branching.ts';
import type { Question, Questions } from '#contract/surveys/questions.ts';
import { responseRate } from '#contract/surveys/surveys.ts';
import { localised, localisedPurpose, missingTexts, textsOf } from '#contract/surveys/translations.ts';

const survey = (...questions: Question[]): Questions => ({
  version: 1,
  sections: [{ key: 's1', title: 'Work', questions }],
});
const choice: Question = {
  key: 'q1',
  type: 'single',
  text: 'Do you lead people?',
  required: true,
  options: [
    { key: 'yes', text: 'Yes' },
    { key: 'no', text: 'No' },
  ],
};
const rating: Question = {
  key: 'q2',
  type: 'rating',
  text: 'I have time for them',
  required: true,
  points: 5,
  lowLabel: 'Disagree',
  highLabel: 'Agree',
  shownIf: { question: 'q1', oneOf: ['yes'] },
};
const why: Question = {
  key: 'q3',
  type: 'long',
  text: 'What takes your time?',
  required: true,
  shownIf: { question: 'q2', oneOf: ['1', '2'] },
};
const keys = (list: readonly Question[]) => list.map(({ key }) => key);

it('asks a conditional question only after a matching answer, including chains of conditions', () => {
  const questions = survey(choice, rating, why);
  expect(keys(askedQuestions(questions, {}))).toEqual(['q1']);
  expect(keys(askedQuestions(questions, { q1: 'yes', q2: 2 }))).toEqual(['q1', 'q2', 'q3']);
  // The answer to q2 is from before q1 was changed.
  expect(keys(askedQuestions(questions, { q1: 'no', q2: 2 }))).toEqual(['q1']);
  expect(askedAnswers(questions, { q1: 'no', q2: 2, q3: 'Meetings' })).toEqual({ q1: 'no' });
  expect(checkAnswers(questions, { q1: 'no' })).toEqual({});
  expect(checkAnswers(questions, { q1: 'yes', q2: 1 })).toEqual({ 'answers.q3': 'is missing' });
});

it('finds questions that no answer leads to', () => {
  expect(unreachableQuestions(survey(choice, rating, why))).toEqual([]);
  // The condition is about a later question, a missing one, or an option that does not exist; q3 depends on q2.
  expect(unreachableQuestions(survey(rating, choice, why))).toEqual(['q2', 'q3']);
  expect(unreachableQuestions(survey(rating, why))).toEqual(['q2', 'q3']);
  const never: Question = { ...rating, shownIf: { question: 'q1', oneOf: ['maybe'] } };
  expect(unreachableQuestions(survey(choice, never))).toEqual(['q2']);
});

it('accepts “I cannot judge this” only where a question offers it', () => {
  const statement = (more: Partial<Question>): Questions =>
    survey({ ...rating, shownIf: undefined, ...more } as Question);
  expect(checkAnswers(statement({ mayDecline: true }), { q2: '-' })).toEqual({});
  expect(checkAnswers(statement({}), { q2: '-' })).toEqual({ 'answers.q2': 'does not fit the question' });
  const rows = [
    { key: 'r1', text: 'Time' },
    { key: 'r2', text: 'Tools' },
  ];
  const matrix = (mayDecline: boolean) => survey({ ...choice, type: 'matrix', rows, mayDecline } as Question);
  expect(checkAnswers(matrix(true), { q1: { r1: 'yes', r2: '-' } })).toEqual({});
  expect(checkAnswers(matrix(false), { q1: { r1: 'yes', r2: '-' } })).toEqual({
    'answers.q1': 'does not fit the question',
  });
  // In a text, the same character is a text.
  expect(checkAnswers(survey({ ...why, shownIf: undefined } as Question), { q3: '-' })).toEqual({});
});

it('shows each text in the language of a locale, or in the original', () => {
  const german = {
    purpose: 'Warum wir fragen',
    'section.s1': 'Arbeit',
    'question.q1': 'Führst du Menschen?',
    'question.q1.option.yes': 'Ja',
    'question.q2.low': 'Stimmt nicht',
  };
  const questions = { ...survey(choice, rating), translations: { de: german } };
  const [section] = localised(questions, 'de-AT').sections;
  expect(section).toMatchObject({
    title: 'Arbeit',
    questions: [
      { text: 'Führst du Menschen?', options: [{ text: 'Ja' }, { text: 'No' }] },
      { text: 'I have time for them', lowLabel: 'Stimmt nicht', highLabel: 'Agree' },
    ],
  });
  expect(localised(questions, 'de')).not.toHaveProperty('translations');
  expect(localised(questions, 'fr-FR').sections).toEqual(questions.sections);
  expect(textsOf(questions, '')).toHaveLength(7);
  expect(textsOf(questions, 'Why we ask')[0]).toEqual({ path: 'purpose', text: 'Why we ask' });
  expect(localisedPurpose(questions, 'Why we ask', 'de-AT')).toBe('Warum wir fragen');
  expect(localisedPurpose(questions, 'Why we ask', 'fr')).toBe('Why we ask');
  expect(localisedPurpose(questions, '', 'de')).toBe('');
  expect(missingTexts(questions, 'Why we ask', 'de').map(({ text }) => text)).toEqual([
    'No',
    'I have time for them',
    'Agree',
  ]);
});

it('rounds the share of answers, and says 100 percent only if all have answered', () => {
  expect(responseRate(13, 14)).toBe(93);
  expect(responseRate(999, 1000)).toBe(99);
  expect(responseRate(14, 14)).toBe(100);
  expect(responseRate(0, 0)).toBe(0);
});
