import { act, screen } from '@testing-library/react';
import Unlock from '#src/unlock/Unlock.tsx';
import { locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';
import { show } from '#test/src/support/show.tsx';

const signIn = () => Promise.reject(new Error('no sign-in in this test'));
const client = { restored: { kind: 'none' as const }, at: '/unlock' };

it('ends the delay on request, not when the page opens, and opens the sign-in page', async () => {
  const unlock = jest.fn(async () => {});
  const { user, client: app } = show(<Unlock />, { client, auth: { signIn, unlock } });
  const button = await screen.findByRole('button', { name: 'End the delay' });
  expect(unlock).not.toHaveBeenCalled();
  expect(screen.getByRole('link', { name: 'Trellis' })).toHaveAttribute('href', '/login');
  await user.click(button);
  expect(await screen.findByRole('status')).toHaveTextContent('You can sign in now.');
  expect(screen.getByRole('heading', { name: 'The delay has ended' })).toHaveFocus();
  expect(unlock).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('link', { name: 'Go to sign in' }));
  expect(app.state().navigation.location.pathname).toBe('/login');
});

it('shows why a link does not work, and links to sign-in instead of trying again', async () => {
  const message = 'This link no longer works.';
  const data = { code: 'not-possible', message, requestId: 'r' };
  const unlock = () => Promise.reject({ status: 422, data });
  const { user, client: app } = show(<Unlock />, { client, auth: { signIn, unlock } });
  await user.click(screen.getByRole('button', { name: 'End the delay' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('heading', { name: 'The delay has not ended' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'End the delay' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/login');

  // A newer link is opened in the same tab.
  const location = { ...selectLocation(app.state()), key: 'next' };
  act(() => void app.store.dispatch(locationChanged({ location, kind: 'POP' })));
  expect(await screen.findByRole('button', { name: 'End the delay' })).toBeInTheDocument();
});

it.each([
  ['the server cannot be reached', { status: 'FETCH_ERROR' }],
  ['the server fails', { status: 503, data: null }],
])('can be tried again if %s', async (_case, failure) => {
  const unlock = () => Promise.reject(failure);
  const { user } = show(<Unlock />, { client, auth: { signIn, unlock } });
  await user.click(screen.getByRole('button', { name: 'End the delay' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/try again/i);
  expect(screen.getByRole('button', { name: 'End the delay' })).toBeInTheDocument();
});
