import type {
  Challenge,
  ChallengeAnswers,
  ChallengeForLearners,
  ChallengeResult,
  Reasons,
} from './challenges.ts';
import { isSameAnswer } from './fillIn.ts';
import { isCompletedBy } from './stepRules.ts';

type Item = ChallengeResult['items'][number];

/** Removes correct answers and reasons. A learner's browser gets the reason for an answer when it is chosen. */
export function withoutSolutions(challenge: Challenge): ChallengeForLearners {
  const { kind, passAt } = challenge;
  switch (kind) {
    case 'quiz':
      return {
        kind,
        passAt,
        questions: challenge.questions.map(({ options, ...question }) => ({
          ...question,
          options: options.map(({ key, text }) => ({ key, text })),
        })),
      };
    case 'scenario':
      return {
        kind,
        passAt,
        start: challenge.start,
        places: challenge.places.map(({ choices, ...place }) => ({
          ...place,
          choices: choices.map(({ key, text, to }) => ({ key, text, to })),
        })),
      };
    case 'sort':
      return {
        kind,
        passAt,
        task: challenge.task,
        groups: challenge.groups,
        cards: challenge.cards.map(({ key, text }) => ({ key, text })),
      };
    case 'fill':
      return {
        kind,
        passAt,
        task: challenge.task,
        gaps: challenge.gaps.map(({ key, text }) => ({ key, text })),
      };
  }
}

/** The answers to one question. `Object.hasOwn` ignores inherited properties such as `constructor`. */
const answersTo = (answers: ChallengeAnswers, key: string): readonly string[] =>
  Object.hasOwn(answers, key) ? (answers[key] ?? []) : [];

/** The items that can be answered, each with its valid answers. `keys` is null for a text of the learner's own. */
function questionsOf(challenge: Challenge): Map<string, { keys: string[] | null; isSingle: boolean }> {
  switch (challenge.kind) {
    case 'quiz':
      return new Map(
        challenge.questions.map(({ key, kind, options }) => [
          key,
          { keys: options.map((one) => one.key), isSingle: kind === 'single' },
        ]),
      );
    case 'scenario':
      return new Map(
        challenge.places.map(({ key, choices }) => [
          key,
          { keys: choices.map((one) => one.key), isSingle: true },
        ]),
      );
    case 'sort':
      return new Map(
        challenge.cards.map(({ key }) => [
          key,
          { keys: challenge.groups.map((one) => one.key), isSingle: true },
        ]),
      );
    case 'fill':
      return new Map(challenge.gaps.map(({ key }) => [key, { keys: null, isSingle: true }]));
  }
}

/** Field errors for answers that do not match the challenge. */
export function unknownAnswers(challenge: Challenge, answers: ChallengeAnswers): Record<string, string> {
  const questions = questionsOf(challenge);
  return Object.fromEntries(
    Object.entries(answers).flatMap(([key, chosen]) => {
      const question = questions.get(key);
      if (!question) return [[`answers.${key}`, 'is not part of this challenge']];
      if (question.keys && chosen.some((answer) => !question.keys?.includes(answer)))
        return [[`answers.${key}`, 'is not one of the options']];
      return question.isSingle && chosen.length > 1 ? [[`answers.${key}`, 'allows only one answer']] : [];
    }),
  );
}

/** The places of a scenario to which these answers lead. The list stops when a place repeats. */
function visitedPlaces(challenge: Extract<Challenge, { kind: 'scenario' }>, answers: ChallengeAnswers) {
  const places = new Map(challenge.places.map((place) => [place.key, place]));
  const visited: (typeof challenge.places)[number][] = [];
  let next: string | null = challenge.start;
  while (next !== null) {
    const place = places.get(next);
    if (!place || visited.includes(place)) break;
    visited.push(place);
    const [chosen] = answersTo(answers, place.key);
    next = place.choices.find(({ key }) => key === chosen)?.to ?? null;
  }
  return visited;
}

