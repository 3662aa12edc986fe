import { listQuestions, type Questions } from '#contract/surveys/questions.ts';
import type { Cell, Figures, QuestionResult, ResultItem } from '#contract/surveys/results.ts';
import { countsByOption, figuresOf, isUnanimous, PROTECTED, unanimousCell } from './cells.ts';
import { driversOf } from './drivers.ts';
import {
  type Atom,
  atomsOf,
  type Block,
  blocksOf,
  DEPARTMENTS_JUDGED,
  type EarlierRelease,
  isolatesPeople,
  type Members,
  shownBefore,
} from './overTime.ts';
import { type Item, itemsOf, type StoredResponse, type Vote } from './tally.ts';

export interface Release {
  questions: Questions;
  responses: readonly StoredResponse[];
  segments: readonly { id: number; name: string }[];
  /** Number of asked people. */
  people: number;
  /** Null in a named survey, which has no protection. */
  k: number | null;
  /** Brings comments into random order. */
  shuffle: <T>(items: readonly T[]) => T[];
  /** Released rounds of the same survey, and who answered this one. */
  earlier?: readonly EarlierRelease[];
  members?: Members;
}

/**
 * All figures of a survey that may be shown, for the screen and the export. They are computed once, at the release. See
 * docs/decisions/0062-survey-protection.md for the rules.
 */
export function protectedFigures(release: Release): Figures {
  const { questions, responses, segments, people, k, shuffle } = release;
  const rounds = roundsOf(release);
  const sectionOf = (key: string) =>
    questions.sections.find((section) => section.questions.some((question) => question.key === key))?.title ??
    '';
  const results = listQuestions(questions).map((question): QuestionResult => {
    const items = itemsOf(question, responses);
    const isText = question.type === 'short' || question.type === 'long';
    const comments = isText
      ? responses.map(({ answers }) => answers[question.key]).filter((answer) => typeof answer === 'string')
      : [];
    return {
      key: question.key,
      section: sectionOf(question.key),
      text: question.text,
      type: question.type,
      options: items[0]?.options ?? [],
      items: items.map((item) => protectItem(item, segments, k, rounds(question.text, item))),
      comments: comments.length >= Math.max(k ?? 1, 1) ? shuffle(comments) : null,
    };
  });
  return {
    people,
    answered: responses.length >= (k ?? 0) ? responses.length : null,
    questions: results,
    drivers: driversOf(listQuestions(questions), responses, results),
  };
}

/** The released figures of an item in earlier rounds, and the people who answered each round. */
interface Round {
  atoms: readonly Atom[];
  blocks: Block[];
}
function roundsOf({ earlier = [], members = new Map() }: Release) {
  const compared = earlier.map((release) => ({ release, atoms: atomsOf(members, release.members) }));
  return (question: string, { text: row, options }: Item): Round[] =>
    compared.flatMap(({ release, atoms }) => {
      const blocks = shownBefore(release, { question, row });
      return blocks?.[0]?.counts.length === options.length ? [{ atoms, blocks }] : [];
    });
}

function protectItem(
  item: Item,
  segments: Release['segments'],
  k: number | null,
  rounds: readonly Round[],
): ResultItem {
  const { text, votes, hasDepartments } = item;
  const safe = hasDepartments ? shownSegments(votes, segments, k) : new Set<number>();
  const { shown, isTotalShown } =
    k === null ? { shown: safe, isTotalShown: true } : judge(item, safe, rounds, k);
  const total = isTotalShown ? totalCell(item, k) : PROTECTED;
  return {
    text,
    total,
    departments: hasDepartments
      ? segments.map(({ id, name }) => ({
          name,
          cell:
            shown.has(id) && total.kind === 'figures'
              ? figuresOf(
                  item,
                  votes.filter(({ segmentId }) => segmentId === id),
                )
              : PROTECTED,
        }))
      : [],
  };
}

/**
 * Departments whose figures can be shown: the difference to earlier rounds isolates no person. The smallest department is
 * hidden first, and the total last.
 */
function judge(item: Item, safe: ReadonlySet<number>, rounds: readonly Round[], k: number) {
  if (rounds.length === 0) return { shown: safe, isTotalShown: true };
  const countsOf = (votes: readonly Vote[]) => countsByOption(item, votes);
  const total = countsOf(item.votes);
  const picksSeveral = item.votes.some(({ picks }) => picks.length > 1);
  const departments = [...safe]
    .map((id) => ({ id, counts: countsOf(item.votes.filter(({ segmentId }) => segmentId === id)) }))
    .slice(0, DEPARTMENTS_JUDGED);
  const isSafe = () => {
    const now = blocksOf(total, departments);
    return rounds.every(({ atoms, blocks }) => !isolatesPeople(atoms, now, blocks, { k, picksSeveral }));
  };
  while (!isSafe())
    if (departments.pop() === undefined) return { shown: new Set<number>(), isTotalShown: false };
  return { shown: new Set(departments.map(({ id }) => id)), isTotalShown: true };
}

function totalCell(item: Item, k: number | null): Cell {
  const { votes } = item;
  if (votes.length < Math.max(k ?? 1, 1)) return PROTECTED;
  return k === null || !isUnanimous(votes) ? figuresOf(item, votes) : unanimousCell(item, votes);
}

/**
 * Departments whose figures may be shown. If they are subtracted from the total, the rest must be empty or must contain
 * at least k people with different answers. Otherwise the smallest shown department is hidden too.
 */
function shownSegments(votes: readonly Vote[], segments: Release['segments'], k: number | null): Set<number> {
  const ofSegment = (id: number) => votes.filter(({ segmentId }) => segmentId === id);
  if (k === null) return new Set(segments.map(({ id }) => id).filter((id) => ofSegment(id).length > 0));
  const shown = segments
    .map(({ id }) => ({ id, votes: ofSegment(id) }))
    .filter((segment) => segment.votes.length >= k && !isUnanimous(segment.votes))
    .sort((a, b) => b.votes.length - a.votes.length || a.id - b.id);
  for (;;) {
    const ids = new Set(shown.map(({ id }) => id));
    const rest = votes.filter(({ segmentId }) => segmentId === null || !ids.has(segmentId));
    if (rest.length === 0 || (rest.length >= k && !isUnanimous(rest))) return ids;
    if (shown.pop() === undefined) return new Set();
  }
}
