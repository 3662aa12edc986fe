import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { chat } from './people.ts';

/** The rules of WCAG 2.2 AA. */
const ALL_RULES: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
};
/** The rules whose result depends on the colours or the width of the window. */
const APPEARANCE_RULES: RunOptions = {
  resultTypes: ['violations'],
  runOnly: {
    type: 'rule',
    values: [
      'button-name',
      'color-contrast',
      'link-in-text-block',
      'link-name',
      'scrollable-region-focusable',
      'target-size',
    ],
  },
};

/**
 * Violations found by axe, one line each. axe is loaded once per page load and runs in the page itself, which is possible
 * because no screen has a frame of another origin. The copies in the theatre are checked as screens of their own.
 */
async function violationsOf(page: Page, rules: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (options) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    // Base UI's focus guards are hidden from screen readers and pass the focus on immediately (decision 0035).
    const result = await loaded.run(
      { exclude: ['[data-base-ui-focus-guard]', '.theatre-side iframe'] },
      options,
    );
    return result.violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }));
  }, rules);
  return violations.map(
    ({ id, elements }) => `${id}: ${elements.map((html) => html.slice(0, 160)).join(' | ')}`,
  );
}

/** Violations of WCAG 2.2 AA. */
export const accessibilityViolations = (page: Page) => violationsOf(page, ALL_RULES);

/** Violations that can appear in another colour scheme or width, for a page that passed all rules before. */
export const appearanceViolations = (page: Page) => violationsOf(page, APPEARANCE_RULES);

/** Number of pixels by which the page is wider than the window. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** APPEARANCES=all checks all windows and appearances, as `npm run test:hard` does. */
export const checksAllAppearances = process.env.APPEARANCES === 'all';

type Window = [width: number, height: number];
const DESKTOP: Window = [1280, 800];
/** A desktop at 200% zoom. */
const ZOOMED: Window = [640, 400];
const PHONE: Window = [390, 844];
const WINDOWS = [DESKTOP, ZOOMED, PHONE];
if (checksAllAppearances) WINDOWS.push([1024, 700], [820, 1180]);

type Layout = [window: Window, isChatOpen: boolean];
const EVERY_LAYOUT = [false, true].flatMap((isOpen) => WINDOWS.map((window): Layout => [window, isOpen]));
/** The other layouts, one per screen in turn. */
const IN_TURN: Layout[] = [
  [ZOOMED, false],
  [ZOOMED, true],
  [DESKTOP, false],
  [PHONE, true],
];

/**
 * The layouts in which one of many screens is checked: the chat collapsed on a phone and open on a desktop, and a third
 * one that changes from screen to screen. APPEARANCES=all checks every screen in all of them.
 */
export const layoutsOf = (screen: number): Layout[] =>
  checksAllAppearances
    ? EVERY_LAYOUT
    : [[PHONE, false] as Layout, [DESKTOP, true] as Layout, ...IN_TURN.slice(screen % 4, (screen % 4) + 1)];

/**
 * Controls that another element covers at the end of the page, one line each, in windows of every size with the chat
 * collapsed and open. Sticky controls are also checked at the start of the page.
 */
export async function coveredControls(page: Page, layouts = EVERY_LAYOUT): Promise<string[]> {
  const before = page.viewportSize();
  const title = chat(page).getByRole('button', { name: /^Chat/ }).first();
  // In a coaching room the collapsed chat is not shown.
  const isExpanded = async () =>
    (await title.isVisible()) && (await title.getAttribute('aria-expanded')) === 'true';
  const covered: string[] = [];
  for (const isOpen of [false, true]) {
    const windows = layouts.filter(([, isChatOpen]) => isChatOpen === isOpen).map(([window]) => window);
    if (windows.length === 0) continue;
    if ((await isExpanded()) !== isOpen) await title.click();
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      for (const found of await page.evaluate(findCoveredControls))
        covered.push(`${width}×${height}, chat ${isOpen ? 'open' : 'collapsed'}: ${found}`);
    }
  }
  if (before) await page.setViewportSize(before);
  if (await isExpanded()) await title.click();
  return covered;
}

