import type { ChallengeAnswers, ChallengeForLearners } from '#contract/learning/challenges.ts';
import type { ReadDraft } from '#src/forms/useDraft.ts';

type Scenario = Extract<ChallengeForLearners, { kind: 'scenario' }>;
export type Place = Scenario['places'][number];

export const readAnswers: ReadDraft<ChallengeAnswers> = (kept) => {
  if (typeof kept !== 'object' || kept === null) return null;
  const entries: [string, unknown][] = Object.entries(kept);
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string[]] =>
        Array.isArray(entry[1]) && entry[1].every((key) => typeof key === 'string'),
    ),
  );
};

/** The places visited so far, by the choices. The last one is the current place. */
export function pathThrough({ start, places }: Scenario, answers: ChallengeAnswers): Place[] {
  const path: Place[] = [];
  let next: string | null = start;
  while (next !== null && path.length <= places.length) {
    const place = places.find(({ key }) => key === next);
    if (!place) break;
    path.push(place);
    const choice = answers[place.key]?.[0];
    next = place.choices.find(({ key }) => key === choice)?.to ?? null;
  }
  return path;
}

/** Changes a choice. Answers to later places are removed, because the path may differ. */
export function chooseIn(scenario: Scenario, answers: ChallengeAnswers, place: string, choice: string) {
  const path = pathThrough(scenario, answers);
  const earlier = path.slice(
    0,
    path.findIndex(({ key }) => key === place),
  );
  const kept = Object.fromEntries(earlier.map(({ key }) => [key, answers[key] ?? []]));
  return { ...kept, [place]: [choice] };
}

function itemsOf(challenge: ChallengeForLearners): readonly { key: string; text: string }[] {
  switch (challenge.kind) {
    case 'quiz':
      return challenge.questions;
    case 'scenario':
      return challenge.places;
    case 'sort':
      return challenge.cards;
    case 'fill':
      return challenge.gaps;
  }
}

/** The keys of the questions that are not answered, in their order. The server checks it again. */
export function missingAnswers(challenge: ChallengeForLearners, answers: ChallengeAnswers): string[] {
  const asked =
    challenge.kind === 'scenario'
      ? pathThrough(challenge, answers).filter(({ choices }) => choices.length > 0)
      : itemsOf(challenge);
  return asked
    .map(({ key }) => key)
    .filter((key) => !(answers[key] ?? []).some((answer) => answer.trim() !== ''));
}

/**
 * Finds the texts of questions and answer options by key; null for an unknown question. The key of a filled-in answer is its
 * text.
 */
export function textsOf(challenge: ChallengeForLearners) {
  const items = itemsOf(challenge);
  const optionsOf = (item: string) => {
    if (challenge.kind === 'quiz') return challenge.questions.find(({ key }) => key === item)?.options ?? [];
    if (challenge.kind === 'scenario') return challenge.places.find(({ key }) => key === item)?.choices ?? [];
    return challenge.kind === 'sort' ? challenge.groups : [];
  };
  return {
    item: (key: string) => items.find((item) => item.key === key)?.text ?? null,
    option: (item: string, key: string) => optionsOf(item).find((option) => option.key === key)?.text ?? key,
  };
}
