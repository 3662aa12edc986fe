import { act, screen, waitFor, within } from '@testing-library/react';
import type { OwnDataRequests } from '#contract/administration/dataRequests.ts';
import type { Visibility } from '#contract/team.ts';
import MyData from '#src/profile/my-data/MyData.tsx';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { aProfile } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

const max = { userId: 9, firstName: 'Max', lastName: 'Mustermann', initials: 'MM', userAvatar: null };
const lena = { userId: 7, firstName: 'Lena', lastName: 'Larsen', initials: 'LL', userAvatar: null };
const visibility: Visibility = {
  subject: lena,
  viewer: max,
  access: { relation: 'manager', since: '2026-01-05', until: null, readableUntil: null },
  things: [
    { thing: 'Shared objectives', isVisible: true, isPerItem: true, rule: 'The owner decides.', count: 2 },
    { thing: 'Check-ins', isVisible: true, isPerItem: true, rule: 'The author chooses.', count: 0 },
    { thing: 'Coaching sessions', isVisible: true, isPerItem: false, rule: 'Dates.', count: 0 },
    {
      thing: 'Chats with other people',
      isVisible: false,
      isPerItem: false,
      rule: 'Only the two people.',
      count: null,
    },
  ],
};
const made: NonNullable<OwnDataRequests['export']> = {
  requestId: 'aaaaaaaaaaaaaaaa',
  state: 'done',
  requestedAt: '2026-11-21T10:00:00.000Z',
  percent: 100,
  readyAt: '2026-11-21T10:05:00.000Z',
  availableUntil: '2026-11-28T10:05:00.000Z',
  bytes: 18_000_000,
  fileName: 'trellis-export-2026-11-21.zip',
};
const erasure: NonNullable<OwnDataRequests['erasure']> = {
  requestId: 'bbbbbbbbbbbbbbbb',
  state: 'waiting',
  requestedAt: '2026-11-21T10:00:00.000Z',
  dueAt: '2026-12-05T10:00:00.000Z',
};
const keptFor: OwnDataRequests['keptFor'] = {
  checkInDays: 730,
  deactivatedDays: null,
  mailRecordDays: 30,
  linkRecordDays: 30,
};

function open(
  own: Partial<OwnDataRequests> = {},
  auth: NonNullable<Parameters<typeof show>[1]>['auth'] = {},
) {
  const stored: OwnDataRequests = { export: null, erasure: null, confirmation: 'password', keptFor, ...own };
  const answers = {
    'GET /api/profile': () => json(aProfile()),
    'GET /api/profile/visibility': () => json({ data: [visibility] }),
    'GET /api/profile/account-history': () =>
      json({ data: [{ at: '2026-11-18T14:11:00.000Z', actor: max, action: 'person.changed' }] }),
    'GET /api/data-requests': () => json(stored),
    'POST /api/data-requests/export': () => {
      stored.export = {
        ...made,
        state: 'running',
        percent: 40,
        readyAt: null,
        availableUntil: null,
        bytes: null,
      };
      return json(stored, 202);
    },
    'DELETE /api/data-requests/erasure': () => {
      stored.erasure = null;
      return json(stored);
    },
  };
  return { stored, ...show(<MyData />, { client: { answers, at: '/profile/my-data' }, auth }) };
}