/** Runs in the page. */
async function findCoveredControls(): Promise<string[]> {
  /** A page that loads more at its end needs some rounds. */
  const MAX_ROUNDS = 50;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const isPinned = (element: Element | null): boolean =>
    element !== null &&
    (/fixed|sticky/.test(getComputedStyle(element).position) || isPinned(element.parentElement));

  /** The visible part of the first line of an element, or null. */
  function visiblePart(element: Element) {
    const first = element.getClientRects()[0];
    // The room covers the header and makes it inert.
    if (
      !first ||
      element.closest('[inert]') ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      return null;
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
      // Content under the header, the head of a table or the banner of a preview can be scrolled into view. Content
      // under a bar at the end of the page cannot.
      if (hit.closest('.header, thead, .preview-banner')) return [];
      return [`${element.outerHTML.slice(0, 90)} is under ${hit.outerHTML.slice(0, 60)}`];
    });
  }

  /** Controls that cannot be seen when they get the focus. The browser scrolls them into view in the same way. */
  function coveredAtFocus(): string[] {
    const all = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select, textarea, summary)',
    );
    return Array.from(all).flatMap((element) => {
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isShown || element.tabIndex < 0 || element.closest('[inert]')) return [];
      element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const { top, bottom } = element.getBoundingClientRect();
      const center = visiblePart(element);
      // A part of a high field is enough.
      const heights = center ? [center.y, top + 4, bottom - 4] : [];
      const hits = heights.map((y) => document.elementFromPoint(center?.x ?? 0, y));
      if (hits.some((hit) => hit && (element.contains(hit) || hit.contains(element)))) return [];
      const by = hits[0]?.outerHTML.slice(0, 60) ?? 'outside the window or clipped';
      return [`${element.outerHTML.slice(0, 90)} cannot be seen at focus: ${by}`];
    });
  }

  window.scrollTo(0, 0);
  await frame();
  const covered = coveredNow(true);
  let height = 0;
  for (let round = 0; height !== document.documentElement.scrollHeight; round++) {
    if (round === MAX_ROUNDS) return ['The height of the page keeps changing'];
    height = document.documentElement.scrollHeight;
    window.scrollTo({ top: height, behavior: 'instant' });
    await frame();
    await frame();
  }
  return [...covered, ...coveredNow(false), ...coveredAtFocus()];
}

/**
 * Links that do not look like links or are hard to hit, and a breadcrumb with another area than the navigation: one
 * line each (decision 0111).
 */
export const unclearLinks = (page: Page): Promise<string[]> => page.evaluate(findUnclearLinks);

/** Runs in the page. */
function findUnclearLinks(): string[] {
  const named = (element: Element) => element.outerHTML.slice(0, 120);
  const isUnderlined = (element: Element): boolean =>
    getComputedStyle(element).textDecorationLine.includes('underline') ||
    Array.from(element.children).some(isUnderlined);
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('main a[href]')).filter(
    (link) => link.checkVisibility() && !link.closest('nav, [role="tablist"], .button, .logo'),
  );
  const plain = links.filter((link) => !isUnderlined(link)).map((link) => `no underline: ${named(link)}`);
  const targetsIn = (row: Element) =>
    new Set(Array.from(row.querySelectorAll<HTMLAnchorElement>('a[href]'), ({ href }) => href));
  const rows = Array.from(document.querySelectorAll('main :is(li, tbody tr)')).filter(
    (row) =>
      row.querySelector('.row-title') && targetsIn(row).size === 1 && !row.querySelector('li .row-title'),
  );
  const narrow = rows
    .filter((row) => !row.matches('.link-row'))
    .map((row) => `only the title can be clicked: ${named(row)}`);

  const crumb = document.querySelector<HTMLAnchorElement>('nav.breadcrumb a');
  const areas = Array.from(document.querySelectorAll<HTMLAnchorElement>('a[aria-current="page"]'));
  // Setting up programs and their insights belong to Programs.
  const place = `${crumb?.pathname.replace(/^\/admin\/programs\//, '/program/')}/`;
  const isNamed = areas.some(({ pathname }) => place.startsWith(`${pathname}/`));
  const astray = crumb && !isNamed ? [`the breadcrumb names another area: ${named(crumb)}`] : [];
  return [...plain, ...narrow, ...astray];
}

/** Pixels by which the page gets wider than the window when each name and title contains a very long word. */
export const overflowOfLongWords = (page: Page): Promise<number> => page.evaluate(findOverflowOfLongWords);

/** Runs in the page. */
function findOverflowOfLongWords(): number {
  const LONG = ' Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhalter';
  const elements = document.querySelectorAll(
    'main :is(h1, h2, h3, bdi, .row-title, .strong:not(.figures *), p > a:not(.button))',
  );
  const nodes = Array.from(elements).flatMap((element) =>
    Array.from(element.childNodes).filter((node) => node.nodeType === Node.TEXT_NODE),
  );
  const before = nodes.map((node) => node.nodeValue);
  for (const node of nodes) node.nodeValue += LONG;
  const overflow = document.documentElement.scrollWidth - window.innerWidth;
  for (const [index, node] of nodes.entries()) node.nodeValue = before[index] ?? null;
  return overflow;
}
