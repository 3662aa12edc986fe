import { act, screen, waitFor, within } from '@testing-library/react';
import type { PeopleImport } from '#contract/administration/import.ts';
import People from '#src/admin/people/People.tsx';
import { selectOpenChannel } from '#store/chat/widgetSelectors.ts';
import { anAdminPerson, aPeoplePage } from '#test/fixtures/adminPeople.ts';
import { aUser } from '#test/fixtures/people.ts';
import { anImport } from '#test/fixtures/peopleImport.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

const page = (...args: Parameters<typeof aPeoplePage>) => json(aPeoplePage(...args));
const jonah = anAdminPerson();
const zoe = anAdminPerson({ userId: 22, firstName: 'Zoe', lastName: 'Adler', directReports: 3 });
const ines = anAdminPerson({
  userId: 23,
  firstName: 'Inês',
  lastName: 'Duarte',
  status: 'invited',
  lastActiveAt: null,
  invitation: {
    state: 'pending',
    sentAt: '2026-11-18T09:00:00.000Z',
    expiresAt: '2026-11-25T09:00:00.000Z',
  },
});
const departments = {
  data: [
    { departmentId: 4, name: 'Service desk', parentId: 5, head: null, direct: 2, total: 2 },
    { departmentId: 5, name: 'Customer care', parentId: null, head: null, direct: 1, total: 3 },
  ],
  withoutDepartment: 0,
  people: 3,
};
const open = (answers: Record<string, Answer> = {}, at = '/admin/people') =>
  show(<People />, {
    client: {
      at,
      user: aUser({ isAdmin: true }),
      answers: {
        'GET /api/admin/people': () => page([jonah, zoe, ines]),
        'GET /api/admin/departments': () => json(departments),
        'GET /api/admin/people/bulk': () => json({ data: [] }),
        ...answers,
      },
    },
  });
type Opened = ReturnType<typeof open>;
/** The queries of the calls for the table. */
const asked = ({ client }: Opened) =>
  client.api.requests
    .map(({ method, url }) => ({ method, url: new URL(url) }))
    .filter(({ method, url }) => method === 'GET' && url.pathname === '/api/admin/people')
    .map(({ url }) => url.search);
const bodiesOf = async ({ client }: Opened, path: string) =>
  Promise.all(
    client.api.requests
      .filter(({ method, url }) => method === 'POST' && new URL(url).pathname === path)
      .map((request) => request.clone().json() as Promise<Record<string, unknown>>),
  );
const table = () => screen.findByRole('table', { name: 'People' });

