import { foldText } from '#contract/foldText.ts';

/** Marks the blank of a sentence to fill in. */
export const BLANK = /_{3,}/;
/** Longest answer that a learner can fill in. */
export const FILL_MAX_LENGTH = 100;

/** Whether two filled-in answers are equal, ignoring case, accents, apostrophes and spaces. */
export const isSameAnswer = (one: string, other: string) => foldAnswer(one) === foldAnswer(other);
const foldAnswer = (text: string) => foldText(text.replace(/[’‘`´]/g, "'")).trim();
