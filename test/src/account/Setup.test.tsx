import { screen, waitFor } from '@testing-library/react';
import Setup from '#src/account/Setup.tsx';
import { selectPath } from '#store/navigation/navigationSlice.ts';
import { show } from '#test/src/support/show.tsx';

const client = { restored: { kind: 'none' as const }, at: '/setup' };
const PASSWORD = 'violet harbour spoon';

async function fillIn(user: ReturnType<typeof show>['user']) {
  await user.type(await screen.findByLabelText('Name'), 'Lark & Sons');
  await user.type(screen.getByLabelText('First name'), 'Ada');
  await user.type(screen.getByLabelText('Last name'), 'Lovelace');
  await user.type(screen.getByLabelText('Email'), 'Ada@lark.example');
  await user.type(screen.getByLabelText('New password'), PASSWORD);
  await user.type(screen.getByLabelText('Repeat new password'), PASSWORD);
}
const create = () => screen.getByRole('button', { name: 'Create organisation' });

it('shows an error next to each empty field, then creates the organisation and opens Administration', async () => {
  const createOrganisation = jest.fn(async () => {});
  const { user, client: app } = show(<Setup />, {
    client,
    auth: { setup: async () => 'open', createOrganisation },
  });
  await screen.findByLabelText('Name');
  await user.click(create());
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Enter the name of your organisation');
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/Enter your email address$/);
  expect(createOrganisation).not.toHaveBeenCalled();

  await fillIn(user);
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
    'People with an email address at lark.example can be invited to your organisation.',
  );
  await user.click(create());
  await waitFor(() => expect(createOrganisation).toHaveBeenCalledTimes(1));
  expect(createOrganisation).toHaveBeenCalledWith({
    organisation: 'Lark & Sons',
    firstName: 'Ada',
    lastName: 'Lovelace',
    emailAddress: 'ada@lark.example',
    newPassword: PASSWORD,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  expect(selectPath(app.store.getState())).toBe('/setup?redirectUrl=%2Fadmin%2Fhome');
  expect(JSON.stringify(app.store.getState())).not.toContain(PASSWORD);
});

it('explains how to get a new address if the opened one does not work', async () => {
  show(<Setup />, { client, auth: { setup: async () => 'refused' } });
  expect(await screen.findByRole('heading', { name: 'This set-up address does not work' })).toBeVisible();
  expect(screen.getByText(/Restart the server/)).toHaveTextContent('bin/trellis organisation');
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
});

it('is not found if there is an organisation, even one created in the meantime', async () => {
  const setup = jest.fn<Promise<'open' | 'over'>, []>(async () => 'over').mockResolvedValueOnce('open');
  const gone = { code: 'not-found', message: 'Not found.', requestId: 'r' };
  const { user } = show(<Setup />, {
    client,
    auth: { setup, createOrganisation: () => Promise.reject({ status: 404, data: gone }) },
  });
  await fillIn(user);
  await user.click(create());
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
});
