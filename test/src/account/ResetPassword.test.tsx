import { screen } from '@testing-library/react';
import ResetPassword from '#src/account/ResetPassword.tsx';
import { show } from '#test/src/support/show.tsx';

const client = { restored: { kind: 'none' as const }, at: '/reset-password' };
const PASSWORD = 'violet harbour spoon';

it('mails a link without saying whether the account exists', async () => {
  const requestPasswordReset = jest.fn(async () => {});
  const { user } = show(<ResetPassword />, {
    client,
    auth: { passwordReset: async () => null, requestPasswordReset },
  });
  await user.click(await screen.findByRole('button', { name: 'Send link' }));
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Enter your email address');
  await user.type(screen.getByLabelText('Email'), 'Ines@harbourline.example');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByRole('status')).toHaveTextContent('If ines@harbourline.example has an account');
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
  expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeVisible();
  expect(resetPassword).toHaveBeenCalledWith(PASSWORD);
});

it('offers a new link when the opened one has expired', async () => {
  show(<ResetPassword />, {
    client,
    auth: { passwordReset: async () => ({ state: 'expired', emailAddress: null }) },
  });
  expect(await screen.findByText(/This link has expired/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send link' })).toBeVisible();
});
