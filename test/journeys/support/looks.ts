import { expect, type Page } from '@playwright/test';
import { overhangOf, violationsIn } from './sound.ts';

const [wide, small] = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
export const WIDE = { colorScheme: 'light', viewport: wide } as const;
export const DARK_WIDE = { colorScheme: 'dark', viewport: wide } as const;
export const SMALL = { colorScheme: 'dark', viewport: small } as const;
const LIGHT_SMALL = { colorScheme: 'light', viewport: small } as const;
export type Look = typeof WIDE | typeof DARK_WIDE | typeof SMALL | typeof LIGHT_SMALL;

/** LOOKS=all shows everything at both widths in light and dark; what shares its parts with other screens is else seen in fewer. */
export const showsAll = process.env.LOOKS === 'all';
export const mostly = (...looks: Look[]): Look[] =>
  showsAll ? [WIDE, DARK_WIDE, SMALL, LIGHT_SMALL] : looks;
export const nameOf = ({ colorScheme, viewport }: Look) => `${colorScheme} at ${viewport.width} px`;

/** Nothing that axe finds in the present state, and nothing wider than the window. */
export async function expectSound(page: Page, state: string) {
  expect.soft(await violationsIn(page), state).toEqual([]);
  expect.soft(await overhangOf(page), `${state}: wider than the window`).toBeLessThanOrEqual(1);
}
