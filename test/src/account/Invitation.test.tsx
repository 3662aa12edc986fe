import { screen } from '@testing-library/react';
import Invitation from '#src/account/Invitation.tsx';
import { show } from '#test/src/support/show.tsx';

const client = { restored: { kind: 'none' as const }, at: '/invitation' };
const details = {
  state: 'open' as const,
  organisation: 'Harbourline Logistics',
  firstName: 'Inês',
  emailAddress: 'ines@harbourline.example',
  invitedBy: 'Adaeze Okonkwo',
};
const PASSWORD = 'violet harbour spoon';

it('asks for a password twice, accepts the invitation and leads on', async () => {
  const acceptInvitation = jest.fn(async () => {});
  const { user } = show(<Invitation />, {
    client,
    auth: { invitation: async () => details, acceptInvitation },
  });
  expect(await screen.findByRole('heading', { name: 'Welcome to Harbourline Logistics' })).toBeVisible();
  expect(screen.getByText(/Adaeze Okonkwo has invited you/)).toBeVisible();
  await user.type(screen.getByLabelText('New password'), 'short');
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/Enter at least 12 characters/);
  expect(screen.getByLabelText('New password')).toHaveFocus();

  await user.clear(screen.getByLabelText('New password'));
  await user.type(screen.getByLabelText('New password'), PASSWORD);
  await user.type(screen.getByLabelText('Repeat new password'), `${PASSWORD}x`);
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  expect(screen.getByLabelText('Repeat new password')).toHaveAccessibleDescription(/passwords differ/);
  expect(acceptInvitation).not.toHaveBeenCalled();

  await user.type(screen.getByLabelText('Repeat new password'), '{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  expect(await screen.findByRole('heading', { name: 'You are in, Inês' })).toBeVisible();
  expect(acceptInvitation).toHaveBeenCalledWith(PASSWORD);
});

it('shows at the field why the server refuses a password', async () => {
  const data = {
    code: 'bad-request',
    message: 'Some values are not valid.',
    requestId: 'r',
    fields: { newPassword: 'is easy to guess' },
  };
  const { user } = show(<Invitation />, {
    client,
    auth: { invitation: async () => details, acceptInvitation: () => Promise.reject({ status: 400, data }) },
  });
  await user.type(await screen.findByLabelText('New password'), 'passwordpassword');
  await user.type(screen.getByLabelText('Repeat new password'), 'passwordpassword');
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  expect(await screen.findByText('This password is easy to guess')).toBeVisible();
});

it.each([
  ['expired', 'This invitation has expired. Invitations work for 7 days.'],
  ['revoked', 'This invitation was replaced by a newer one or withdrawn. Use the newest mail from Trellis.'],
] as const)('says that an invitation is %s and who can send another', async (state, text) => {
  show(<Invitation />, { client, auth: { invitation: async () => ({ ...details, state }) } });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText('Ask Adaeze Okonkwo for a new invitation.')).toBeVisible();
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
});
