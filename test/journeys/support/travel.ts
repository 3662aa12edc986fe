import { expect, type Page } from '@playwright/test';
import type { LiftedStore } from '#store/devtools/lifted.ts';
import type { RootState } from '#store/rootReducer.ts';

interface Handle {
  /** The instrument is there only with the developer tools. */
  trellis: { store: { liftedStore?: LiftedStore; getState(): RootState } };
}

/** What is on screen at one moment of a recorded session. */
export interface Moment {
  index: number;
  /** In the address bar. */
  address: string;
  /** In the state. */
  path: string;
  heading: string;
  recorded: number;
}

/** Where the recording stands and what a person sees there. */
export async function momentNow(page: Page): Promise<Moment> {
  await page.waitForFunction(() => 'trellis' in window);
  return page.evaluate(() => {
    const { store } = (window as unknown as Handle).trellis;
    const lifted = store.liftedStore?.getState();
    const { pathname, search, hash } = store.getState().navigation.location;
    return {
      index: lifted?.currentStateIndex ?? 0,
      address: `${location.pathname}${location.search}${location.hash}`,
      path: `${pathname}${search}${hash}`,
      heading: document.querySelector('main h1')?.textContent ?? '',
      recorded: lifted?.stagedActionIds.length ?? 0,
    };
  });
}

/** Jumps to these states one after the other, each for as long as a browser takes to draw it, and says what was seen. */
export const jumpThrough = (page: Page, indices: number[]): Promise<Moment[]> =>
  page.evaluate(async (wanted) => {
    const { store } = (window as unknown as Handle).trellis;
    const { liftedStore } = store;
    if (!liftedStore) throw new Error('no instrument');
    const drawn = () =>
      new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    const seen: Moment[] = [];
    for (const index of wanted) {
      liftedStore.dispatch({ type: 'JUMP_TO_STATE', index });
      await drawn();
      const { pathname, search, hash } = store.getState().navigation.location;
      seen.push({
        index: liftedStore.getState().currentStateIndex,
        address: `${location.pathname}${location.search}${location.hash}`,
        path: `${pathname}${search}${hash}`,
        heading: document.querySelector('main h1')?.textContent ?? '',
        recorded: liftedStore.getState().stagedActionIds.length,
      });
    }
    return seen;
  }, indices);

/** Goes to an address of the application without loading the page anew, as the browser's own buttons do. */
export async function goWithin(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}
