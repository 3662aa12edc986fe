import type { Answer, Answers } from './answers.ts';
import { NPS_MAX, type Option, type Question, type Questions } from './questions.ts';

/** Questions can depend on an answer to an earlier question. See docs/decisions/0095-life-of-a-survey.md. */

const all = ({ sections }: Pick<Questions, 'sections'>): Question[] =>
  sections.flatMap(({ questions }) => questions);

const numbers = (first: number, last: number): Option[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    key: String(first + index),
    text: String(first + index),
  }));

/** The answers on which other questions can depend; null for questions of other types. */
export function branchOptions(question: Question): readonly Option[] | null {
  switch (question.type) {
    case 'single':
    case 'dropdown':
    case 'multiple':
      return question.options;
    case 'rating':
      return numbers(1, question.points);
    case 'nps':
      return numbers(0, NPS_MAX);
    case 'matrix':
    case 'ranking':
    case 'short':
    case 'long':
    case 'date':
      return null;
  }
}

function isChosen(answer: Answer | undefined, oneOf: readonly string[]): boolean {
  if (Array.isArray(answer)) return answer.some((key) => oneOf.includes(key));
  return typeof answer !== 'object' && answer !== undefined && oneOf.includes(`${answer}`);
}

/** The questions that a person with these answers is asked, in order. */
export function askedQuestions(questions: Pick<Questions, 'sections'>, answers: Answers): Question[] {
  const asked = new Set<string>();
  return all(questions).filter(({ key, shownIf }) => {
    const isAsked =
      !shownIf || (asked.has(shownIf.question) && isChosen(answers[shownIf.question], shownIf.oneOf));
    if (isAsked) asked.add(key);
    return isAsked;
  });
}

/** Removes answers to questions that are no longer asked because an earlier answer was changed. */
export function askedAnswers(
  questions: Pick<Questions, 'sections'>,
  answers: Answers,
): Record<string, Answer> {
  const asked = new Set(askedQuestions(questions, answers).map(({ key }) => key));
  const known = new Set(all(questions).map(({ key }) => key));
  return Object.fromEntries(Object.entries(answers).filter(([key]) => asked.has(key) || !known.has(key)));
}

/** Keys of questions that no combination of answers leads to. */
export function unreachableQuestions(questions: Pick<Questions, 'sections'>): string[] {
  const reachable = new Map<string, Question>();
  const unreachable: string[] = [];
  for (const question of all(questions)) {
    const { key, shownIf } = question;
    const earlier = shownIf && reachable.get(shownIf.question);
    const options = earlier ? branchOptions(earlier) : null;
    if (!shownIf || options?.some((option) => shownIf.oneOf.includes(option.key)))
      reachable.set(key, question);
    else unreachable.push(key);
  }
  return unreachable;
}
