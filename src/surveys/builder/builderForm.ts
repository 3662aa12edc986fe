import {
  listQuestions,
  type Option,
  type Question,
  type Questions,
  type QuestionType,
} from '#contract/surveys/questions.ts';
import { type Survey, surveyChangeSchema } from '#contract/surveys/surveys.ts';
import { newKey } from '#src/forms/newKey.ts';

/** What can be edited in a draft. */
export type BuilderForm = Pick<
  Survey,
  | 'surveyName'
  | 'purpose'
  | 'mode'
  | 'k'
  | 'audience'
  | 'opensOn'
  | 'closesOn'
  | 'releasesOn'
  | 'repeatWeeks'
  | 'questions'
>;

export const formOf = ({
  surveyName,
  purpose,
  mode,
  k,
  audience,
  opensOn,
  closesOn,
  releasesOn,
  repeatWeeks,
  questions,
}: Survey): BuilderForm => ({
  surveyName,
  purpose,
  mode,
  k,
  audience,
  opensOn,
  closesOn,
  releasesOn,
  repeatWeeks,
  questions,
});

/** A kept draft. Texts may be empty in it, but its structure has to be complete. */
export function readForm(kept: unknown): BuilderForm | null {
  const filled: unknown = JSON.parse(JSON.stringify(kept), (_key, value: unknown) =>
    value === '' ? 'empty' : value,
  );
  const isForm =
    typeof filled === 'object' && surveyChangeSchema.safeParse({ version: 1, ...filled }).success;
  return isForm ? (kept as BuilderForm) : null;
}

export const typeLabels: Record<QuestionType, string> = {
  rating: 'Rating',
  single: 'Single choice',
  multiple: 'Multiple choice',
  dropdown: 'Dropdown',
  nps: '0 to 10',
  matrix: 'Matrix',
  ranking: 'Ranking',
  short: 'Short text',
  long: 'Long text',
  date: 'Date',
};

const twoOptions = (): Option[] => [
  { key: newKey(), text: '' },
  { key: newKey(), text: '' },
];
const FREQUENCIES = ['Never', 'Rarely', 'Sometimes', 'Often', 'Always'];

/** The question with another type. Keeps the text, and the options if the new type has options. */
export function withType(question: Question, type: QuestionType): Question {
  const { key, text, required, shownIf, mayDecline } = question;
  const common = { key, text, required, ...(shownIf && { shownIf }), ...(mayDecline && { mayDecline }) };
  const options = 'options' in question ? question.options : twoOptions();
  switch (type) {
    case 'rating':
      return { ...common, type, points: 5, lowLabel: 'Disagree', highLabel: 'Agree' };
    case 'matrix':
      return {
        ...common,
        type,
        rows: [{ key: newKey(), text: '' }],
        options: FREQUENCIES.map((word) => ({ key: newKey(), text: word })),
      };
    case 'single':
    case 'multiple':
    case 'dropdown':
    case 'ranking':
      return { ...common, type, options };
    case 'nps':
    case 'short':
    case 'long':
    case 'date':
      return { ...common, type };
  }
}

/** Adds a question at the end of the last section, or after another one. */
export function addQuestion(questions: Questions, question: Question, afterKey?: string): Questions {
  const last = questions.sections.length - 1;
  return {
    ...questions,
    sections: questions.sections.map((section, index) => {
      const at = section.questions.findIndex(({ key }) => key === afterKey);
      if (at >= 0) return { ...section, questions: section.questions.toSpliced(at + 1, 0, question) };
      return afterKey === undefined && index === last
        ? { ...section, questions: [...section.questions, question] }
        : section;
    }),
  };
}

export const replaceQuestion = (questions: Questions, key: string, next: Question): Questions =>
  mapSections(questions, (list) => list.map((question) => (question.key === key ? next : question)));

export const removeQuestion = (questions: Questions, key: string): Questions =>
  mapSections(questions, (list) => list.filter((question) => question.key !== key));

const mapSections = (questions: Questions, change: (list: Question[]) => Question[]): Questions => ({
  ...questions,
  sections: questions.sections.map((section) => ({ ...section, questions: change(section.questions) })),
});

/** Moves a question up (-1) or down (1), also into the section before or after. */
export function moveQuestion(questions: Questions, key: string, by: -1 | 1): Questions {
  const from = questions.sections.findIndex((section) => section.questions.some((one) => one.key === key));
  const section = questions.sections[from];
  const question = section?.questions.find((one) => one.key === key);
  if (!section || !question) return questions;
  const at = section.questions.indexOf(question);
  const target = at + by;
  const sections = [...questions.sections];
  if (target >= 0 && target < section.questions.length) {
    const list = section.questions.toSpliced(at, 1).toSpliced(target, 0, question);
    sections[from] = { ...section, questions: list };
    return { ...questions, sections };
  }
  const neighbour = sections[from + by];
  if (!neighbour) return questions;
  sections[from] = { ...section, questions: section.questions.toSpliced(at, 1) };
  sections[from + by] = {
    ...neighbour,
    questions: by < 0 ? [...neighbour.questions, question] : [question, ...neighbour.questions],
  };
  return { ...questions, sections };
}

/** The position of a question in the whole survey, from 1. */
export const positionOf = (questions: Questions, key: string) =>
  listQuestions(questions).findIndex((question) => question.key === key) + 1;

/** The path of a question in the form, as in the problems of the server. */
export function pathOf({ sections }: Questions, key: string) {
  const section = sections.findIndex(({ questions }) => questions.some((one) => one.key === key));
  const index = sections[section]?.questions.findIndex((one) => one.key === key) ?? -1;
  return `questions.sections.${section}.questions.${index}`;
}
