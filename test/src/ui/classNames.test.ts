import { globSync, readFileSync } from 'node:fs';

/** Parts of the shell that a second style sheet extends. Both are always loaded together. */
const EXTENDED = ['badge', 'header', 'page', 'user-button'];

/** The style sheets that define each class on its own, outside media and container queries. */
function definitions() {
  const files = new Map<string, Set<string>>();
  for (const file of globSync('src/**/*.css')) {
    const css = readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/@[^{};]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
    for (const [, selectors = ''] of css.matchAll(/(?:^|\})\s*(\.[^{}@()]+)\{/g))
      for (const selector of selectors.split(','))
        if (/^\.[a-z0-9-]+$/.test(selector.trim())) {
          const name = selector.trim().slice(1);
          files.set(name, (files.get(name) ?? new Set()).add(file));
        }
  }
  return files;
}

// Style sheets stay loaded when the user goes to another screen, and class names are global.
it('defines each class in one style sheet, so that no screen changes another one', () => {
  const all = definitions();
  expect(all.size).toBeGreaterThan(500);
  const twice = [...all].filter(
    ([name, files]) =>
      files.size > 1 &&
      !EXTENDED.includes(name) &&
      [...files].filter((file) => !file.includes('ui/theme')).length > 1,
  );
  expect(twice.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([]);
});
