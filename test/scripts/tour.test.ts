import { checkLinks, checkTour } from '#scripts/tourLinks.ts';

it('links the reading tour to the lines of the named symbols', () => {
  const { problems, count } = checkTour();
  expect(problems).toEqual([]);
  expect(count).toBeGreaterThan(30);
});

it('finds links to wrong lines, missing symbols and missing files, and repairs the line', () => {
  const files: Record<string, string> = { 'a.ts': '// first uses second\n\nexport function* second() {}\n' };
  const page = '[`second`](../a.ts#L1), [`third`](../a.ts#L2) and [`second`](../b.ts#L3)';
  const { text, problems } = checkLinks(page, (path) => files[path] ?? null);
  expect(problems).toEqual(['a.ts: second is in line 3, not 1', 'a.ts has no third', 'b.ts does not exist']);
  expect(text).toBe('[`second`](../a.ts#L3), [`third`](../a.ts#L2) and [`second`](../b.ts#L3)');
});
