import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import { fullName, type Person } from '#contract/people.ts';

/** Letters that Unicode does not take apart into a plain one and a mark, although whoever types them without does. */
const PLAIN: Readonly<Record<string, string>> = {
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
const NOT_TAKEN_APART = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Upper and lower case and accents do not count: `Zoë` is found by `zoe`, `Sørensen` by `soren`. */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase('en')
    .replace(NOT_TAKEN_APART, (letter) => PLAIN[letter] ?? letter)
    .replace(/\s+/g, ' ');

interface Entry {
  key: string;
  person: Person;
}
/** Every beginning a person may be found by, in order, so that a search is one binary search (ruling 12). */
export type SearchIndex = readonly Entry[];

export function buildSearchIndex(people: readonly Person[]): SearchIndex {
  const entries = people
    .filter((person) => person.isActive)
    .flatMap((person) => {
      const { firstName, lastName, emailAddress } = person;
      const keys = new Set(
        [firstName, lastName, emailAddress, fullName(person)].map((text) => fold(text.trim())),
      );
      return [...keys].filter((key) => key !== '').map((key) => ({ key, person }));
    });
  return entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** People whose first name, last name, email or full name starts with the text; by name, oneself left out. */
export function searchPeople(index: SearchIndex, text: string, selfId: number, limit = 50): Person[] {
  const wanted = fold(text.trim());
  if (Array.from(wanted).length <= SEARCH_MIN_LENGTH) return [];
  let [low, high] = [0, index.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (index[middle]!.key < wanted) low = middle + 1;
    else high = middle;
  }
  const found = new Map<number, Person>();
  for (let at = low; at < index.length && index[at]!.key.startsWith(wanted) && found.size < limit; at++) {
    const { person } = index[at]!;
    if (person.userId !== selfId) found.set(person.userId, person);
  }
  return [...found.values()].sort((a, b) => fullName(a).localeCompare(fullName(b)));
}
