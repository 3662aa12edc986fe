import { screen, waitFor, within } from '@testing-library/react';
import type { Passkeys as AllPasskeys, Passkey } from '#contract/access/passkeys.ts';
import { Passkeys } from '#src/profile/devices/Passkeys.tsx';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

const laptop: Passkey = {
  id: 'key-1',
  name: 'Work laptop',
  createdAt: '2026-11-02T08:00:00.000Z',
  lastUsedAt: null,
};

function open(passkeys: Passkey[], addPasskey: () => Promise<void> = async () => {}) {
  const stored = { passkeys, addRefusal: null as AllPasskeys['addRefusal'] };
  const answers = {
    'GET /api/auth/passkeys': () => json({ data: stored.passkeys, addRefusal: stored.addRefusal }),
    'DELETE /api/auth/passkeys/key-1': () => {
      stored.passkeys = [];
      return new Response(null, { status: 204 });
    },
  };
  const auth = { addPasskey: jest.fn(addPasskey) };
  return { ...show(<Passkeys />, { client: { answers, at: '/profile/devices' }, auth }), auth, stored };
}
async function fillIn(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }));
  await user.type(dialog.getByLabelText('Name'), 'Work laptop');
  await user.type(dialog.getByLabelText('Current password'), 'my old harbour');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  return dialog;
}

it('adds a passkey with the current password, and keeps the password out of the state', async () => {
  const { user, client, auth, stored } = open([], async () => void stored.passkeys.push(laptop));
  expect(await screen.findByText('You have no passkey yet.')).toBeVisible();
  await fillIn(user);
  expect(await screen.findByText('Not used yet, added Nov 2, 2026')).toBeVisible();
  expect(auth.addPasskey).toHaveBeenCalledWith({ name: 'Work laptop', currentPassword: 'my old harbour' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(selectToast(client.state())?.text).toBe('The passkey is added.');
  expect(JSON.stringify(client.state())).not.toContain('harbour');
});

it('requires a name and the password before it sends anything', async () => {
  const { user, auth } = open([]);
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(
    /Enter a name, such as the name of your device$/,
  );
  expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
    'Enter your current password',
  );
  expect(auth.addPasskey).not.toHaveBeenCalled();
});

const fields = { currentPassword: 'is not correct' };
it.each([
  ['the password is not correct', { status: 400, data: { code: 'x', message: 'x', requestId: 'r', fields } }],
  ['the device already has a passkey', new DOMException('', 'InvalidStateError')],
])('shows why nothing was added when %s', async (_when, error) => {
  const { user } = open([], () => Promise.reject(error));
  const dialog = await fillIn(user);
  expect(
    await dialog.findByText(
      /^This (password is not correct|device already has a passkey for your account\.)$/,
    ),
  ).toBeVisible();
});

it('asks before it removes a passkey, and shows in the dialog that it was not removed', async () => {
  const { user, client } = open([laptop]);
  const remove = await screen.findByRole('button', { name: 'Remove: Work laptop' });
  const answer = client.api.answerTo('DELETE /api/auth/passkeys/key-1');
  client.api.on('DELETE /api/auth/passkeys/key-1', () => problem(503, 'unavailable'));
  await user.click(remove);
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Work laptop?' }));
  expect(client.api.asked('DELETE /api/auth/passkeys/key-1')).toBe(0);
  await user.click(dialog.getByRole('button', { name: 'Remove passkey' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  client.api.on('DELETE /api/auth/passkeys/key-1', answer);
  await user.click(dialog.getByRole('button', { name: 'Remove passkey' }));
  await waitFor(() => expect(screen.getByText('You have no passkey yet.')).toBeVisible());
});

it.each([
  ['single-sign-on', /requires single sign-on/],
  ['no-password', /need a password before/],
  ['limit', /^You have 20 passkeys/],
] as const)('shows why no passkey can be added: %s', async (addRefusal, text) => {
  const { stored } = open([laptop]);
  stored.addRefusal = addRefusal;
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove: Work laptop' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});
