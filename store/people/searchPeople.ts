import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import { fullName, type Person } from '#contract/people.ts';

/** Letters that Unicode does not decompose into a base letter and a mark, with their plain spelling. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
const INDECOMPOSABLE = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** Removes case and accents, so that `zoe` finds `Zoë` and `soren` finds `Sørensen`. */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase('en')
    .replace(INDECOMPOSABLE, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ');

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
        [firstName, lastName, emailAddress, fullName(person), ...helpTopics].map((text) => fold(text.trim())),
      );
      return [...keys].filter((key) => key !== '').map((key) => ({ key, person }));
    });
  return entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Finds people whose first name, last name, email, full name or help topic starts with the text. Sorted by name, without the user. */
export function searchPeople(index: SearchIndex, text: string, selfId: number, limit = 50): Person[] {
  const prefix = fold(text.trim());
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
