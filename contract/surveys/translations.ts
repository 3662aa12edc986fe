import type { Questions } from './questions.ts';

/** One text of a survey, by a path that stays the same when the text changes. */
export interface SurveyText {
  path: string;
  text: string;
}

/** The purpose of a survey is translated with its questions, but is stored next to them. */
export const PURPOSE_PATH = 'purpose';
const questionPath = (key: string, ...rest: string[]) => ['question', key, ...rest].join('.');
const sectionPath = (key: string) => `section.${key}`;

/** Returns the questions with each text replaced by `textOf`. */
function mapTexts(questions: Questions, textOf: (path: string, text: string) => string): Questions {
  return {
    ...questions,
    sections: questions.sections.map((section) => ({
      ...section,
      title: textOf(sectionPath(section.key), section.title),
      questions: section.questions.map((question) => {
        const { key } = question;
        const optionsOf = (part: string, options: readonly { key: string; text: string }[]) =>
          options.map((option) => ({
            ...option,
            text: textOf(questionPath(key, part, option.key), option.text),
          }));
        const text = textOf(questionPath(key), question.text);
        if (question.type === 'rating')
          return {
            ...question,
            text,
            lowLabel: textOf(questionPath(key, 'low'), question.lowLabel),
            highLabel: textOf(questionPath(key, 'high'), question.highLabel),
          };
        if (question.type === 'matrix')
          return {
            ...question,
            text,
            rows: optionsOf('row', question.rows),
            options: optionsOf('option', question.options),
          };
        return 'options' in question
          ? { ...question, text, options: optionsOf('option', question.options) }
          : { ...question, text };
      }),
    })),
  };
}

/** All texts that can be translated, in order. */
export function textsOf(questions: Questions, purpose: string): SurveyText[] {
  const texts: SurveyText[] = purpose === '' ? [] : [{ path: PURPOSE_PATH, text: purpose }];
  mapTexts(questions, (path, text) => {
    if (text !== '') texts.push({ path, text });
    return text;
  });
  return texts;
}

/** Texts without a translation; people see the original text instead. */
export const missingTexts = (questions: Questions, purpose: string, language: string): SurveyText[] =>
  textsOf(questions, purpose).filter(({ path }) => !questions.translations?.[language]?.[path]);

/** The texts in the language of a locale, by path. */
function translationFor({ translations = {} }: Questions, locale: string): Record<string, string> {
  const language = [locale, locale.split('-')[0] ?? ''].find((one) => translations[one] !== undefined);
  return language === undefined ? {} : (translations[language] ?? {});
}

/** The questions in the language of a locale. Texts without a translation stay in the original language. */
export function localised(questions: Questions, locale: string): Questions {
  const { translations: _all, ...original } = questions;
  const translated = translationFor(questions, locale);
  return mapTexts(original, (path, text) => translated[path] || text);
}

/** The purpose of a survey in the language of a locale. */
export const localisedPurpose = (questions: Questions, purpose: string, locale: string): string =>
  (purpose && translationFor(questions, locale)[PURPOSE_PATH]) || purpose;
