import type { Cell, ResultItem } from '#contract/surveys/results.ts';
import type { EarlierRelease, Members } from '#server/surveys/overTime.ts';
import { protectedFigures } from '#server/surveys/protection.ts';
import type { StoredResponse } from '#server/surveys/tally.ts';
import { createRandom } from './random.ts';
import { rating, withQuestions } from './surveysApi.ts';

interface Person {
  id: number;
  department: number | null;
  score: number;
}
const segmentsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Department ${index + 1}` }));

/** Releases a round that these people have answered. */
function release(
  people: readonly Person[],
  k: number,
  departments: number,
  earlier: readonly EarlierRelease[],
) {
  const responses: StoredResponse[] = people.map(({ department, score }) => ({
    segmentId: department,
    answers: { q1: score },
  }));
  const segments = segmentsOf(departments);
  const members: Members = new Map(people.map(({ id, department }) => [id, department]));
  const questions = withQuestions(rating);
  const figures = protectedFigures({
    questions,
    responses,
    segments,
    people: people.length,
    k,
    shuffle: (items) => [...items],
    earlier,
    members,
  });
  return { figures, segments, members };
}
const itemOf = ({ figures }: EarlierRelease) => figures.questions[0]?.items[0] as ResultItem;
const kindsOf = (round: EarlierRelease) => itemOf(round).departments.map(({ cell }) => cell.kind);
const peopleIn = (department: number | null, count: number, from: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, department, score: 1 + (index % 5) }));

it('protects a round if the difference from the earlier round would reveal the answer of a person who left', () => {
  const people = peopleIn(1, 12, 1);
  const first = release(people, 5, 1, []);
  expect(itemOf(first).total.kind).toBe('figures');
  expect(itemOf(release(people.slice(1), 5, 1, [first])).total.kind).toBe('protected');
  // The same people give other answers, so no answer can be attributed to a person.
  const changed = people.map((person, index) => (index === 3 ? { ...person, score: 1 } : person));
  expect(itemOf(release(changed, 5, 1, [first])).total.kind).toBe('figures');
  // One person left. So many other people answer differently that the answers of the person who left cannot be
  // identified.
  const mixed = people.slice(1).map((person) => ({ ...person, score: 1 + (person.score % 5) }));
  expect(itemOf(release(mixed, 2, 1, [first])).total.kind).toBe('figures');
});

it('protects a department after a late answer, and a second one so that the total does not reveal the first', () => {
  const people = [...peopleIn(1, 9, 1), ...peopleIn(2, 10, 20), ...peopleIn(3, 11, 40)];
  const first = release(people, 5, 3, []);
  expect(kindsOf(first)).toEqual(['figures', 'figures', 'figures']);
  const late = [...people, { id: 99, department: 1, score: 3 }];
  const second = release(late, 5, 3, [first]);
  expect(itemOf(second).total.kind).toBe('protected');
  expect(kindsOf(second)).toEqual(['protected', 'protected', 'protected']);
  // 5 new people are enough for the total and for their department.
  const joined = [...people, ...peopleIn(1, 5, 100)];
  expect(kindsOf(release(joined, 5, 3, [first]))).toEqual(['figures', 'figures', 'figures']);
});

/** Number of organisations. SURVEY_ORGANISATIONS=20000 is the full test. */
const ORGANISATIONS = Math.ceil(Number(process.env.SURVEY_ORGANISATIONS ?? 600) / 4);

it(`never isolates fewer than k people in the difference of two released rounds when people join and leave (${ORGANISATIONS} organisations)`, () => {
  let differences = 0;
  for (let seed = 1; seed <= ORGANISATIONS; seed++) {
    const random = createRandom(seed);
    const k = 3 + random(3);
    const departments = 1 + random(4);
    let staff: Person[] = [];
    let nextId = 1;
    const spread = 1 + random(5);
    const hire = (count: number) => {
      for (let n = 0; n < count; n++)
        staff.push({ id: nextId++, department: random(departments + 1) || null, score: 1 + random(spread) });
    };
    hire(k + random(8 * k));
    const rounds: EarlierRelease[] = [];
    for (let round = 0; round < 3; round++) {
      // People leave, join, move, answer later or not at all, and change their minds.
      const answering = staff.filter(() => random(8) > 0);
      rounds.push(release(answering, k, departments, rounds));
      staff = staff.filter(() => random(10) > 0);
      hire(random(k));
      staff = staff.map((person) => ({
        ...person,
        department: random(15) === 0 ? random(departments + 1) || null : person.department,
        score: random(12) === 0 ? 1 + random(spread) : person.score,
      }));
    }
    differences += attack(rounds, k, seed);
  }
  // The attack has figures to compare.
  expect(differences).toBeGreaterThan(ORGANISATIONS);
});

/** Subtracts every table of each round from every table of the rounds before; returns the number of differences. */
function attack(rounds: readonly EarlierRelease[], k: number, seed: number): number {
  let differences = 0;
  const tables = rounds.map(tablesOf);
  for (const [later, all] of tables.entries())
    for (const [earlier, before] of tables.slice(0, later).entries())
      for (const now of all)
        for (const then of before) {
          differences++;
          const people =
            [...now.people].filter((id) => !then.people.has(id)).length +
            [...then.people].filter((id) => !now.people.has(id)).length;
          if (people === 0 || people >= k) continue;
          const changes = now.counts.map((count, option) => count - (then.counts[option] ?? 0));
          const gained = changes.filter((change) => change > 0).reduce((sum, change) => sum + change, 0);
          const lost = -changes.filter((change) => change < 0).reduce((sum, change) => sum + change, 0);
          if (Math.max(gained, lost) !== 0 && Math.max(gained, lost) < k)
            throw new Error(
              `seed ${seed}: rounds ${earlier} and ${later} isolate ${people} people with ${JSON.stringify(changes)}, k ${k}`,
            );
        }
  return differences;
}

/** What an observer can compute from one round: sums of shown departments, and the total without them, each with the people who answered. */
function tablesOf(round: EarlierRelease) {
  const { total, departments } = itemOf(round);
  if (total.kind !== 'figures') return [];
  const shown = departments.flatMap(({ cell }, index) =>
    cell.kind === 'figures' ? [{ id: index + 1, cell: cell as Extract<Cell, { kind: 'figures' }> }] : [],
  );
  return Array.from({ length: 2 ** shown.length }, (_, subset) => {
    const taken = shown.filter((_one, index) => subset & (2 ** index));
    const ids = new Set<number | null>(taken.map(({ id }) => id));
    const counts = total.counts.map((_count, option) =>
      taken.reduce((sum, { cell }) => sum + (cell.counts[option] ?? 0), 0),
    );
    const people = [...round.members].flatMap(([id, department]) => (ids.has(department) ? [id] : []));
    const others = [...round.members].flatMap(([id, department]) => (ids.has(department) ? [] : [id]));
    return [
      { counts, people: new Set(people) },
      {
        counts: total.counts.map((count, option) => count - (counts[option] ?? 0)),
        people: new Set(others),
      },
    ];
  }).flat();
}
