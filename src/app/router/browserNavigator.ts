import { createPath, type Navigator, parsePath, type To } from 'react-router-dom';
import type { AppStore } from '#store/createAppStore.ts';
import {
  type AppLocation,
  type LocationChange,
  locationChanged,
  selectPath,
} from '#store/navigation/navigationSlice.ts';

const hrefOf = (to: To) => (typeof to === 'string' ? to : createPath(to));
const newKey = () => Math.random().toString(36).slice(2, 10);

/**
 * Where the application is stands in the state. Going somewhere writes the browser's history and says
 * `navigation/locationChanged`; the router draws from the state. After a jump in time the address is corrected without an
 * entry in the history and without an action.
 */
export function createBrowserNavigator(view: Window) {
  let say: (change: LocationChange) => void = () => {};
  const { history } = view;

  const read = (): AppLocation => {
    const { pathname, search, hash } = view.location;
    const kept = history.state as { state?: unknown; key?: string } | null;
    return { pathname, search, hash, state: kept?.state ?? null, key: kept?.key ?? 'default' };
  };
  const go = (kind: 'PUSH' | 'REPLACE', to: To, state: unknown = null) => {
    const href = hrefOf(to);
    const key = newKey();
    if (kind === 'PUSH') history.pushState({ state, key }, '', href);
    else history.replaceState({ state, key }, '', href);
    // Read from the address and not from the wish: the browser has resolved it.
    say({ location: { ...read(), state, key }, kind });
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
    /** Says where the application was opened; from now on state and address keep together. */
    start(store: AppStore): () => void {
      let followed = '';
      const follow = () => {
        const { pathname, search, hash } = view.location;
        const path = selectPath(store.getState());
        followed = path;
        if (path !== `${pathname}${search}${hash}`) history.replaceState(history.state, '', path);
      };
      say = (change) => {
        store.dispatch(locationChanged(change));
        follow(); // while somebody looks at the past nobody goes anywhere, and the address does not run ahead
      };
      say({ location: read(), kind: 'START' });
      const popped = () => say({ location: read(), kind: 'POP' });
      view.addEventListener('popstate', popped);
      // The browser is asked for its address only when the state has another one: actions come by the hundred.
      const unsubscribe = store.subscribe(() => {
        if (selectPath(store.getState()) !== followed) follow();
      });
      return () => {
        view.removeEventListener('popstate', popped);
        unsubscribe();
      };
    },
  };
}
