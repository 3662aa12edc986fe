import { NAMES_MISSING, newPersonSchema } from '#contract/administration/peopleAdmin.ts';

export interface ParsedPerson {
  /** The entry as typed. */
  text: string;
  line: number;
  emailAddress: string;
  firstName: string;
  lastName: string;
  /** Why this entry cannot be sent, as a sentence. */
  error: string | null;
}

/** An entry ends at a line break, a comma or a semicolon, but not inside quotation marks or angle brackets. */
function* entriesOf(text: string) {
  let [entry, line, isQuoted, isAddress] = ['', 1, false, false];
  for (const character of `${text}\n`) {
    const isEnd = character === '\n' || (!isQuoted && !isAddress && (character === ',' || character === ';'));
    if (isEnd) {
      if (entry.trim() !== '') yield { text: entry.trim(), line };
      [entry, isQuoted, isAddress] = ['', false, false];
    } else entry += character;
    if (character === '\n') line += 1;
    if (character === '"') isQuoted = !isQuoted;
    if (character === '<') isAddress = true;
    if (character === '>') isAddress = false;
  }
}

/** A row of a table, with an address and one or two names in any order, as an entry. Other lines stay as they are. */
function entryOfRow(line: string): string {
  if (/[<>"]/.test(line)) return line;
  const cells = line.split(/[,;\t]/).map((cell) => cell.trim());
  const names = cells.filter((cell) => cell !== '' && !cell.includes('@'));
  const address = cells.find((cell) => cell.includes('@'));
  if (!address || names.length === 0 || names.length > 2 || cells.length !== names.length + 1) return line;
  const [first, last] = names;
  return last ? `"${last}, ${first}" <${address}>` : `${first} <${address}>`;
}
const joinRows = (text: string) => text.split('\n').map(entryOfRow).join('\n');

const upperFirst = (word: string) => word.charAt(0).toLocaleUpperCase() + word.slice(1);

/** “Ana Maria Silva” or “Silva, Ana Maria”. Without a name, the part of the address before the @. */
function nameOf(written: string, address: string): [string, string] {
  const [last, first] = written.split(',').map((part) => part.trim());
  if (first) return [first, last ?? ''];
  const words = written
    ? written.split(/\s+/)
    : (address.split('@')[0] ?? '')
        .split(/[._-]+/)
        .filter(Boolean)
        .map(upperFirst);
  return [words[0] ?? '', words.slice(1).join(' ')];
}

/**
 * People as written in a mail program: one “Name <address>” or address per line, or separated by commas or semicolons.
 * A line can also be a row of a table: “address, First, Last”, “First, Last, address” or “Name, address”.
 * An address that is listed again, in any case, is one person; `repeated` is the number of these people who can be invited.
 */
export function parsePeople(text: string): { people: ParsedPerson[]; repeated: number } {
  const byAddress = new Map<string, ParsedPerson>();
  const repeated = new Set<string>();
  for (const { text: entry, line } of entriesOf(joinRows(text))) {
    const match = /^(?<name>.*?)<(?<address>[^<>]*)>$/.exec(entry);
    const written = (match?.groups?.name ?? '').replaceAll('"', '').trim();
    const emailAddress = (match?.groups?.address ?? entry).trim().toLowerCase();
    const [firstName, lastName] = nameOf(written, emailAddress);
    const person = { text: entry, line, emailAddress, firstName, lastName };
    const earlier = byAddress.get(emailAddress);
    if (earlier) repeated.add(emailAddress);
    const error = errorOf(person);
    // The other entry may have the name that this one needs.
    if (!earlier || (earlier.error !== null && error === null))
      byAddress.set(emailAddress, { ...person, error });
  }
  const people = [...byAddress.values()];
  return {
    people,
    repeated: people.filter(({ emailAddress, error }) => error === null && repeated.has(emailAddress)).length,
  };
}

function errorOf(person: Omit<ParsedPerson, 'error'>): string | null {
  const checked = newPersonSchema.safeParse(person);
  if (checked.success) return null;
  const fields = checked.error.issues.map(({ path }) => path[0]);
  if (fields.includes('emailAddress')) return 'This does not look like an email address.';
  return NAMES_MISSING;
}
