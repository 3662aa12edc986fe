import type { Question } from '#contract/surveys/questions.ts';
import type { Cell } from '#contract/surveys/results.ts';
import { protectedFigures } from '#server/surveys/protection.ts';
import { coarsen } from '#server/surveys/segments.ts';
import { enpsOf, meanOf } from '#server/surveys/statistics.ts';
import type { StoredResponse } from '#server/surveys/tally.ts';
import { createRandom } from './random.ts';
import { comment, rating, withQuestions } from './surveysApi.ts';

const nps: Question = { key: 'q3', type: 'nps', text: 'Would you recommend us?', required: false };
const names = ['A', 'B', 'C', 'D', 'E', 'F'];
const segmentsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: names[index] as string }));

/** The result of one rating question; `groups` are the answers by department, those without a department under 0. */
function resultOf(groups: Record<number, number[]>, k: number | null = 5, question: Question = rating) {
  const responses = Object.entries(groups).flatMap(([segment, scores]) =>
    scores.map((score) => ({ segmentId: Number(segment) || null, answers: { [question.key]: score } })),
  );
  const figures = protectedFigures({
    questions: withQuestions(question),
    responses,
    segments: segmentsOf(6).filter(({ id }) => id in groups),
    people: responses.length,
    k,
    shuffle: (items) => [...items],
  });
  return { figures, item: figures.questions[0]!.items[0]! };
}
const shownOf = (departments: { name: string; cell: Cell }[]) =>
  departments.filter(({ cell }) => cell.kind === 'figures').map(({ name }) => name);
const mixed = (n: number) => Array.from({ length: n }, (_, index) => 1 + (index % 5));

it('protects departments with fewer than k answers, and one more if the rest would reveal them', () => {
  const { item } = resultOf({ 1: mixed(4), 2: mixed(9), 3: mixed(12) });
  expect(item.departments.map(({ name, cell }) => [name, cell.kind])).toEqual([
    ['A', 'protected'],
    ['B', 'protected'],
    ['C', 'figures'],
  ]);
});

it('shows all departments when none of them is small', () => {
  expect(shownOf(resultOf({ 1: mixed(5), 2: mixed(9) }).item.departments)).toEqual(['A', 'B']);
});

it('hides a department if people without a department could be identified', () => {
  expect(shownOf(resultOf({ 0: mixed(2), 1: mixed(6), 2: mixed(9) }).item.departments)).toEqual(['B']);
});

it('shows a protected department exactly like a department without answers', () => {
  const { item } = resultOf({ 1: [], 2: mixed(3), 3: mixed(9), 4: mixed(12) });
  expect(item.departments[0]!.cell).toEqual(item.departments[1]!.cell);
});

it('reveals nothing about fewer than k answers, not even their number', () => {
  const { figures, item } = resultOf({ 1: mixed(4) });
  expect(figures.answered).toBeNull();
  expect(item).toEqual({
    text: null,
    total: { kind: 'protected' },
    departments: [{ name: 'A', cell: { kind: 'protected' } }],
  });
});

it('shows a range if all answers are equal, and no department', () => {
  const same = resultOf({ 1: Array(6).fill(5) }).item;
  expect(same.total).toEqual({ kind: 'band', from: 3, to: 4 });
  expect(shownOf(same.departments)).toEqual([]);
  // Hiding only B is not enough: the total minus A and C is B.
  const { item } = resultOf({ 1: mixed(7), 2: Array(6).fill(5), 3: mixed(9) });
  expect(shownOf(item.departments)).toEqual(['C']);
});

it('protects nothing in a named survey', () => {
  const { item } = resultOf({ 1: [5], 2: [5, 5] }, null);
  expect(shownOf(item.departments)).toEqual(['A', 'B']);
  expect(item.total).toMatchObject({ kind: 'figures', n: 3 });
});

it('shows comments for k or more answers, in shuffled order and without a department', () => {
  const responses = (n: number): StoredResponse[] =>
    Array.from({ length: n }, (_, index) => ({ segmentId: 1, answers: { q2: `Comment ${index}` } }));
  const commentsOf = (n: number) =>
    protectedFigures({
      questions: withQuestions(comment),
      responses: responses(n),
      segments: segmentsOf(1),
      people: n,
      k: 5,
      shuffle: (items) => items.toReversed(),
    }).questions[0];
  expect(commentsOf(4)?.comments).toBeNull();
  expect(commentsOf(5)?.comments).toEqual([4, 3, 2, 1, 0].map((index) => `Comment ${index}`));
  expect(commentsOf(5)?.items).toEqual([]);
});

it('computes the mean with its interval, and eNPS for 10 or more answers', () => {
  expect(meanOf([1, 2, 3, 4, 5], [1, 5])).toEqual({ value: 3, low: 1.61, high: 4.39 });
  expect(meanOf([5], [1, 5])).toBeNull();
  expect(enpsOf([9, 9, 9, 9, 9, 7, 7, 3, 3])).toBeNull();
  expect(enpsOf([9, 9, 9, 9, 10, 7, 7, 3, 3, 0])).toEqual({ value: 20, low: -37, high: 77 });
  expect(resultOf({ 1: mixed(9) }, 5, nps).item.total).toMatchObject({ kind: 'figures', enps: null });
});

it('counts small departments as part of their parent', () => {
  const tree = [
    { id: 1, parentId: null },
    { id: 2, parentId: 1 },
    { id: 3, parentId: 1 },
    { id: 4, parentId: null },
  ];
  const members = [...Array(2).fill(2), ...Array(7).fill(3), ...Array(4).fill(1), ...Array(3).fill(4), null];
  expect([...coarsen(tree, members, 5)]).toEqual([
    [1, 1],
    [2, 1],
    [3, 3],
    [4, null],
  ]);
});

/** Number of random organisations. SURVEY_ORGANISATIONS=20000 is the full test. */
const ORGANISATIONS = Number(process.env.SURVEY_ORGANISATIONS ?? 600);

it(`never reveals the answers of fewer than k people, or an answer common to all (${ORGANISATIONS} organisations)`, () => {
  for (let seed = 1; seed <= ORGANISATIONS; seed++) {
    const random = createRandom(seed);
    const k = 3 + random(4);
    const groups: Record<number, number[]> = {};
    const spread = 1 + random(5);
    for (let id = random(2); id <= 1 + random(6); id++)
      groups[id] = Array.from({ length: random(3 * k) }, () => 1 + random(spread));
    const { item } = resultOf(groups, k);
    const { total, departments } = item;
    if (total.kind !== 'figures') {
      expect(shownOf(departments)).toEqual([]);
      continue;
    }
    expect(total.n).toBeGreaterThanOrEqual(k);
    const shown = departments.flatMap(({ cell }) => (cell.kind === 'figures' ? [cell] : []));
    // What an observer can compute: the total minus any of the shown departments.
    for (let subset = 0; subset < 2 ** shown.length; subset++) {
      const taken = shown.filter((_, index) => subset & (2 ** index));
      const counts = total.counts.map(
        (count, option) => count - taken.reduce((sum, cell) => sum + (cell.counts[option] ?? 0), 0),
      );
      const n = counts.reduce((sum, count) => sum + count, 0);
      const isSafe = n === 0 || (n >= k && !counts.includes(n));
      if (!isSafe) throw new Error(`seed ${seed}: ${JSON.stringify({ k, groups, counts })}`);
    }
  }
});
