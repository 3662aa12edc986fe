import * as z from 'zod/mini';
import { multiLineText, singleLineText } from '#contract/text.ts';

/**
 * The questions of a survey in their stored form. Answers refer to stable keys, so the text of a draft's question can
 * be corrected.
 */
export const QUESTIONS_VERSION = 1;
export const QUESTIONS_MAX = 60;
const SECTIONS_MAX = 10;
export const OPTIONS_MAX = 20;
const ROWS_MAX = 12;
export const QUESTION_MAX_LENGTH = 300;
/** The longest text of a survey that is translated. */
export const PURPOSE_MAX_LENGTH = 500;
const OPTION_MAX_LENGTH = 120;
export const NPS_MAX = 10;

const key = z.string().check(z.regex(/^[a-z0-9]{1,16}$/, 'is not a valid key'));
const optionSchema = z.object({ key, text: singleLineText(OPTION_MAX_LENGTH) });
export type Option = z.infer<typeof optionSchema>;
const optionList = (max = OPTIONS_MAX) =>
  z
    .array(optionSchema)
    .check(
      z.minLength(2, 'needs at least 2 options'),
      z.maxLength(max, `has more than ${max} options`),
      z.refine(hasOwnKeys, { error: 'has two options with the same key' }),
    );
function hasOwnKeys(items: readonly { key: string }[]) {
  return new Set(items.map((item) => item.key)).size === items.length;
}

/** The question is asked if an earlier question is answered with one of these options or numbers. */
const conditionSchema = z.object({
  question: key,
  oneOf: z
    .array(z.string().check(z.maxLength(16)))
    .check(z.minLength(1, 'needs at least 1 answer'), z.maxLength(OPTIONS_MAX)),
});
export type Condition = z.infer<typeof conditionSchema>;

const common = {
  key,
  text: multiLineText(QUESTION_MAX_LENGTH, 1),
  required: z.boolean(),
  shownIf: z.optional(conditionSchema),
  /** “I cannot judge this” can be chosen instead of an answer, in questions of some types. */
  mayDecline: z.optional(z.boolean()),
};
export const questionSchema = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.enum(['single', 'multiple', 'dropdown', 'ranking']), options: optionList() }),
  z.object({
    ...common,
    type: z.literal('rating'),
    points: z.union([z.literal(5), z.literal(7)]),
    lowLabel: singleLineText(OPTION_MAX_LENGTH),
    highLabel: singleLineText(OPTION_MAX_LENGTH),
  }),
  z.object({
    ...common,
    type: z.literal('matrix'),
    rows: z
      .array(optionSchema)
      .check(
        z.minLength(1, 'needs at least 1 row'),
        z.maxLength(ROWS_MAX, `has more than ${ROWS_MAX} rows`),
        z.refine(hasOwnKeys, { error: 'has two rows with the same key' }),
      ),
    options: optionList(7),
  }),
  z.object({ ...common, type: z.enum(['nps', 'short', 'long', 'date']) }),
]);
export type Question = z.infer<typeof questionSchema>;
export type QuestionType = Question['type'];

/** The answer “I cannot judge this” to a question or to a row of a matrix. It is not the key of an option. */
export const CANNOT_JUDGE = '-';
const DECLINABLE: readonly QuestionType[] = ['rating', 'nps', 'single', 'dropdown', 'matrix'];
export const isDeclinable = (type: QuestionType) => DECLINABLE.includes(type);
export const offersCannotJudge = ({ type, mayDecline }: Question) =>
  mayDecline === true && isDeclinable(type);

const sectionSchema = z.object({
  key,
  title: singleLineText(OPTION_MAX_LENGTH, 0),
  questions: z.array(questionSchema),
});
export const LANGUAGES_MAX = 20;
const language = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z]{2,8})?$/, 'is not a language'));
const translation = z.record(
  z.string().check(z.maxLength(64)),
  z.string().check(z.maxLength(PURPOSE_MAX_LENGTH)),
);
export const questionsSchema = z
  .object({
    version: z.literal(QUESTIONS_VERSION),
    sections: z
      .array(sectionSchema)
      .check(z.maxLength(SECTIONS_MAX, `has more than ${SECTIONS_MAX} sections`)),
    /** Texts in other languages: by language, then by the path of the text. A missing text is shown in the original. */
    translations: z.optional(
      z.record(language, translation).check(
        z.refine((languages) => Object.keys(languages).length <= LANGUAGES_MAX, {
          error: `has more than ${LANGUAGES_MAX} languages`,
        }),
      ),
    ),
  })
  .check(
    z.refine((questions) => listQuestions(questions).length <= QUESTIONS_MAX, {
      error: `has more than ${QUESTIONS_MAX} questions`,
    }),
    z.refine((questions) => hasOwnKeys(listQuestions(questions)) && hasOwnKeys(questions.sections), {
      error: 'has two parts with the same key',
    }),
  );
export type Questions = z.infer<typeof questionsSchema>;

export function listQuestions({
  sections,
}: {
  sections: readonly { questions: readonly Question[] }[];
}): Question[] {
  return sections.flatMap(({ questions }) => questions);
}

/** Seconds that an average reader needs for an answer of each type. */
const SECONDS: Record<QuestionType, number> = {
  single: 12,
  dropdown: 12,
  multiple: 18,
  rating: 10,
  nps: 10,
  matrix: 10,
  ranking: 35,
  short: 25,
  long: 50,
  date: 12,
};
export function minutesOf(questions: readonly Question[]): number {
  const seconds = questions.reduce(
    (sum, question) => sum + SECONDS[question.type] * (question.type === 'matrix' ? question.rows.length : 1),
    0,
  );
  return Math.max(1, Math.round(seconds / 60));
}
