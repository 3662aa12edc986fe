import { expect, type Page } from '@playwright/test';
import type { LiftedStore } from '#store/devtools/lifted.ts';
import type { RootState } from '#store/rootReducer.ts';

interface Handle {
  /** The instrument is there only with the developer tools. */
  trellis: {
    store: { liftedStore?: LiftedStore; getState(): RootState; subscribe(listener: () => void): () => void };
  };
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

/** Where the recording stands and what a person sees there: the screen follows its state within two frames. */
export async function momentNow(page: Page): Promise<Moment> {
  await page.waitForFunction(() => 'trellis' in window);
  return page.evaluate(async () => {
    const { store } = (window as unknown as Handle).trellis;
    const drawn = () =>
      new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    for (let before: RootState | null = null; before !== store.getState(); ) {
      before = store.getState();
      await drawn();
    }
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

/** RTK Query says half a second late that its subscriptions have changed. */
const QUIET_MS = 750;

/** Where the recording stands once nothing has happened any more for a while. */
export async function momentAtRest(page: Page): Promise<Moment> {
  await page.waitForFunction(() => 'trellis' in window);
  await page.evaluate(
    (quietMs) =>
      new Promise<void>((resolve) => {
        const { store } = (window as unknown as Handle).trellis;
        let timer = setTimeout(resolve, quietMs);
        store.subscribe(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, quietMs);
        });
      }),
    QUIET_MS,
  );
  return momentNow(page);
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
