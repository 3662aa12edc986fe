import { screen, waitFor } from '@testing-library/react';
import SignOn from '#src/sign-on/SignOn.tsx';
import { selectPath } from '#store/navigation/navigationSlice.ts';
import { show } from '#test/src/support/show.tsx';

const at = (path: string) => ({ restored: { kind: 'none' as const }, at: path });

it('starts the session once and then waits for it with the target in the address', async () => {
  const completeSignOn = jest.fn(async () => true);
  const { client } = show(<SignOn />, {
    client: at('/sign-on?redirectUrl=%2Fteam'),
    auth: { completeSignOn },
  });
  expect(screen.getByRole('status')).toHaveTextContent('Signing you in…');
  await waitFor(() => expect(selectPath(client.state())).toBe('/sign-on?redirectUrl=%2Fteam&done=1'));
  expect(completeSignOn).toHaveBeenCalledTimes(1);
});

it('does not start a session twice', async () => {
  const completeSignOn = jest.fn(async () => true);
  show(<SignOn />, { client: at('/sign-on?done=1'), auth: { completeSignOn } });
  expect(screen.getByRole('status')).toBeVisible();
  expect(completeSignOn).not.toHaveBeenCalled();
});

it('asks for another sign-in if it was opened without one', async () => {
  show(<SignOn />, { client: at('/sign-on'), auth: { completeSignOn: async () => false } });
  expect(await screen.findByRole('alert')).toHaveTextContent('began in another browser');
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/login');
});

it('shows why the session could not start, and returns to login with the target', async () => {
  const data = {
    code: 'credentials-refused',
    message: 'This sign-in has expired. Sign in again.',
    requestId: 'r',
  };
  const completeSignOn = () => Promise.reject({ status: 401, data });
  show(<SignOn />, { client: at('/sign-on?redirectUrl=%2Fteam'), auth: { completeSignOn } });
  expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in has expired.');
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute(
    'href',
    '/login?redirectUrl=%2Fteam',
  );
});

it.each([
  ['deactivated', /no longer active/],
  ['domain', /does not belong to this organisation/],
  ['not-invited', /Ask your administrator for an invitation/],
])('shows why a sign-in was refused: %s', (refusal, text) => {
  const completeSignOn = jest.fn(async () => true);
  show(<SignOn />, { client: at(`/sign-on?refused=${refusal}`), auth: { completeSignOn } });
  expect(screen.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(completeSignOn).not.toHaveBeenCalled();
});
