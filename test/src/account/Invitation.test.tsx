import { screen } from '@testing-library/react';
import Invitation from '#src/account/Invitation.tsx';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';

const client = { restored: { kind: 'none' as const }, at: '/invitation' };
const details = {
  state: 'open' as const,
  organisation: 'Harbourline Logistics',
  firstName: 'Inês',
  emailAddress: 'ines@harbourline.example',
  invitedBy: 'Adaeze Okonkwo',
  signOn: 'off' as const,
};
const PASSWORD = 'violet harbour spoon';

it('requires the password twice, accepts the invitation and opens the next page', async () => {
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
  expect(screen.getByLabelText('Repeat new password')).toHaveAccessibleDescription(/passwords differ/);
  expect(screen.getByLabelText('New password')).toHaveFocus();
  expect(await screen.findByText('Password strength: Too short')).toBeVisible();

  await user.clear(screen.getByLabelText('New password'));
  await user.type(screen.getByLabelText('New password'), PASSWORD);
  await user.type(screen.getByLabelText('Repeat new password'), `${PASSWORD}x`);
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  expect(screen.getByLabelText('Repeat new password')).toHaveAccessibleDescription(/passwords differ/);
  expect(acceptInvitation).not.toHaveBeenCalled();

  await user.type(screen.getByLabelText('Repeat new password'), '{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  expect(await screen.findByRole('heading', { name: 'Welcome, Inês' })).toBeVisible();
  expect(acceptInvitation).toHaveBeenCalledWith(PASSWORD);
});

it('shows next to the field why the server refuses a password', async () => {
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

it('does not welcome a person again who opens the accepted invitation later', async () => {
  const used = { ...details, state: 'used' as const };
  const user = aUser({ emailAddress: details.emailAddress });
  show(<Invitation />, { client: { user, at: '/invitation' }, auth: { invitation: async () => used } });
  expect(await screen.findByText('You have accepted this invitation, and you are signed in.')).toBeVisible();
});

it.each([
  ['expired', 'This invitation has expired. Invitations work for 7 days.'],
  ['revoked', 'This invitation was replaced by a newer one or withdrawn. Use the newest email from Trellis.'],
] as const)('shows that an invitation is %s and who can send another', async (state, text) => {
  show(<Invitation />, { client, auth: { invitation: async () => ({ ...details, state }) } });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText('Ask Adaeze Okonkwo for a new invitation.')).toBeVisible();
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
});

it.each([
  ['off', 'Sign in with your password.'],
  ['enforced', 'Sign in with your work account.'],
] as const)(
  'says how to sign in after the invitation was accepted, when single sign-on is %s',
  async (signOn, text) => {
    const used = { ...details, state: 'used' as const, signOn };
    show(<Invitation />, { client, auth: { invitation: async () => used } });
    expect(await screen.findByText(`This invitation has already been accepted. ${text}`)).toBeVisible();
  },
);

it('can be accepted by single sign-on, in addition to a password or instead of one', async () => {
  const startSignOn = jest.fn(async () => {});
  const allowed = { ...details, signOn: 'allowed' as const };
  const first = show(<Invitation />, { client, auth: { invitation: async () => allowed, startSignOn } });
  await first.user.click(await screen.findByRole('button', { name: 'Continue with single sign-on' }));
  expect(startSignOn).toHaveBeenCalledWith('ines@harbourline.example', null);
  expect(screen.getByLabelText('New password')).toBeVisible();
  first.unmount();
  const enforced = { ...details, signOn: 'enforced' as const };
  show(<Invitation />, { client, auth: { invitation: async () => enforced, startSignOn } });
  expect(await screen.findByRole('button', { name: 'Continue with single sign-on' })).toBeVisible();
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
});