it('starts with the export and the erasure, and links lead to their buttons', async () => {
  open({ export: made, erasure });
  const targetOf = (name: string) =>
    screen.getByRole('button', { name }).closest('#data-export, #data-erasure')?.id;
  await screen.findByRole('heading', { name: 'Who can see what' });
  expect(await screen.findByRole('button', { name: 'Download' })).toBeInTheDocument();
  expect([targetOf('Download'), targetOf('Keep my data')]).toEqual(['data-export', 'data-erasure']);
  expect(
    screen
      .getAllByRole('heading', { level: 2 })
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(['Export your data', 'Erase your data', 'Who can see what']);
});

it('shows who can see what, with the rule that decides it', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Who can see what about you' });
  const cells = (name: RegExp) =>
    within(within(table).getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(within(table).getByRole('columnheader', { name: 'Manager: Max Mustermann' })).toBeInTheDocument();
  expect(cells(/^Shared objectives/)).toEqual(['Yes (2)']);
  expect(cells(/^Check-ins/)).toEqual(['Yes (none shared so far)']);
  expect(cells(/^Coaching sessions/)).toEqual(['Yes (0 so far)']);
  expect(cells(/^Chats with other people/)).toEqual(['No']);
});

it('lists changes to the account by other people', async () => {
  open();
  expect(await screen.findByText('changed your account', { exact: false })).toHaveTextContent(
    'Max Mustermann changed your account',
  );
});

it('says how long the organisation keeps each kind of data', async () => {
  open();
  const kept = (await screen.findByRole('heading', { name: 'How long your data is kept' })).closest(
    'section',
  )!;
  expect(within(kept).getByText('2 years from their first day')).toBeVisible();
  expect(within(kept).getByText('Until your data is erased')).toBeVisible();
});

it('requests an export, shows its progress, and offers the download when it is ready', async () => {
  const { user, stored, client } = open();
  await user.click(await screen.findByRole('button', { name: 'Request export' }));
  await waitFor(() =>
    expect(selectToast(client.store.getState())?.text).toBe('Your export is being prepared.'),
  );
  expect(await screen.findByRole('progressbar', { name: 'Your export is being prepared' })).toHaveAttribute(
    'value',
    '40',
  );
  expect(screen.queryByRole('button', { name: 'Request new export' })).not.toBeInTheDocument();
  stored.export = made;
  expect(await screen.findByRole('button', { name: 'Download' }, { timeout: 5_000 })).toBeVisible();
  expect(screen.getByText(/^18 MB · Ready since .* · Available until Nov 28, 2026$/)).toBeVisible();
});

it('shows why a download failed', async () => {
  const data = { code: 'not-found', message: 'It is gone', requestId: 'r-1' };
  const { user } = open({ export: made }, { downloadExport: () => Promise.reject({ status: 404, data }) });
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The export was not downloaded. It is gone');
});

it('requires the password for an erasure, keeps it out of the state, and shows how long it can be cancelled', async () => {
  const requestErasure = jest.fn(async () => ({ export: null, erasure, confirmation: 'password', keptFor }));
  const { user, client } = open({}, { requestErasure });
  await user.click(await screen.findByRole('button', { name: 'Request erasure' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Erase your data?' }));
  await user.click(dialog.getByRole('button', { name: 'Erase my data in 14 days' }));
  expect(dialog.getByLabelText('Current password')).toHaveAccessibleDescription(
    'Enter your current password',
  );
  await user.type(dialog.getByLabelText('Current password'), 'my old harbour');
  await user.click(dialog.getByRole('button', { name: 'Erase my data in 14 days' }));
  expect(await screen.findByText(/will be deleted on Dec 5, 2026/)).toBeVisible();
  expect(requestErasure).toHaveBeenCalledWith('my old harbour');
  expect(JSON.stringify(client.state())).not.toContain('my old harbour');
  expect(client.state().session.user?.erasesAt).toBe(erasure.dueAt);
  expect(selectToast(client.state())?.text).toBe('Your data will be deleted on Dec 5, 2026.');
});

it('shows a wrong password next to the field', async () => {
  const data = {
    code: 'bad-request',
    message: 'Check the fields',
    requestId: 'r-1',
    fields: { currentPassword: 'is not correct' },
  };
  const { user } = open({}, { requestErasure: () => Promise.reject({ status: 400, data }) });
  await user.click(await screen.findByRole('button', { name: 'Request erasure' }));
  await user.type(screen.getByLabelText('Current password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Erase my data in 14 days' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
      'This password is not correct',
    ),
  );
});

it('asks again on the address to which a new sign-in returns', async () => {
  const { client } = open({ confirmation: 'none' });
  await screen.findByRole('button', { name: 'Request erasure' });
  act(() => client.visit('/profile/my-data?ask=erasure'));
  expect(await screen.findByRole('dialog', { name: 'Erase your data?' })).toBeVisible();
});

it('says that an erasure was not possible', async () => {
  open({ erasureFailedAt: '2026-11-20T10:00:00.000Z' });
  expect(await screen.findByText(/The erasure on Nov 20, 2026 was not possible/)).toBeVisible();
});

it('cancels an erasure', async () => {
  const { user } = open({ erasure });
  await user.click(await screen.findByRole('button', { name: 'Keep my data' }));
  expect(await screen.findByRole('button', { name: 'Request erasure' })).toBeVisible();
});

it('shows when the export cannot be requested', async () => {
  const { user, client } = open();
  client.api.on('POST /api/data-requests/export', () => problem(503, 'unavailable'));
  await user.click(await screen.findByRole('button', { name: 'Request export' }));
  expect(await screen.findByRole('alert')).toBeVisible();
});

it('requires a new sign-in from people without a password, and nothing soon after one', async () => {
  const signInAgain = jest.fn(async () => {});
  const requestErasure = jest.fn(async () => ({ export: null, erasure, confirmation: 'none', keptFor }));
  const { user, stored, client } = open({ confirmation: 'sign-on' }, { signInAgain, requestErasure });
  await user.click(await screen.findByRole('button', { name: 'Request erasure' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Erase your data?' }));
  expect(dialog.queryByLabelText('Current password')).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Erase my data in 14 days' })).toBeNull();
  stored.confirmation = 'none';
  await user.click(dialog.getByRole('button', { name: 'Continue with single sign-on' }));
  const email = client.state().session.user?.emailAddress;
  expect(signInAgain).toHaveBeenCalledWith(email, '/profile/my-data?ask=erasure');
  await user.click(await dialog.findByRole('button', { name: 'Erase my data in 14 days' }));
  expect(await screen.findByText(/will be deleted on Dec 5, 2026/)).toBeVisible();
  expect(requestErasure).toHaveBeenCalledWith(null);
});

it('requires a new sign-in if the last one is too old', async () => {
  const data = { code: 'not-possible', message: 'Your sign-in is older than 10 minutes.', requestId: 'r' };
  const { user, stored } = open(
    { confirmation: 'none' },
    { requestErasure: () => Promise.reject({ status: 422, data }) },
  );
  await user.click(await screen.findByRole('button', { name: 'Request erasure' }));
  stored.confirmation = 'passkey';
  await user.click(screen.getByRole('button', { name: 'Erase my data in 14 days' }));
  expect(await screen.findByText('Your sign-in is older than 10 minutes.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeVisible();
});