it('links to an import that is running, and shows its people when it ends', async () => {
  const importing = { state: 'applying' as PeopleImport['state'] };
  open({
    'GET /api/admin/people': () => page(importing.state === 'done' ? [jonah, zoe] : [jonah]),
    'GET /api/admin/people/import': () => json({ data: anImport(importing) }),
  });
  const link = await screen.findByRole('link', { name: 'Show progress' });
  expect(link.closest('.note')).toHaveTextContent('An import is running.');
  expect(screen.queryByRole('link', { name: 'Zoe Adler' })).toBeNull();
  importing.state = 'done';
  expect(await screen.findByRole('link', { name: 'Zoe Adler' }, { timeout: 3_000 })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Show progress' })).toBeNull();
});

it('searches the organisation’s people on the server and keeps the text in the address', async () => {
  const { user, client } = open({
    'GET /api/admin/people': ({ url }) =>
      new URL(url).searchParams.get('search') === 'zo' ? page([zoe]) : page([jonah]),
  });
  expect(within(await table()).getByRole('link', { name: 'Jonah Reyes' })).toHaveAttribute(
    'href',
    '/admin/people/21',
  );
  await user.type(screen.getByRole('searchbox', { name: 'Search people in the organisation' }), 'zo');
  expect(await screen.findByRole('link', { name: 'Zoe Adler' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Jonah Reyes' })).toBeNull();
  expect(client.store.getState().navigation.location.search).toBe('?search=zo');
});

it('loads the next page with the cursor of the previous page', async () => {
  const { user } = open({
    'GET /api/admin/people': ({ url }) =>
      new URL(url).searchParams.get('after') === 'c-1' ? page([zoe], 2) : page([jonah], 2, 'c-1'),
  });
  await user.click(await screen.findByRole('button', { name: 'Load more people' }));
  expect(await screen.findByRole('link', { name: 'Zoe Adler' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Jonah Reyes' })).toBeInTheDocument();
  expect(screen.getByText('2 people: 2 active')).toBeInTheDocument();
});

it('filters by the department, status, role and manager in the address, and clears them', async () => {
  const view = open(
    { 'GET /api/admin/people/9': () => problem(404, 'not-found') },
    '/admin/people?department=4&status=invited&role=learner&manager=9',
  );
  await table();
  expect(asked(view).at(-1)).toBe('?department=4&status=invited&role=learner&manager=9');
  expect(
    await screen.findByRole('combobox', { name: 'Department: Customer care / Service desk' }),
  ).toBeVisible();
  await view.user.selectOptions(screen.getByRole('combobox', { name: 'Status:' }), 'All');
  await waitFor(() => expect(asked(view).at(-1)).toContain('status=all'));
  await view.user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(view.client.store.getState().navigation.location.search).toBe(''));
});

it('hides the head of a column on narrow screens together with its cells, whichever columns are chosen', async () => {
  open({}, '/admin/people?without=department,manager');
  const [head, first] = within(await table()).getAllByRole('row');
  const narrowed = (row: HTMLElement | undefined) =>
    [...(row?.children ?? [])].map((cell) => cell.classList.contains('of-wider'));
  expect(narrowed(head)).toEqual([false, false, true, false, false, false]);
  expect(narrowed(first)).toEqual(narrowed(head));
});

it('finds the department of the filter by a part of its path', async () => {
  const view = open();
  await table();
  await view.user.click(screen.getByRole('combobox', { name: 'Department' }));
  const options = async () =>
    within(await screen.findByRole('listbox', { name: 'Department' })).getAllByRole('option');
  expect(await options()).toHaveLength(4);
  await view.user.type(screen.getByRole('combobox', { name: 'Find a department' }), 'desk');
  expect((await options()).map(({ textContent }) => textContent)).toEqual(['Customer care / Service desk']);
  await view.user.keyboard('{Enter}');
  await waitFor(() => expect(asked(view).at(-1)).toBe('?department=4'));
});

it('sorts by a column, and reverses the order on the second click', async () => {
  const view = open();
  await table();
  const head = (name: string) => screen.getByRole('columnheader', { name });
  expect(head('Person')).toHaveAttribute('aria-sort', 'ascending');
  await view.user.click(screen.getByRole('button', { name: 'Last visit' }));
  await waitFor(() => expect(head('Last visit')).toHaveAttribute('aria-sort', 'descending'));
  await view.user.click(screen.getByRole('button', { name: 'Last visit' }));
  await waitFor(() => expect(asked(view).at(-1)).toBe('?sort=activity&order=asc'));
  expect(head('Person')).not.toHaveAttribute('aria-sort');
});

it('hides a column that is switched off, and keeps the choice in the address', async () => {
  const { user, client } = open();
  await table();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Manager' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Manager' })).toBeNull());
  expect(client.store.getState().navigation.location.search).toBe('?without=manager');
});

it('shows that no person matches, and clears search and filters', async () => {
  const { user } = open(
    { 'GET /api/admin/people': ({ url }) => (url.includes('search') ? page([]) : page([jonah])) },
    '/admin/people?search=xyz&status=active',
  );
  expect(await screen.findByRole('heading', { name: 'No people match' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  expect(await screen.findByRole('link', { name: 'Jonah Reyes' })).toBeInTheDocument();
});

it('shows why the people failed to load, and loads them again', async () => {
  const { user, client } = open({ 'GET /api/admin/people': () => problem(503, 'unavailable') });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  client.api.on('GET /api/admin/people', () => page([jonah]));
  await user.click(retry);
  expect(await screen.findByRole('link', { name: 'Jonah Reyes' })).toBeInTheDocument();
});

it('moves between rows with the arrow keys and selects with Space, and ranges with Shift', async () => {
  const { user } = open();
  await table();
  const link = (name: string) => screen.getByRole('link', { name });
  expect([link('Jonah Reyes').tabIndex, link('Zoe Adler').tabIndex]).toEqual([0, -1]);
  act(() => link('Jonah Reyes').focus());
  await user.keyboard(' {ArrowDown}{ArrowDown}');
  expect(link('Inês Duarte')).toHaveFocus();
  await user.keyboard('{Shift>} {/Shift}');
  const bar = screen.getByRole('region', { name: 'Actions for the selection' });
  expect(within(bar).getByText('3 selected')).toBeInTheDocument();
  await user.keyboard('{F6}');
  expect(bar).toContainElement(document.activeElement as HTMLElement);
  act(() => link('Inês Duarte').focus());
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Actions for the selection' })).toBeNull();
});

it('selects no one of the earlier filter while the people of the new one load, or if they fail to load', async () => {
  const answer = Promise.withResolvers<Response>();
  const { user, client } = open(
    {
      'GET /api/admin/people': ({ url }) =>
        url.includes('role=admin') ? answer.promise : page([jonah, zoe]),
    },
    '/admin/people?role=learner',
  );
  await table();
  await user.selectOptions(screen.getByRole('combobox', { name: /^Role:/ }), 'Administrator');
  await waitFor(() => expect(client.api.requests.some(({ url }) => url.includes('role=admin'))).toBe(true));
  const selectNobody = async () => {
    for (const box of screen.getAllByRole('checkbox')) {
      expect(box).toHaveAttribute('aria-disabled', 'true');
      await user.click(box);
      expect(box).not.toBeChecked();
    }
    act(() => screen.getByRole('link', { name: 'Jonah Reyes' }).focus());
    await user.keyboard(' {Control>}a{/Control}');
    expect(screen.queryByRole('region', { name: 'Actions for the selection' })).toBeNull();
  };
  await selectNobody();
  answer.resolve(problem(503, 'unavailable'));
  expect(await screen.findByText('The people did not load')).toBeVisible();
  expect(screen.getByText(/^These people match your earlier search or filters/)).toBeVisible();
  await selectNobody();
  client.api.on('GET /api/admin/people', () => page([zoe]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Jonah Reyes' })).toBeNull());
  await user.click(screen.getByRole('checkbox', { name: 'Select Zoe Adler' }));
  expect(screen.getByText('1 selected', { selector: '.strong' })).toBeVisible();
});

it('keeps the selection while another order loads', async () => {
  const { user, client } = open();
  await table();
  await user.click(screen.getByRole('checkbox', { name: 'Select Zoe Adler' }));
  const answer = Promise.withResolvers<Response>();
  client.api.on('GET /api/admin/people', () => answer.promise);
  await user.click(screen.getByRole('button', { name: 'Last visit' }));
  await waitFor(() => expect(screen.getByRole('table', { name: 'People' })).toHaveAttribute('aria-busy'));
  expect(screen.getByRole('checkbox', { name: 'Select Zoe Adler' })).toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'Select Jonah Reyes' }));
  expect(screen.getByText('2 selected', { selector: '.strong' })).toBeVisible();
  answer.resolve(page([ines, zoe, jonah]));
});

it('does not say that no person matches after the filters were cleared and the people failed to load', async () => {
  const { user } = open(
    {
      'GET /api/admin/people': ({ url }) => (url.includes('search') ? page([]) : problem(503, 'unavailable')),
    },
    '/admin/people?search=xyz',
  );
  await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
  expect(await screen.findByText('The people did not load')).toBeVisible();
  expect(screen.queryByText('No people match')).toBeNull();
});

it('previews a deactivation, carries it out, and undoes it', async () => {
  const undoUntil = '2030-01-01T09:26:00.000Z';
  const view = open({
    'POST /api/admin/people/bulk/preview': () =>
      json({
        count: 1,
        people: [
          {
            userId: 22,
            firstName: 'Zoe',
            lastName: 'Adler',
            initials: 'ZA',
            userAvatar: null,
            departmentName: 'Service desk',
            managerName: null,
            directReports: 3,
            devices: 2,
            programs: 1,
            plannedSessions: 2,
            nextSessionAt: '2026-11-26T10:00:00.000Z',
          },
        ],
        skipped: [{ userId: 21, name: 'Jonah Reyes', reason: 'The account is already deactivated.' }],
        effects: { devices: 2, programs: 1, sessions: 2, reassigned: 3, learners: 0, surveys: 2 },
      }),
    'POST /api/admin/people/bulk': () =>
      json({
        id: 'abcdefghijklmnop',
        action: 'deactivate',
        count: 1,
        names: ['Zoe Adler'],
        undoUntil,
        skipped: [],
      }),
    'POST /api/admin/people/bulk/abcdefghijklmnop/undo': () =>
      json({
        restored: 1,
        kept: [{ userId: 23, name: 'Inês Duarte', reason: 'The manager has changed since the action.' }],
      }),
  });
  await table();
  await view.user.click(screen.getByRole('checkbox', { name: 'Select Jonah Reyes' }));
  await view.user.click(screen.getByRole('checkbox', { name: 'Select Zoe Adler' }));
  await view.user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate 1 person' }));
  expect(dialog.getByText('2 devices')).toBeInTheDocument();
  expect(dialog.getByText('2 sessions, from Nov 26')).toBeInTheDocument();
  expect(dialog.getByText('2 sessions are cancelled')).toBeInTheDocument();
  expect(dialog.getByText('1 person is skipped:')).toBeInTheDocument();
  expect(dialog.getByText('3 people get another manager')).toBeInTheDocument();
  expect(dialog.getByText('2 surveys lose their planned days')).toBeInTheDocument();
  await view.user.type(dialog.getByRole('textbox', { name: 'Reason (optional)' }), 'Left');
  view.client.api.on('GET /api/admin/people/bulk', () =>
    json({
      data: [{ id: 'abcdefghijklmnop', action: 'deactivate', count: 1, names: ['Zoe Adler'], undoUntil }],
    }),
  );
  await view.user.click(dialog.getByRole('button', { name: 'Deactivate 1 person' }));
  expect(await screen.findByText('Zoe Adler is deactivated.', { exact: false })).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await bodiesOf(view, '/api/admin/people/bulk')).toEqual([
    { action: 'deactivate', selection: { userIds: [21, 22] }, reason: 'Left' },
  ]);
  await view.user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone. 1 person was restored.')).toBeInTheDocument();
  expect(screen.getByText('The manager has changed since the action.', { exact: false })).toBeInTheDocument();
});

it('carries an action out and undoes it with the keyboard alone', async () => {
  const change = {
    id: 'abcdefghijklmnop',
    action: 'make-admin',
    count: 1,
    names: ['Jonah Reyes'],
    undoUntil: '2030-01-01T09:26:00.000Z',
  } as const;
  const { user } = open({
    'POST /api/admin/people/bulk/preview': () =>
      json({
        count: 1,
        people: [],
        skipped: [{ userId: 22, name: 'Zoe Adler', reason: 'Is already an administrator.' }],
        effects: { devices: 0, programs: 0, sessions: 0, reassigned: 0, learners: 0 },
      }),
    'POST /api/admin/people/bulk': () => json({ ...change, skipped: [] }),
    [`POST /api/admin/people/bulk/${change.id}/undo`]: () => json({ restored: 1, kept: [] }),
  });
  const tabTo = async (find: () => HTMLElement) => {
    for (let tabs = 0; tabs < 60 && document.activeElement !== find(); tabs++) await user.tab();
    expect(find()).toHaveFocus();
  };
  await table();
  await tabTo(() => screen.getByRole('link', { name: 'Jonah Reyes' }));
  await user.keyboard(' {ArrowDown} {F6}');
  await tabTo(() => screen.getByRole('button', { name: 'More' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Select all 3' })).toHaveFocus());
  await user.keyboard('{ArrowDown>4/}{Enter}');
  const title = await screen.findByRole('heading', { name: 'Make 1 person an administrator' });
  await waitFor(() => expect(title).toHaveFocus());
  const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(announced()).toContain('Preview: 1 person is included. 1 person is skipped.');
  await tabTo(() => screen.getByRole('button', { name: 'Make 1 administrator' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus());
  expect(announced().join()).toContain('Jonah Reyes is now an administrator. Undo until');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus());
  expect(announced().join()).toContain('Undone. 1 person was restored.');
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('says that invitations were sent, which cannot be undone', async () => {
  const { user } = open({
    'POST /api/admin/people/bulk/preview': () =>
      json({
        count: 1,
        people: [],
        skipped: [],
        effects: { devices: 0, programs: 0, sessions: 0, reassigned: 0, learners: 0 },
      }),
    'POST /api/admin/people/bulk': () =>
      json({
        id: 'abcdefghijklmnop',
        action: 'resend-invitation',
        count: 1,
        names: ['Inês Duarte'],
        undoUntil: null,
        skipped: [],
      }),
  });
  await table();
  await user.click(screen.getByRole('checkbox', { name: 'Select Inês Duarte' }));
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send invitation' }));
  await user.click(await screen.findByRole('button', { name: 'Send 1 invitation' }));
  expect(await screen.findAllByText('An invitation was sent to Inês Duarte.')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('shows that the action in a notification can no longer be undone', async () => {
  const { user } = open({}, '/admin/people?undo=abcdefghijklmnop');
  expect(await screen.findByText('This action was undone, or its time to undo is over.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/its time to undo is over/)).toBeNull();
});

it('sends all results as a query, and not as a list of people', async () => {
  const view = open(
    {
      'GET /api/admin/people': () => page([jonah, zoe], 285, 'c-1'),
      'POST /api/admin/people/bulk/preview': () => problem(422, 'not-possible'),
    },
    '/admin/people?role=learner',
  );
  await table();
  await view.user.click(screen.getByRole('checkbox', { name: 'Select Jonah Reyes' }));
  await view.user.click(screen.getByRole('button', { name: 'Select all 285' }));
  await view.user.click(screen.getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('it was not-possible');
  expect(await bodiesOf(view, '/api/admin/people/bulk/preview')).toEqual([
    { action: 'deactivate', selection: { query: { role: 'learner' } } },
  ]);
});

it('opens the action of a link for everyone in the list, and keeps them selected when it is cancelled', async () => {
  const view = open(
    {
      'POST /api/admin/people/bulk/preview': () =>
        json({
          count: 3,
          people: [],
          skipped: [],
          effects: { devices: 0, programs: 0, sessions: 0, reassigned: 0, learners: 0 },
        }),
    },
    '/admin/people?status=active&department=none&act=change-department',
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the department of 3 people' }));
  await view.user.selectOptions(dialog.getByLabelText('New department'), '5');
  await waitFor(async () =>
    expect(await bodiesOf(view, '/api/admin/people/bulk/preview')).toEqual([
      {
        action: 'change-department',
        selection: { query: { status: 'active', department: 'none' } },
        departmentId: 5,
      },
    ]),
  );
  await view.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(view.client.state().navigation.location.search).toBe('?status=active&department=none');
  expect(
    within(screen.getByRole('region', { name: 'Actions for the selection' })).getByText('3 selected'),
  ).toBeVisible();
});

it('does not open an action that changes rights or accounts from a link', async () => {
  open({}, '/admin/people?status=active&act=deactivate');
  await table();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('finds a manager on the server and previews the change', async () => {
  const view = open({
    'GET /api/admin/people': ({ url }) => (url.includes('search=zo') ? page([zoe]) : page([jonah, zoe])),
    'POST /api/admin/people/bulk/preview': () =>
      json({
        count: 0,
        people: [],
        skipped: [],
        effects: { devices: 0, programs: 0, sessions: 0, reassigned: 0, learners: 0 },
      }),
  });
  await table();
  await view.user.click(screen.getByRole('button', { name: 'Actions for Jonah Reyes' }));
  await view.user.click(await screen.findByRole('menuitem', { name: 'Change manager' }));
  const dialog = within(await screen.findByRole('dialog'));
  await view.user.type(dialog.getByRole('combobox', { name: 'New manager' }), 'zo');
  await view.user.click(await screen.findByRole('option', { name: /Zoe Adler/ }));
  expect(await dialog.findByText('No one would be changed.')).toBeInTheDocument();
  expect(await bodiesOf(view, '/api/admin/people/bulk/preview')).toEqual([
    { action: 'change-manager', selection: { userIds: [21] }, managerId: 22 },
  ]);
});

it('sends and withdraws an invitation from the menu of a row', async () => {
  const view = open({
    'POST /api/admin/people/23/invitation': () => json(ines),
    'DELETE /api/admin/people/23/invitation': () => json(ines),
  });
  await table();
  for (const name of ['Resend invitation', 'Withdraw invitation']) {
    await view.user.click(screen.getByRole('button', { name: 'Actions for Inês Duarte' }));
    await view.user.click(await screen.findByRole('menuitem', { name }));
  }
  await waitFor(() => expect(view.client.api.asked('DELETE /api/admin/people/23/invitation')).toBe(1));
  expect(view.client.api.asked('POST /api/admin/people/23/invitation')).toBe(1);
});

it('opens the conversation with an active person from the menu of a row, but not with an invited person', async () => {
  const { user, client } = open();
  await table();
  await user.click(screen.getByRole('button', { name: 'Actions for Inês Duarte' }));
  await screen.findByRole('menuitem', { name: 'Resend invitation' });
  expect(screen.queryByRole('menuitem', { name: 'Send message' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Actions for Jonah Reyes' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send message' }));
  expect(selectOpenChannel(client.store.getState())).toBe('chat_T3_U7.U21');
});

it('lists people who have not completed their profile, as a link from home selects them', async () => {
  const view = open({}, '/admin/people?status=without-profile');
  await table();
  expect(asked(view).at(-1)).toBe('?status=without-profile');
  expect(screen.getByRole('combobox', { name: 'Status:' })).toHaveDisplayValue('Profile not completed');
});

it('shows why an action on a row was refused', async () => {
  const { user } = open({
    'POST /api/admin/people/23/invitation': () => problem(422, 'not-possible'),
  });
  await table();
  await user.click(screen.getByRole('button', { name: 'Actions for Inês Duarte' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Resend invitation' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('it was not-possible');
});

it('shows when an invitation expires, and counts people without a valid one separately', async () => {
  const late = anAdminPerson({ userId: 24, firstName: 'Sana', status: 'invited', invitation: null });
  open({
    'GET /api/admin/people': () =>
      json({
        ...aPeoplePage([ines, late]),
        statuses: { active: 0, invited: 2, pending: 1, deactivated: 0 },
      }),
  });
  const rows = within(await table()).getAllByRole('row');
  expect(rows[1]).toHaveTextContent('Invited, expires Nov 25');
  expect(rows[2]).toHaveTextContent('Not invited');
  expect(screen.getByText('2 people: 1 invited, 1 without a valid invitation')).toBeVisible();
});
