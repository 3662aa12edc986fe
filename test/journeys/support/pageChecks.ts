import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { chat } from './people.ts';

/**
 * Violations of WCAG 2.2 AA found by axe, one line each. Legacy mode runs axe in the page itself, which is possible
 * because no screen has a frame of another origin.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Base UI's focus guards are hidden from screen readers and pass the focus on at once (decision 0035).
    .exclude('[data-base-ui-focus-guard]')
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .setLegacyMode()
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

/** Pixels by which the page is wider than the window. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** APPEARANCES=all checks all windows and appearances, as `npm run test:hard` does. */
export const checksAllAppearances = process.env.APPEARANCES === 'all';

/** Windows from a desktop to a phone. 640×400 is a desktop at 200% zoom. */
const WINDOWS: [width: number, height: number][] = [
  [1280, 800],
  [640, 400],
  [390, 844],
];
if (checksAllAppearances) WINDOWS.push([1024, 700], [820, 1180]);

/**
 * Controls that another element covers at the end of the page, one line each, in windows of every size with the chat
 * collapsed and open. Sticky controls are also checked at the start of the page.
 */
export async function coveredControls(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const title = chat(page).getByRole('button', { name: /^Chat/ }).first();
  const covered: string[] = [];
  for (const isOpen of [false, true]) {
    if ((await title.getAttribute('aria-expanded')) !== String(isOpen)) await title.click();
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      for (const found of await page.evaluate(findCoveredControls))
        covered.push(`${width}×${height}, chat ${isOpen ? 'open' : 'collapsed'}: ${found}`);
    }
  }
  if (before) await page.setViewportSize(before);
  await title.click();
  return covered;
}

/** Runs in the page. */
async function findCoveredControls(): Promise<string[]> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const isPinned = (element: Element | null): boolean =>
    element !== null &&
    (/fixed|sticky/.test(getComputedStyle(element).position) || isPinned(element.parentElement));

  /** The visible part of the first line of an element, or null. */
  function visiblePart(element: Element) {
    const first = element.getClientRects()[0];
    if (!first || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return null;
    let { left, top, right, bottom } = first;
    const clip = (box: { left: number; top: number; right: number; bottom: number }) => {
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    };
    clip({ left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight });
    for (let parent = element.parentElement; parent; parent = parent.parentElement)
      if (parent !== document.documentElement && getComputedStyle(parent).overflow !== 'visible')
        clip(parent.getBoundingClientRect());
    return right - left > 2 && bottom - top > 2 ? { x: (left + right) / 2, y: (top + bottom) / 2 } : null;
  }

  function coveredNow(onlyPinned: boolean): string[] {
    const all = document.querySelectorAll(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    );
    return Array.from(all).flatMap((element) => {
      if (onlyPinned && !isPinned(element)) return [];
      const point = visiblePart(element);
      const hit = point && document.elementFromPoint(point.x, point.y);
      if (!hit || element.contains(hit) || hit.contains(element)) return [];
      // Content under the header or the head of a table can be scrolled into view. Content under a bar at the end of
      // the page cannot.
      if (hit.closest('.header, thead')) return [];
      return [`${element.outerHTML.slice(0, 90)} is under ${hit.outerHTML.slice(0, 60)}`];
    });
  }

  window.scrollTo(0, 0);
  await frame();
  const covered = coveredNow(true);
  let height = 0;
  while (height !== document.documentElement.scrollHeight) {
    height = document.documentElement.scrollHeight;
    window.scrollTo({ top: height, behavior: 'instant' });
    await frame();
    await frame();
  }
  return [...covered, ...coveredNow(false)];
}
