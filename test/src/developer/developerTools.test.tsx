import { instrument } from '@redux-devtools/instrument';
import type { StoreEnhancer } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { prepareDeveloperTools } from '#src/developer/developerTools.tsx';
import { wantsDeveloperTools } from '#src/developer/wanted.ts';
import { createAppStore } from '#store/createAppStore.ts';
import { createActionLog } from '#store/devtools/actionLog.ts';
import { liftedStoreOf } from '#store/devtools/liftedStore.ts';
import { dialogOpened } from '#store/dialogs/dialogsSlice.ts';

const log = () => createActionLog({ size: 100, now: () => 0 });
const viewOf = (deployment: string) =>
  Object.assign(Object.create(window) as Window, {
    fetch: async () => new Response(JSON.stringify({ deployment, version: '0.1.0' })),
    sessionStorage: window.sessionStorage,
    location: window.location,
  });

afterEach(() => sessionStorage.clear());

it('switches the tools on and off for this tab by a parameter of the address', () => {
  const at = (search: string) => ({ location: { search }, sessionStorage }) as unknown as Window;
  expect(wantsDeveloperTools(at(''))).toBe(false);
  expect(wantsDeveloperTools(at('?devtools'))).toBe(true);
  expect(wantsDeveloperTools(at(''))).toBe(true);
  expect(wantsDeveloperTools(at('?devtools=off'))).toBe(false);
});

it('shows the position during time travel and returns to the present', async () => {
  const tools = await prepareDeveloperTools(viewOf('local'), log());
  if (!tools) throw new Error('no tools in a local deployment');
  const store = createAppStore({
    ports: { fetch: () => Promise.reject(new Error('none')) } as never,
    enhancers: [instrument() as unknown as StoreEnhancer],
    devTools: false,
    travelGuard: tools.guard,
  });
  store.dispatch(dialogOpened('a'));
  store.dispatch(dialogOpened('b'));
  render(<Provider store={store}>{tools.around(store, <p>{'screens'}</p>)}</Provider>);
  const last = (liftedStoreOf(store)?.getState().stagedActionIds.length ?? 0) - 1;
  act(() => void liftedStoreOf(store)?.dispatch({ type: 'JUMP_TO_STATE', index: last - 1 }));
  expect(screen.getByRole('status')).toHaveTextContent(`Time travel: action ${last - 1} of ${last}`);
  expect(store.getState().dialogs.open).toBe('a');
  await userEvent.click(screen.getByRole('button', { name: 'Go live' }));
  expect(store.getState().dialogs.open).toBe('b');
  expect(screen.queryByText(/Time travel/)).toBeNull();
});

it('offers no tools in production', async () => {
  expect(await prepareDeveloperTools(viewOf('production'), log())).toBeNull();
});
