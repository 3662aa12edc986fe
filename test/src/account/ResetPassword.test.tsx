import { act, screen } from '@testing-library/react';
import ResetPassword from '#src/account/ResetPassword.tsx';
import { locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';

const client = { restored: { kind: 'none' as const }, at: '/reset-password' };
const PASSWORD = 'violet harbour spoon';

it('mails a link without revealing whether the account exists', async () => {
  const requestPasswordReset = jest.fn(async () => {});
  const { user } = show(<ResetPassword />, {
    client,
    auth: { passwordReset: async () => null, requestPasswordReset },
  });
  expect(await screen.findByLabelText('Email')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Enter your email address');
  await user.type(screen.getByLabelText('Email'), 'Ines@harbourline.example');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  // The focused form is gone.
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent('If ines@harbourline.example has an account');
  expect(requestPasswordReset).toHaveBeenCalledWith('ines@harbourline.example');
});

it('sets a new password with the opened link', async () => {
  const resetPassword = jest.fn(async () => {});
  const { user } = show(<ResetPassword />, {
    client,
    auth: {
      passwordReset: async () => ({ state: 'open', emailAddress: 'ines@harbourline.example' }),
      resetPassword,
    },
  });
  await user.type(await screen.findByLabelText('New password'), PASSWORD);
  await user.type(screen.getByLabelText('Repeat new password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  expect(await screen.findByRole('heading', { name: 'Password changed' })).toHaveFocus();
  expect(resetPassword).toHaveBeenCalledWith(PASSWORD);
});

it('uses the next link that is opened in the same tab', async () => {
  let state: 'expired' | 'open' = 'expired';
  const { client: opened } = show(<ResetPassword />, {
    client,
    auth: { passwordReset: async () => ({ state, emailAddress: 'ines@harbourline.example' }) },
  });
  expect(await screen.findByText(/This link has expired/)).toBeVisible();
  state = 'open';
  const { store } = opened;
  const location = { ...selectLocation(store.getState()), key: 'next' };
  act(() => void store.dispatch(locationChanged({ location, kind: 'POP' })));
  expect(await screen.findByLabelText('New password')).toBeVisible();
});

it('shows that passkeys still work after the new password, and removes one', async () => {
  const key = { name: 'Old phone', createdAt: '2026-11-02T08:00:00.000Z', lastUsedAt: null };
  let data = [
    { ...key, id: 'key-1' },
    { ...key, id: 'key-2', name: 'Work laptop' },
  ];
  const { user } = show(<ResetPassword />, {
    client: {
      at: '/reset-password',
      answers: {
        'GET /api/auth/passkeys': () => json({ data, addRefusal: null }),
        'DELETE /api/auth/passkeys/key-1': () => {
          data = data.slice(1);
          return new Response(null, { status: 204 });
        },
      },
    },
    auth: {
      passwordReset: async () => ({ state: 'open', emailAddress: 'ines@harbourline.example' }),
      resetPassword: async () => {},
    },
  });
  await user.type(await screen.findByLabelText('New password'), PASSWORD);
  await user.type(screen.getByLabelText('Repeat new password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  expect(await screen.findByRole('heading', { name: 'Your 2 passkeys still work' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove: Old phone' }));
  await user.click(await screen.findByRole('button', { name: 'Remove passkey' }));
  expect(await screen.findByRole('heading', { name: 'Your passkey still works' })).toBeVisible();
});

it('offers a new link when the opened one has expired', async () => {
  show(<ResetPassword />, {
    client,
    auth: { passwordReset: async () => ({ state: 'expired', emailAddress: null }) },
  });
  expect(await screen.findByText(/This link has expired/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send link' })).toBeVisible();
});
