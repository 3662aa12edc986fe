import { screen, waitFor, within } from '@testing-library/react';
import type { Device } from '#contract/access/account.ts';
import Devices from '#src/profile/devices/Devices.tsx';
import { aProfile } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

const device = (over: Partial<Device>): Device => ({
  id: 'a1b2c3d4e5f6a7b8',
  isCurrent: false,
  browser: 'Firefox on Linux',
  signedInAt: '2026-11-02T08:00:00.000Z',
  lastUsedAt: '2026-11-19T05:03:00.000Z',
  ...over,
});
const here = device({ id: 'aaaaaaaaaaaaaaaa', isCurrent: true, browser: 'Chrome on Windows' });
const phone = device({ id: 'bbbbbbbbbbbbbbbb', browser: 'Safari on iOS' });
const NEW_PASSWORD = 'violet harbour spoon';

function open(auth: NonNullable<Parameters<typeof show>[1]>['auth'] = {}) {
  let devices = [here, phone, device({ browser: null })];
  const answers = {
    'GET /api/profile': () => json(aProfile()),
    'GET /api/auth/sessions': () => json({ data: devices }),
    'GET /api/auth/passkeys': () => json({ data: [], addRefusal: null }),
    [`DELETE /api/auth/sessions/${phone.id}`]: () => {
      devices = devices.filter(({ id }) => id !== phone.id);
      return new Response(null, { status: 204 });
    },
    'DELETE /api/auth/sessions': () => {
      devices = [here];
      return new Response(null, { status: 204 });
    },
  };
  return show(<Devices />, { client: { answers, at: '/profile/devices' }, auth });
}
async function enterPasswords(
  user: ReturnType<typeof open>['user'],
  [current, next, again]: [string, string, string],
) {
  await user.type(await screen.findByLabelText('Current password'), current);
  await user.type(screen.getByLabelText('New password'), next);
  await user.type(screen.getByLabelText('Repeat new password'), again);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
}

it('lists the devices and marks the current one, which cannot be signed out here', async () => {
  open();
  expect(await screen.findByText(/You are signed in on 3 devices/)).toBeVisible();
  const [first, second, third] = screen.getAllByRole('listitem').map((row) => within(row));
  expect(first?.getByText('This device')).toBeVisible();
  expect(first?.queryByRole('button')).not.toBeInTheDocument();
  expect(second?.getByText(/^Last used Nov 19, 2026/)).toBeVisible();
  expect(third?.getByText('Unknown browser')).toBeVisible();
});

it('signs out one device', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Sign out: Safari on iOS' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument();
});

it('signs out all other devices', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('You are signed in on this device only.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
});

it('shows which device could not be signed out', async () => {
  const { user, client } = open();
  client.api.on(`DELETE /api/auth/sessions/${phone.id}`, () => problem(503, 'unavailable'));
  await user.click(await screen.findByRole('button', { name: 'Sign out: Safari on iOS' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Safari on iOS was not signed out.');
});

it('changes the password, and keeps it out of the state', async () => {
  const changePassword = jest.fn(async () => {});
  const { user, client } = open({ changePassword });
  await enterPasswords(user, ['my old harbour', NEW_PASSWORD, NEW_PASSWORD]);
  expect(await screen.findByText(/^Your password is changed/)).toBeVisible();
  expect(changePassword).toHaveBeenCalledWith({
    currentPassword: 'my old harbour',
    newPassword: NEW_PASSWORD,
  });
  expect(screen.getByLabelText('Current password')).toHaveValue('');
  expect(JSON.stringify(client.state())).not.toContain('harbour');
});

it('requires the current password and the same new password twice before it sends anything', async () => {
  const changePassword = jest.fn(async () => {});
  const { user } = open({ changePassword });
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  expect(screen.getByLabelText('Current password')).toHaveFocus();
  expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
    'Enter your current password',
  );
  await enterPasswords(user, ['my old harbour', NEW_PASSWORD, 'another one here']);
  expect(screen.getByLabelText('Repeat new password')).toHaveFocus();
  expect(changePassword).not.toHaveBeenCalled();
});

it.each([
  ['Current password', { currentPassword: 'is not correct' }, 'This password is not correct'],
  ['New password', { newPassword: 'is easy to guess' }, /This password is easy to guess/],
])('shows next to the field %s why the server refused it', async (label, fields, text) => {
  const data = { code: 'bad-request', message: 'Check your input', requestId: 'r-1', fields };
  const { user } = open({ changePassword: () => Promise.reject({ status: 400, data }) });
  await enterPasswords(user, ['my old harbour', NEW_PASSWORD, NEW_PASSWORD]);
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringMatching(text) as never);
});

it('hides the password change if the account uses no password, also while that is not known yet', async () => {
  const loaded = Promise.withResolvers<void>();
  const { client } = open();
  client.api.on('GET /api/auth/passkeys', async () => {
    await loaded.promise;
    return json({ data: [], addRefusal: 'single-sign-on' });
  });
  expect(await screen.findByText(/You are signed in on 3 devices/)).toBeVisible();
  expect(screen.queryByLabelText('Current password')).toBeNull();
  loaded.resolve();
  expect(await screen.findByText(/requires single sign-on/)).toBeVisible();
  expect(screen.queryByLabelText('Current password')).toBeNull();
});

it('offers the password change if the passkeys did not load', async () => {
  const { client } = open();
  client.api.on('GET /api/auth/passkeys', () => problem(503, 'unavailable'));
  expect(await screen.findByText('Your passkeys did not load')).toBeVisible();
  expect(screen.getByLabelText('Current password')).toBeVisible();
});
