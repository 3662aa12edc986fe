import { ActionCreators, instrument } from '@redux-devtools/instrument';
import type { StoreEnhancer } from '@reduxjs/toolkit';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { Link, Route, Router, Routes } from 'react-router-dom';
import { useAppSelector } from '#src/app/hooks.ts';
import { AppRouter } from '#src/app/router/AppRouter.tsx';
import { createBrowserNavigator } from '#src/app/router/browserNavigator.ts';
import { SKELETON_DELAY_MS } from '#src/ui/feedback/Delayed.tsx';
import type { ApiPorts } from '#store/api/ports.ts';
import { createAppStore } from '#store/createAppStore.ts';
import { locationChanged, selectLocation, selectPath } from '#store/navigation/navigationSlice.ts';
import { sessionAbsent, sessionUnreachable } from '#store/session/sessionSlice.ts';

const ports: ApiPorts = {
  tokens: {
    forCall: async () => ({ kind: 'missing' }),
    afterRefusal: async () => ({ kind: 'missing' }),
    noteServerDate: () => {},
  },
  messagingKeys: { keep: () => {}, keepRoom: () => {} },
  saveFile: () => {},
  fetch: async () => new Response('', { status: 503 }),
  reportError: () => {},
};
const address = () => `${location.pathname}${location.search}${location.hash}`;
let stop = () => {};
afterEach(() => stop());

function start(at: string) {
  history.replaceState(null, '', at);
  const store = createAppStore({ ports, enhancers: [instrument() as unknown as StoreEnhancer] });
  const browser = createBrowserNavigator(window);
  stop = browser.start(store);
  const { liftedStore } = store as unknown as {
    liftedStore: { dispatch(action: unknown): void; getState(): { stagedActionIds: number[] } };
  };
  return { store, browser, liftedStore, path: () => selectPath(store.getState()) };
}

