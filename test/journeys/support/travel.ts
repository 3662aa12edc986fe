import { expect, type Page } from '@playwright/test';
import type { LiftedStore } from '#store/devtools/liftedStore.ts';
import type { RootState } from '#store/rootReducer.ts';

interface Handle {
  /** `liftedStore` exists only with the developer tools. */
  trellis: {
    store: { liftedStore?: LiftedStore; getState(): RootState; subscribe(listener: () => void): () => void };
  };
}

/** The content of the page at one position of a recorded session. */
export interface Moment {
  index: number;
  /** Path in the address bar. */
  address: string;
  /** Path in the state. */
  path: string;
  heading: string;
  recorded: number;
}

/** The current position of the recording and the content of the page, after the screen has updated to the state. */
export async function momentNow(page: Page): Promise<Moment> {
  await page.waitForFunction(() => 'trellis' in window);
  return page.evaluate(async () => {
    const { store } = (window as unknown as Handle).trellis;
    const rendered = () =>
      new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    for (let before: RootState | null = null; before !== store.getState(); ) {
      before = store.getState();
      await rendered();
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

/** RTK Query reports changed subscriptions after 500 ms. */
const QUIET_MS = 750;

/** Waits until no action has been dispatched for a while, then returns the current position. */
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

/** Jumps to each state, waits until it is rendered and returns the content of the page. */
export const jumpThrough = (page: Page, indices: number[]): Promise<Moment[]> =>
  page.evaluate(async (wanted) => {
    const { store } = (window as unknown as Handle).trellis;
    const { liftedStore } = store;
    if (!liftedStore) throw new Error('The developer tools are not loaded');
    const rendered = () =>
      new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    const seen: Moment[] = [];
    for (const index of wanted) {
      liftedStore.dispatch({ type: 'JUMP_TO_STATE', index });
      await rendered();
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

/** Waits until the screen has its code and its data: no query is pending, and the state is the same for 2 frames. */
export const screenAtRest = (page: Page) =>
  expect
    .poll(() => page.evaluate(isAtRest), { message: 'the screen loads', intervals: [20, 50, 100] })
    .toBe(true);

/** Runs in the page. */
async function isAtRest(): Promise<boolean> {
  if (!('trellis' in window)) return false;
  const { store } = (window as unknown as Handle).trellis;
  const state = store.getState();
  if (Object.values(state.api.queries).some((query) => query?.status === 'pending')) return false;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const main = document.querySelector('main');
  return (
    store.getState() === state &&
    Boolean(main?.querySelector('h1')) &&
    !main?.querySelector('.skeleton, [aria-busy="true"]')
  );
}

/** Navigates within the application without a page load, like the back and forward buttons. */
export async function goWithin(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await screenAtRest(page);
}
