import { globSync, readFileSync } from 'node:fs';

/** The widths of the media queries in all style sheets, with the file of each. */
const widths = globSync('src/**/*.css').flatMap((file) =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(/@media[^{]*\((?:min|max)-width:\s*([\d.]+)px\)/g),
    ([, width]) => ({ file, width: Number(width) }),
  ),
);
const documented = Array.from(
  readFileSync('src/ui/theme/tokens.css', 'utf8').matchAll(/(\d+)px (?:phone|tablet|small desktop)/g),
  ([, width]) => Number(width),
);

it('uses the documented breakpoints in every style sheet', () => {
  expect(documented).toEqual([540, 900, 1200]);
  expect(widths.length).toBeGreaterThan(20);
  expect(widths.filter(({ width }) => !documented.includes(Math.round(width)))).toEqual([]);
});
