import { expect, type Page } from '@playwright/test';
import {
  accessibilityViolations,
  appearanceViolations,
  checksAllAppearances,
  horizontalOverflow,
} from './pageChecks.ts';

const [wide, small] = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
export const WIDE = { colorScheme: 'light', viewport: wide } as const;
export const DARK_WIDE = { colorScheme: 'dark', viewport: wide } as const;
export const SMALL = { colorScheme: 'dark', viewport: small } as const;
const LIGHT_SMALL = { colorScheme: 'light', viewport: small } as const;
export type Appearance = typeof WIDE | typeof DARK_WIDE | typeof SMALL | typeof LIGHT_SMALL;

/** Both widths in light and dark with APPEARANCES=all. By default, each test runs only in the given appearances. */
export const appearancesOf = (...chosen: Appearance[]): Appearance[] =>
  checksAllAppearances ? [WIDE, DARK_WIDE, SMALL, LIGHT_SMALL] : chosen;
export const appearanceName = ({ colorScheme, viewport }: Appearance) =>
  `${colorScheme} at ${viewport.width} px`;

/** Expects no violation found by axe and no horizontal overflow. */
export async function expectAccessible(page: Page, state: string, find = accessibilityViolations) {
  expect.soft(await find(page), state).toEqual([]);
  expect.soft(await horizontalOverflow(page), `${state}: wider than the window`).toBeLessThanOrEqual(1);
}

/**
 * Checks a screen in a window that is as high as the page, so the chat covers nothing, then what differs in the other
 * colour scheme and width, unless `inOther` is false. With APPEARANCES=all, another test checks all rules there.
 */
export async function expectScreenAccessible(
  page: Page,
  state: string,
  appearance: Appearance,
  inOther = true,
) {
  const other = appearance.viewport === small ? WIDE : SMALL;
  for (const shown of checksAllAppearances || !inOther ? [appearance] : [appearance, other]) {
    const { colorScheme, viewport } = shown;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...viewport, height });
    const find = shown === appearance ? accessibilityViolations : appearanceViolations;
    await expectAccessible(page, `${state}, ${appearanceName(shown)}`, find);
  }
  await page.emulateMedia({ colorScheme: appearance.colorScheme });
  await page.setViewportSize(appearance.viewport);
}
