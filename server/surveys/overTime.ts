import type { Figures } from '#contract/surveys/results.ts';

/** Who answered a round of a survey, with the department at that time (null: none). */
export type Members = ReadonlyMap<number, number | null>;

/** An earlier round with its released figures, which can be subtracted from the figures of a later round. */
export interface EarlierRelease {
  figures: Figures;
  segments: readonly { id: number }[];
  members: Members;
}

/** Answers that a round shows together: the answers of one department, or of all remaining people (null). */
export interface Block {
  id: number | null;
  counts: readonly number[];
}

/** Sets of more departments would take too long to judge. */
export const DEPARTMENTS_JUDGED = 10;

/** Number of people by their department in both rounds; `undefined`: they did not answer that round. */
export interface Atom {
  now: number | null | undefined;
  earlier: number | null | undefined;
  people: number;
}
export function atomsOf(now: Members, earlier: Members): Atom[] {
  const atoms = new Map<string, Atom>();
  for (const person of new Set([...now.keys(), ...earlier.keys()])) {
    const [a, b] = [now.get(person), earlier.get(person)];
    const atom = atoms.get(`${a}/${b}`);
    if (atom) atom.people++;
    else atoms.set(`${a}/${b}`, { now: a, earlier: b, people: 1 });
  }
  return [...atoms.values()];
}

const add = (a: readonly number[], b: readonly number[]) => a.map((count, at) => count + (b[at] ?? 0));
const subtract = (a: readonly number[], b: readonly number[]) => a.map((count, at) => count - (b[at] ?? 0));
const zeros = ({ counts }: Block) => counts.map(() => 0);

/** The blocks that an observer can compute from the total and the shown departments. */
export const blocksOf = (
  total: readonly number[],
  departments: readonly { id: number; counts: readonly number[] }[],
): Block[] => [
  ...departments,
  { id: null, counts: departments.reduce((rest, { counts }) => subtract(rest, counts), total) },
];

/**
 * Whether a table of this round isolates fewer than k people when a table of an earlier round is subtracted
 * from it: the two tables differ by a few known people and by a few answers. Each table is a sum of blocks.
 */
export function isolatesPeople(
  atoms: readonly Atom[],
  now: readonly Block[],
  earlier: readonly Block[],
  { k, picksSeveral }: { k: number; picksSeveral: boolean },
): boolean {
  const placed = atoms.map((atom) => ({
    people: atom.people,
    now: placeOf(atom.now, now),
    earlier: placeOf(atom.earlier, earlier),
  }));
  for (let subset = 1; subset < 2 ** now.length; subset++) {
    const isTaken = (block: number | null) => block !== null && (subset & (2 ** block)) !== 0;
    const taken = now.filter((_, index) => isTaken(index));
    const counts = taken.reduce((sum, block) => add(sum, block.counts), zeros(now[0] as Block));
    // For each block of the earlier round: the number of people by which the tables differ, with and without the block.
    const [inside, outside] = [earlier.map(() => 0), earlier.map(() => 0)];
    let people = 0;
    for (const atom of placed)
      if (atom.earlier === null) people += isTaken(atom.now) ? atom.people : 0;
      else {
        const side = isTaken(atom.now) ? inside : outside;
        side[atom.earlier] = (side[atom.earlier] ?? 0) + atom.people;
      }
    if (isIsolated({ counts, earlier, inside, outside, k, picksSeveral }, 0, people)) return true;
  }
  return false;
}
/** The last block contains everyone who is in no shown department. */
function placeOf(department: number | null | undefined, blocks: readonly Block[]): number | null {
  if (department === undefined) return null;
  const place = department === null ? -1 : blocks.findIndex(({ id }) => id === department);
  return place === -1 ? blocks.length - 1 : place;
}

interface Search {
  counts: readonly number[];
  earlier: readonly Block[];
  inside: readonly number[];
  outside: readonly number[];
  k: number;
  /** An answer can count for several options. */
  picksSeveral: boolean;
}
/** Tries each table of the earlier round that differs by fewer than k people. */
function isIsolated(search: Search, at: number, people: number): boolean {
  const { counts, earlier, inside, outside, k } = search;
  if (people >= k) return false;
  const block = earlier[at];
  if (!block) return people > 0 && isFew(counts, search);
  return (
    isIsolated(search, at + 1, people + (inside[at] ?? 0)) ||
    isIsolated({ ...search, counts: subtract(counts, block.counts) }, at + 1, people + (outside[at] ?? 0))
  );
}
function isFew(changes: readonly number[], { k, picksSeveral }: Search): boolean {
  const sum = (sign: 1 | -1) =>
    changes.reduce((total, change) => {
      const part = Math.max(sign * change, 0);
      return picksSeveral ? Math.max(total, part) : total + part;
    }, 0);
  const answers = Math.max(sum(1), sum(-1));
  return answers > 0 && answers < k;
}

/** What an earlier round shows of an item; null if it shows no exact figures. */
export function shownBefore(
  { figures, segments }: EarlierRelease,
  { question, row }: { question: string; row: string | null },
): Block[] | null {
  const item = figures.questions
    .find(({ text }) => text === question)
    ?.items.find(({ text }) => text === row);
  if (item?.total.kind !== 'figures') return null;
  return blocksOf(
    item.total.counts,
    item.departments.flatMap(({ cell }, index) => {
      const id = segments[index]?.id;
      return cell.kind === 'figures' && id !== undefined ? [{ id, counts: cell.counts }] : [];
    }),
  );
}
