import type {
  Challenge,
  ChallengeAnswers,
  ChallengeForLearners,
  ChallengeResult,
} from '#contract/challenges.ts';

type Item = ChallengeResult['items'][number];

/** Without what is right and why: a learner's browser never has it before they have answered. */
export function forLearners(challenge: Challenge): ChallengeForLearners {
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
  }
}

/** `constructor` and the like are answers only when somebody gave them. */
const taken = (answers: ChallengeAnswers, key: string): readonly string[] =>
  Object.hasOwn(answers, key) ? (answers[key] ?? []) : [];

/** What may be answered: the keys of a question, place or card, each with the keys to choose from and how many. */
function questionsOf(challenge: Challenge): Map<string, { keys: string[]; isSingle: boolean }> {
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
  }
}

/** The answers that the challenge does not know, by field. */
export function unknownAnswers(challenge: Challenge, answers: ChallengeAnswers): Record<string, string> {
  const questions = questionsOf(challenge);
  return Object.fromEntries(
    Object.entries(answers).flatMap(([key, chosen]) => {
      const question = questions.get(key);
      if (!question) return [[`answers.${key}`, 'is not asked here']];
      if (chosen.some((one) => !question.keys.includes(one)))
        return [[`answers.${key}`, 'is none of what can be chosen']];
      return question.isSingle && chosen.length > 1 ? [[`answers.${key}`, 'takes one answer']] : [];
    }),
  );
}

/** The places of a scenario on the way that these answers take. A way that comes round ends there. */
function wayThrough(challenge: Extract<Challenge, { kind: 'scenario' }>, answers: ChallengeAnswers) {
  const places = new Map(challenge.places.map((place) => [place.key, place]));
  const way: (typeof challenge.places)[number][] = [];
  let at: string | null = challenge.start;
  while (at !== null) {
    const place = places.get(at);
    if (!place || way.includes(place)) break;
    way.push(place);
    const [chosen] = taken(answers, place.key);
    at = place.choices.find(({ key }) => key === chosen)?.to ?? null;
  }
  return way;
}

/** What has still to be answered, by field. */
export function missingAnswers(challenge: Challenge, answers: ChallengeAnswers): Record<string, string> {
  const asked =
    challenge.kind === 'scenario'
      ? wayThrough(challenge, answers)
          .filter(({ choices }) => choices.length > 0)
          .map(({ key }) => key)
      : [...questionsOf(challenge).keys()];
  return Object.fromEntries(
    asked
      .filter((key) => taken(answers, key).length === 0)
      .map((key) => [`answers.${key}`, 'is not answered']),
  );
}

/** Right and wrong with the reasons; the score is the share of what was right, rounded down. */
export function judge(challenge: Challenge, answers: ChallengeAnswers, now: Date): ChallengeResult {
  const items = itemsOf(challenge, answers);
  const right = items.filter(({ isRight }) => isRight).length;
  const score = items.length === 0 ? 100 : Math.floor((100 * right) / items.length);
  return { score, isPassed: score >= challenge.passAt, at: now.toISOString(), items };
}

function itemsOf(challenge: Challenge, answers: ChallengeAnswers): Item[] {
  switch (challenge.kind) {
    case 'quiz':
      return challenge.questions.map(({ key, options }) => {
        const chosen = taken(answers, key);
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
      return wayThrough(challenge, answers).flatMap(({ key, choices }) => {
        const [chosen] = taken(answers, key);
        const choice = choices.find((one) => one.key === chosen);
        if (!choice) return [];
        const { isGood, reason } = choice;
        const reasons = [{ key: choice.key, isRight: isGood, wasTaken: true, text: reason }];
        return [{ key, isRight: isGood, reasons }];
      });
    case 'sort':
      return challenge.cards.map(({ key, group, reason }) => {
        const [chosen] = taken(answers, key);
        const isRight = chosen === group;
        return { key, isRight, reasons: [{ key: group, isRight: true, wasTaken: isRight, text: reason }] };
      });
  }
}