/** Field errors for unanswered questions. */
export function missingAnswers(challenge: Challenge, answers: ChallengeAnswers): Record<string, string> {
  const required =
    challenge.kind === 'scenario'
      ? visitedPlaces(challenge, answers)
          .filter(({ choices }) => choices.length > 0)
          .map(({ key }) => key)
      : [...questionsOf(challenge).keys()];
  return Object.fromEntries(
    required
      .filter((key) => !answersTo(answers, key).some((answer) => answer.trim() !== ''))
      .map((key) => [`answers.${key}`, 'is not answered']),
  );
}

/** The result with reasons. Each item counts the same: the score is the percentage of correct ones, rounded down. */
export function gradeChallenge(challenge: Challenge, answers: ChallengeAnswers, now: Date): ChallengeResult {
  const items = gradeItems(challenge, answers);
  const right = items.filter(({ isRight }) => isRight).length;
  const score = items.length === 0 ? 100 : Math.floor((100 * right) / items.length);
  const isPassed = isCompletedBy({ kind: 'passed', atLeast: challenge.passAt }, { score });
  return { score, isPassed, at: now.toISOString(), items };
}

function gradeItems(challenge: Challenge, answers: ChallengeAnswers): Item[] {
  switch (challenge.kind) {
    case 'quiz':
      return challenge.questions.map(({ key, options }) => {
        const chosen = answersTo(answers, key);
        const reasons = options
          .map((option) => ({
            key: option.key,
            isRight: option.isRight,
            wasTaken: chosen.includes(option.key),
            text: option.reason,
          }))
          .filter(({ isRight, wasTaken }) => isRight || wasTaken);
        return { key, isRight: reasons.every(({ isRight, wasTaken }) => isRight && wasTaken), reasons };
      });
    case 'scenario':
      return visitedPlaces(challenge, answers).flatMap(({ key, choices }) => {
        const [chosen] = answersTo(answers, key);
        const choice = choices.find((one) => one.key === chosen);
        if (!choice) return [];
        const { isGood, reason } = choice;
        const reasons = [{ key: choice.key, isRight: isGood, wasTaken: true, text: reason }];
        return [{ key, isRight: isGood, reasons }];
      });
    case 'sort':
      return challenge.cards.map(({ key, group, reason }) => {
        const [chosen] = answersTo(answers, key);
        const isRight = chosen === group;
        return { key, isRight, reasons: [{ key: group, isRight: true, wasTaken: isRight, text: reason }] };
      });
    case 'fill':
      return challenge.gaps.map((gap) => gradeGap(gap, answersTo(answers, gap.key)[0] ?? ''));
  }
}

function gradeGap(
  { key, accepted, reason, mistakes, otherwise }: Extract<Challenge, { kind: 'fill' }>['gaps'][number],
  answer: string,
): Item {
  const isRight = accepted.some(({ text }) => isSameAnswer(text, answer));
  const given = { key: answer.trim(), wasTaken: true };
  if (isRight) return { key, isRight, reasons: [{ ...given, isRight, text: reason }] };
  const text = mistakes.find((mistake) => isSameAnswer(mistake.text, answer))?.reason ?? otherwise;
  const correct = { key: accepted[0]?.text ?? '', isRight: true, wasTaken: false, text: reason };
  return { key, isRight, reasons: [{ ...given, isRight, text }, correct] };
}

/**
 * The reasons for the answers chosen so far, and for no other answers. They are shown immediately, so that a challenge
 * is practice, not an exam.
 */
export function reasonsOf(challenge: Challenge, answers: ChallengeAnswers): Reasons {
  const isAnswered = (key: string) => answersTo(answers, key).some((answer) => answer.trim() !== '');
  const items = gradeItems(challenge, answers).filter(({ key }) => isAnswered(key));
  return Object.fromEntries(
    items.map(({ key, isRight, reasons }) => [
      key,
      challenge.kind === 'sort'
        ? // The reason for a card explains its group, whichever group it was put into.
          reasons.map(({ text }) => ({ key: answersTo(answers, key)[0] ?? '', isRight, text }))
        : reasons
            .filter(({ wasTaken }) => wasTaken)
            .map((reason) => ({ key: reason.key, isRight: reason.isRight, text: reason.text })),
    ]),
  );
}
