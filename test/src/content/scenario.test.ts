import fc from 'fast-check';
import { graphOf } from '#contract/learning/scenarioGraph.ts';
import { levelsOf } from '#src/content/challenge/scenarioLevels.ts';

const scene = (key: string, ...to: (string | null)[]) => ({
  key,
  text: key,
  choices: to.map((target, index) => ({
    key: `c${index}`,
    text: '',
    to: target,
    isGood: true,
    reason: '',
  })),
});

it('finds scenes that cannot be reached, and scenes from which no ending can be reached', () => {
  const places = [
    scene('start', 'loop', 'end'),
    scene('loop', 'again'),
    scene('again', 'loop'),
    scene('end'),
    scene('alone', 'end'),
  ];
  expect(graphOf({ start: 'start', places })).toEqual({
    unreachable: ['alone'],
    deadEnds: ['loop', 'again'],
    endings: ['end'],
  });
  expect(levelsOf({ start: 'start', places })).toEqual([['start'], ['loop', 'end'], ['again'], ['alone']]);
});

it('matches every path from the start, and shows each scene once', () => {
  const keys = ['a', 'b', 'c', 'd'];
  const place = (key: string) =>
    fc.array(fc.constantFrom(null, ...keys), { maxLength: 3 }).map((targets) => scene(key, ...targets));
  fc.assert(
    fc.property(fc.tuple(...keys.map(place)), (places) => {
      const { unreachable, deadEnds } = graphOf({ start: 'a', places });
      const targets = (key: string) => places.find((one) => one.key === key)!.choices.map(({ to }) => to);
      const walk = (from: string, steps: number): (string | null)[] =>
        steps === 0 ? [from] : [from, ...targets(from).flatMap((to) => (to ? walk(to, steps - 1) : [null]))];
      const seen = walk('a', keys.length);
      for (const key of keys) {
        expect(unreachable.includes(key)).toBe(!seen.includes(key));
        const ends = walk(key, keys.length).some((one) => one === null || targets(one).length === 0);
        expect(deadEnds.includes(key)).toBe(!ends);
      }
      expect(levelsOf({ start: 'a', places }).flat().toSorted()).toEqual(keys);
    }),
    { numRuns: 300 },
  );
});
