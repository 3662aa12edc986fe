import { foldText } from '#contract/foldText.ts';
import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import { fullName, type Person } from '#contract/people.ts';

interface Entry {
  key: string;
  person: Person;
}
/** Sorted search keys of all people, for binary search. See docs/decisions/0040-people-directory.md. */
export type SearchIndex = readonly Entry[];

export function buildSearchIndex(people: readonly Person[]): SearchIndex {
  const entries = people
    .filter((person) => person.isActive)
    .flatMap((person) => {
      const { firstName, lastName, emailAddress, helpTopics = [] } = person;
      const keys = new Set(
        [firstName, lastName, emailAddress, fullName(person), ...helpTopics].map((text) =>
          foldText(text.trim()),
        ),
      );
      return [...keys].filter((key) => key !== '').map((key) => ({ key, person }));
    });
  return entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Finds people whose first name, last name, email, full name or help topic starts with the text. Sorted by name, without the user. */
export function searchPeople(index: SearchIndex, text: string, selfId: number, limit = 50): Person[] {
  const prefix = foldText(text.trim());
  if (Array.from(prefix).length <= SEARCH_MIN_LENGTH) return [];
  let [low, high] = [0, index.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (index[middle]!.key < prefix) low = middle + 1;
    else high = middle;
  }
  const found = new Map<number, Person>();
  for (let at = low; at < index.length && index[at]!.key.startsWith(prefix) && found.size < limit; at++) {
    const { person } = index[at]!;
    if (person.userId !== selfId) found.set(person.userId, person);
  }
  return [...found.values()].sort((a, b) => fullName(a).localeCompare(fullName(b)));
}
