import { screen, waitFor, within } from '@testing-library/react';
import type { Directory } from '#contract/administration/directory.ts';
import Settings from '#src/admin/settings/Settings.tsx';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { anAuditEntry } from '#test/fixtures/adminPeople.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json } from '#test/support/fakeApi.ts';

const TOKEN = {
  tokenId: 'aaaabbbbccccdddd',
  name: 'Entra ID',
  createdAt: '2026-11-09T10:00:00.000Z',
  createdBy: 'Adaeze Okonkwo',
  lastUsedAt: '2026-11-22T09:12:00.000Z',
};
const aDirectory = (over: Partial<Directory> = {}): Directory => ({
  baseUrl: 'https://trellis.example/scim/v2',
  tokens: [],
  people: 0,
  groups: [],
  changes: { data: [], names: { people: {}, departments: {}, directory: {} }, hasMore: false },
  errors: { data: [], hasMore: false },
  ...over,
});

function open(start: Partial<Directory> = {}, answers: Record<string, Answer> = {}) {
  const server = { directory: aDirectory(start), paths: [] as string[] };
  const createSecret = async (path: string, body: object) => {
    server.paths.push(path);
    const { name } = body as { name: string };
    if (server.directory.tokens.some((one) => one.name === name))
      throw {
        status: 422,
        data: {
          code: 'not-possible',
          message: 'Another token has this name.',
          fields: { name: 'is in use' },
          requestId: 'r-1',
        },
      };
    const created = {
      ...TOKEN,
      tokenId: `${server.directory.tokens.length}`.repeat(16),
      name,
      lastUsedAt: null,
    };
    server.directory = { ...server.directory, tokens: [...server.directory.tokens, created] };
    return { token: 'trellis-scim-1-shown-once', directory: server.directory };
  };
  const view = show(<Settings />, {
    client: {
      at: '/admin/settings/directory',
      user: aUser({ isAdmin: true }),
      answers: {
        'GET /api/admin/directory': () => json(server.directory),
        [`DELETE /api/admin/directory/tokens/${TOKEN.tokenId}`]: () => {
          server.directory = { ...server.directory, tokens: [] };
          return json(server.directory);
        },
        ...answers,
      },
    },
    auth: { createSecret },
  });
  return { ...view, server };
}

it('creates a token, shows it once and keeps it out of the state', async () => {
  const { user, client } = open();
  expect(await screen.findByLabelText('Address to enter in your directory')).toHaveValue(
    'https://trellis.example/scim/v2',
  );
  expect(screen.getByText('There is no token. Directory sync starts when you create one.')).toBeVisible();
  const create = screen.getByRole('button', { name: 'Create token' });
  await user.click(create);
  const dialog = await screen.findByRole('dialog', { name: 'Create token' });
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
  expect(within(dialog).getByText('Name is missing')).toBeVisible();
  await user.type(within(dialog).getByLabelText('Name'), 'Entra ID{Enter}');
  const shown = await screen.findByRole('dialog', { name: 'Copy the token' });
  expect(within(shown).getByLabelText('Token')).toHaveValue('trellis-scim-1-shown-once');
  expect(JSON.stringify(client.state())).not.toContain('shown-once');
  await user.click(within(shown).getByRole('button', { name: 'Done' }));
  expect(screen.queryByDisplayValue('trellis-scim-1-shown-once')).toBeNull();
  expect(within(screen.getByRole('list', { name: 'Tokens' })).getByText('Not used yet')).toBeVisible();
});

it('refuses a name that another token has, and offers no third token', async () => {
  const { user } = open({ tokens: [TOKEN] });
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  await user.type(screen.getByLabelText('Name'), 'Entra ID{Enter}');
  expect(await screen.findByText('Name is in use')).toBeVisible();
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Next{Enter}');
  // The button behind the dialog is gone, and the focus stays in the dialog.
  const title = await screen.findByRole('heading', { name: 'Copy the token' });
  await waitFor(() => expect(title).toHaveFocus());
  await user.tab();
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Tokens' })).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Create token' })).toBeNull();
});

it('revokes a token after a confirmation', async () => {
  const { user, client } = open({ tokens: [TOKEN] });
  const list = await screen.findByRole('list', { name: 'Tokens' });
  expect(within(list).getByText('Created by Adaeze Okonkwo on Nov 9, 2026')).toBeVisible();
  await user.click(within(list).getByRole('button', { name: 'Revoke Entra ID' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke token' }));
  expect(await screen.findByText(/There is no token/)).toBeVisible();
  await waitFor(() => expect(selectToast(client.state())?.text).toBe('The token is revoked.'));
});

it('shows the effects of groups, and the last changes with their token', async () => {
  open({
    tokens: [TOKEN],
    people: 1271,
    groups: [
      {
        groupId: 'a'.repeat(16),
        name: 'warehouse-all',
        members: 371,
        means: 'department',
        departmentName: 'Warehouses',
      },
      {
        groupId: 'b'.repeat(16),
        name: 'trellis-admins',
        members: 2,
        means: 'administrator',
        departmentName: null,
      },
      { groupId: 'c'.repeat(16), name: 'everyone', members: 1280, means: 'nothing', departmentName: null },
    ],
    changes: {
      data: [anAuditEntry({ actor: null, actorName: 'Entra ID' })],
      names: { people: {}, departments: {}, directory: {} },
      hasMore: false,
    },
  });
  expect(
    await screen.findByText('Your directory manages 1,271 people. Other people stay as they are.'),
  ).toBeVisible();
  const groups = screen.getByRole('table', { name: 'Groups of the directory' });
  expect(within(groups).getByRole('row', { name: 'warehouse-all Department Warehouses 371' })).toBeVisible();
  expect(within(groups).getByRole('row', { name: 'trellis-admins Administrator 2' })).toBeVisible();
  expect(within(groups).getByRole('row', { name: 'everyone Nothing 1,280' })).toBeVisible();
  const changes = screen.getByRole('table', { name: 'Last changes by the directory' });
  expect(within(changes).getByRole('row', { name: /Deactivated Jonah Reyes Entra ID/ })).toBeVisible();
});

it('shows the directory’s refused requests', async () => {
  const error = {
    tokenName: 'Entra ID',
    status: 400,
    times: 3,
    firstAt: '2026-11-21T09:12:00.000Z',
    lastAt: '2026-11-22T09:12:00.000Z',
  };
  const domain = 'The email address must be on a domain of your organisation.';
  open({
    errors: {
      data: [
        { ...error, errorId: '1', request: 'POST /Users', subject: 'x@elsewhere.example', detail: domain },
        {
          ...error,
          errorId: '2',
          request: 'PATCH /Groups',
          subject: null,
          detail: 'Not found.',
          status: 404,
        },
      ],
      hasMore: true,
    },
  });
  const errors = within(await screen.findByRole('table', { name: 'Errors in the last 7 days' }));
  expect(errors.getByText('x@elsewhere.example was not added')).toBeVisible();
  expect(errors.getByText(domain)).toBeVisible();
  expect(errors.getByText('A group was not changed')).toBeVisible();
  expect(screen.getByText('Older errors are not shown.')).toBeVisible();
});

it('offers a retry if the settings fail to load', async () => {
  let isDown = true;
  const { user } = open(
    {},
    {
      'GET /api/admin/directory': () =>
        isDown ? json({ code: 'internal', message: 'Down', requestId: 'r-1' }, 500) : json(aDirectory()),
    },
  );
  expect(await screen.findByText('The settings of directory sync did not load')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Connection' })).toBeVisible();
});
