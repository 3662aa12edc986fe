import { readFileSync } from 'node:fs';
import {
  accentRoles,
  checkAccent,
  contrast,
  grounds,
  MIN_CONTRAST,
  passes,
  type Scheme,
  toLch,
} from '#contract/administration/accent.ts';

const schemes: Scheme[] = ['light', 'dark'];
/** Every 51st value of each channel: 216 colours, including black, white and all greys of the grid. */
const steps = [0, 51, 102, 153, 204, 255];
const hex = (value: number) => value.toString(16).padStart(2, '0');
const colours = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${hex(red)}${hex(green)}${hex(blue)}`)),
);

it.each(schemes)('makes every colour readable on all backgrounds of %s screens', (scheme) => {
  for (const colour of colours) {
    const roles = accentRoles(colour, scheme);
    const pairs = [
      [roles['on-primary'], roles.primary],
      [roles['on-primary'], roles['primary-hover']],
      [roles['on-primary'], roles['primary-press']],
      [roles['on-own'], roles.own],
      ...[...grounds[scheme], roles['primary-soft'], roles['primary-wash']].map((ground) => [
        roles['primary-text'],
        ground,
      ]),
    ] as [string, string][];
    const lowest = Math.min(...pairs.map(([text, ground]) => contrast(text, ground)));
    expect([colour, lowest >= MIN_CONTRAST, roles]).toEqual([colour, true, expect.anything()]);
  }
});

it('keeps the hue of the colour', () => {
  for (const colour of colours) {
    const before = toLch(colour);
    for (const scheme of schemes) {
      const after = toLch(checkAccent(colour, scheme).colour);
      if (before.chroma < 0.02 || after.chroma < 0.02) continue; // greys have no hue
      const turned = Math.abs(((after.hue - before.hue + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);
      expect([colour, turned < 0.12]).toEqual([colour, true]);
    }
  }
});

it('leaves a readable colour unchanged, and changes an unreadable one as little as possible', () => {
  expect(checkAccent('#1d6b57', 'light')).toMatchObject({ colour: '#1d6b57' });
  const corrected = checkAccent('#2f8fd8', 'light');
  expect(corrected.colour).not.toBe('#2f8fd8');
  expect(passes(corrected)).toBe(true);
  expect(Math.min(corrected.words, corrected.onButtons)).toBeLessThan(MIN_CONTRAST + 0.15);
});

it('has the same list of backgrounds as the style sheet', () => {
  const css = readFileSync('src/ui/theme/tokens.css', 'utf8');
  for (const scheme of schemes) {
    const [, part = ''] = new RegExp(`data-color-scheme="${scheme}"\\] \\{([^}]*)`).exec(css) ?? [];
    const colourOf = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(part)?.[1];
    expect(['paper', 'surface', 'sunken', 'hover'].map(colourOf)).toEqual(grounds[scheme]);
  }
});