describe('the navigator', () => {
  it('dispatches the first location and keeps state, address and history in sync', async () => {
    const { browser, path, store } = start('/program?x=1#top');
    expect(path()).toBe('/program?x=1#top');
    const entries = history.length;
    browser.push('/team?show=all', { showTopics: true });
    expect([path(), address(), history.length]).toEqual(['/team?show=all', '/team?show=all', entries + 1]);
    expect(selectLocation(store.getState()).state).toEqual({ showTopics: true });
    browser.replace('/home');
    expect([path(), address(), history.length]).toEqual(['/home', '/home', entries + 1]);
    history.back();
    await waitFor(() => expect(path()).toBe('/program?x=1#top'));
    expect(address()).toBe('/program?x=1#top');
  });

  it('keeps the token of a mailed link out of the state, the address and the history', () => {
    const entries = history.length;
    const { browser, path, store } = start('/unlock#token=1.secret');
    expect([path(), address(), history.length]).toEqual(['/unlock', '/unlock', entries]);
    expect(browser.linkToken()).toBe('1.secret');
    expect(JSON.stringify(store.getState())).not.toContain('secret');
  });

  it('treats another link to the current page as a new visit', async () => {
    const { browser, path, store } = start('/reset-password#token=1.first');
    const { key } = selectLocation(store.getState());
    location.hash = '#token=1.second';
    await waitFor(() => expect(browser.linkToken()).toBe('1.second'));
    expect([path(), address()]).toEqual(['/reset-password', '/reset-password']);
    expect(selectLocation(store.getState()).key).not.toBe(key);
  });

  it('keeps the token in the path of an invitation out of the state and the address', () => {
    const { browser, path, store } = start('/invitation/1.secret');
    expect([path(), address()]).toEqual(['/invitation', '/invitation']);
    expect(browser.linkToken()).toBe('1.secret');
    expect(JSON.stringify(store.getState())).not.toContain('secret');
  });

  it('keeps the token of the set-up address out of the state and the address', () => {
    const { browser, path, store } = start('/setup?token=secret');
    expect([path(), address()]).toEqual(['/setup', '/setup']);
    expect(browser.linkToken()).toBe('secret');
    expect(JSON.stringify(store.getState())).not.toContain('secret');
    browser.push('/team?token=of-another-page');
    expect([path(), browser.linkToken()]).toEqual(['/team?token=of-another-page', 'secret']);
  });

  it('corrects the address after a time-travel jump without a history entry or an action', () => {
    const { browser, liftedStore, path } = start('/home');
    browser.push('/team');
    browser.push('/checkin');
    const before = { entries: history.length, actions: liftedStore.getState().stagedActionIds.length };
    const last = before.actions - 1;
    for (const [back, expected] of [
      [2, '/home'],
      [1, '/team'],
      [0, '/checkin'],
      [1, '/team'],
    ] as const) {
      liftedStore.dispatch(ActionCreators.jumpToState(last - back));
      expect([path(), address()]).toEqual([expected, expected]);
    }
    expect({ entries: history.length, actions: liftedStore.getState().stagedActionIds.length }).toEqual(
      before,
    );
  });

  it('never leaves the application', () => {
    const { browser, path } = start('/home');
    for (const hostile of ['https://evil.example/x', '//evil.example', 'javascript:alert(1)']) {
      try {
        browser.push(hostile);
      } catch {
        // The browser's own history refuses another origin.
      }
      expect(location.origin).toBe('http://localhost');
      expect(path().startsWith('/')).toBe(true);
    }
  });

  it('follows links', async () => {
    const { store, browser, path } = start('/home');
    const LinkButton = () => {
      const at = useAppSelector(selectLocation);
      return (
        <Router location={at} navigator={browser.navigator}>
          <Routes>
            <Route path="/home" element={<Link to="/team">To the team</Link>} />
            <Route path="/team" element={<h1>Team</h1>} />
          </Routes>
        </Router>
      );
    };
    render(
      <Provider store={store}>
        <LinkButton />
      </Provider>,
    );
    act(() => screen.getByRole('link', { name: 'To the team' }).click());
    expect(await screen.findByRole('heading', { name: 'Team' })).toBeVisible();
    expect([path(), address()]).toEqual(['/team', '/team']);
  });
});

describe('the router', () => {
  it('shows that Trellis cannot be reached while the session is unknown', async () => {
    const { store, browser } = start('/team');
    render(
      <Provider store={store}>
        <AppRouter navigator={browser.navigator} />
      </Provider>,
    );
    act(() => void store.dispatch(sessionUnreachable()));
    expect(await screen.findByRole('heading', { name: 'Trellis cannot be reached' })).toBeVisible();
  });

  it.each([
    ['/team', 1],
    ['/login', 0],
  ])('while the session is restored on %s, shows %i placeholders of a screen', async (at, count) => {
    const { store, browser } = start(at);
    const { container } = render(
      <Provider store={store}>
        <AppRouter navigator={browser.navigator} />
      </Provider>,
    );
    await act(() => new Promise((resolve) => setTimeout(resolve, SKELETON_DELAY_MS + 50)));
    expect(container.querySelectorAll('.page-top .stack')).toHaveLength(count);
  });

  it('renders no screen while the session is unknown or the user is signed out', async () => {
    const { store, browser } = start('/team');
    const { container } = render(
      <Provider store={store}>
        <AppRouter navigator={browser.navigator} />
      </Provider>,
    );
    expect(container.querySelector('h1')).toBeNull();
    act(() => void store.dispatch(sessionAbsent()));
    await act(async () => {});
    expect(container.querySelector('h1')).toBeNull();
    const where = { pathname: '/not-found', search: '', hash: '', state: null, key: 'k' };
    act(() => void store.dispatch(locationChanged({ location: where, kind: 'REPLACE' })));
    await waitFor(() => expect(container.querySelector('h1')).not.toBeNull(), { timeout: 5_000 });
  });
});
