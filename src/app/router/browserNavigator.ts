import { createPath, type Navigator, parsePath, type To } from 'react-router-dom';
import type { AppStore } from '#store/createAppStore.ts';
import {
  type AppLocation,
  type LocationChange,
  locationChanged,
  selectPath,
} from '#store/navigation/navigationSlice.ts';

const hrefOf = (to: To) => (typeof to === 'string' ? to : createPath(to));
const LINK_TOKEN = '#token=';
const INVITATION = /^\/invitation\/([^/]+)$/;
const SETUP = /^\/setup\/?$/;
const newKey = () => Math.random().toString(36).slice(2, 10);

/**
 * The location is part of the state: a navigation writes the browser history and dispatches `navigation/locationChanged`.
 * After a time-travel jump only the address is corrected (docs/decisions/0010-location-in-the-state.md).
 */
export function createBrowserNavigator(view: Window) {
  let dispatchChange: (change: LocationChange) => void = () => {};
  const { history } = view;
  let linkToken: string | null = null;

  const read = (): AppLocation => {
    let { pathname, search, hash } = view.location;
    let kept = history.state as { state?: unknown; key?: string } | null;
    // A secret from a mail or the terminal. It stays out of the state, the history and the address bar (decision 0003).
    const inPath = INVITATION.exec(pathname)?.[1];
    const inSearch = SETUP.test(pathname) ? new URLSearchParams(search).get('token') : null;
    const inHash = hash.startsWith(LINK_TOKEN) ? hash.slice(LINK_TOKEN.length) : null;
    const found = inPath ?? inSearch ?? inHash;
    if (found !== null) {
      linkToken = found;
      kept = { state: kept?.state ?? null, key: newKey() }; // the page may show another link
      if (inPath) pathname = '/invitation';
      if (inSearch !== null) search = '';
      hash = '';
      history.replaceState(kept, '', `${pathname}${search}`);
    }
    return { pathname, search, hash, state: kept?.state ?? null, key: kept?.key ?? 'default' };
  };
  const go = (kind: 'PUSH' | 'REPLACE', to: To, state: unknown = null) => {
    const href = hrefOf(to);
    const key = newKey();
    if (kind === 'PUSH') history.pushState({ state, key }, '', href);
    else history.replaceState({ state, key }, '', href);
    // Read from the address bar, because the browser has already resolved the path there.
    dispatchChange({ location: { ...read(), state, key }, kind });
  };

  const navigator: Navigator = {
    createHref: hrefOf,
    go: (delta) => history.go(delta),
    push: (to, state) => go('PUSH', to, state),
    replace: (to, state) => go('REPLACE', to, state),
  };

  return {
    navigator,
    push: (to: string, state?: unknown) => go('PUSH', parsePath(to), state),
    replace: (to: string, state?: unknown) => go('REPLACE', parsePath(to), state),
    /** The token of the last link that was opened. */
    linkToken: () => linkToken,
    /** Dispatches the first location, then keeps state and address in sync. */
    start(store: AppStore): () => void {
      let syncedPath = '';
      const syncAddress = () => {
        const { pathname, search, hash } = view.location;
        const path = selectPath(store.getState());
        syncedPath = path;
        if (path !== `${pathname}${search}${hash}`) history.replaceState(history.state, '', path);
      };
      dispatchChange = (change) => {
        store.dispatch(locationChanged(change));
        syncAddress(); // during time travel the state does not change, so the address is reset
      };
      dispatchChange({ location: read(), kind: 'START' });
      const onPopState = () => dispatchChange({ location: read(), kind: 'POP' });
      view.addEventListener('popstate', onPopState);
      // Reading the address is slow, so it is read only when the path in the state has changed.
      const unsubscribe = store.subscribe(() => {
        if (selectPath(store.getState()) !== syncedPath) syncAddress();
      });
      return () => {
        view.removeEventListener('popstate', onPopState);
        unsubscribe();
      };
    },
  };
}
