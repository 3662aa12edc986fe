import type { ChallengeAnswers, ChallengeForLearners } from '#contract/challenges.ts';
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

/** The places one has come through, by what was chosen in each; the last one is where one stands. */
export function pathThrough({ start, places }: Scenario, answers: ChallengeAnswers): Place[] {
  const path: Place[] = [];
  let next: string | null = start;
  while (next !== null && path.length <= places.length) {
    const place = places.find(({ key }) => key === next);
    if (!place) break;
    path.push(place);
    const taken = answers[place.key]?.[0];
    next = place.choices.find(({ key }) => key === taken)?.to ?? null;
  }
  return path;
}

/** Another choice leads elsewhere: what was answered on the way that is left behind counts no more. */
export function chooseIn(scenario: Scenario, answers: ChallengeAnswers, place: string, choice: string) {
  const path = pathThrough(scenario, answers);
  const upTo = path.slice(
    0,
    path.findIndex(({ key }) => key === place),
  );
  const kept = Object.fromEntries(upTo.map(({ key }) => [key, answers[key] ?? []]));
  return { ...kept, [place]: [choice] };
}

function itemsOf(challenge: ChallengeForLearners): readonly { key: string; text: string }[] {
  if (challenge.kind === 'quiz') return challenge.questions;
  return challenge.kind === 'scenario' ? challenge.places : challenge.cards;
}

/** The words of what was asked, and of an answer to it, by their keys. */
export function wordsIn(challenge: ChallengeForLearners) {
  const items = itemsOf(challenge);
  const optionsOf = (item: string) => {
    if (challenge.kind === 'quiz') return challenge.questions.find(({ key }) => key === item)?.options ?? [];
    if (challenge.kind === 'scenario') return challenge.places.find(({ key }) => key === item)?.choices ?? [];
    return challenge.groups;
  };
  return {
    item: (key: string) => items.find((one) => one.key === key)?.text ?? key,
    option: (item: string, key: string) => optionsOf(item).find((one) => one.key === key)?.text ?? key,
  };
}
