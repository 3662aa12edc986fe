import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { PersonChange } from '#contract/administration/peopleAdmin.ts';
import Person from '#src/admin/person/Person.tsx';
import { baseApi } from '#store/api/baseApi.ts';
import { networkChanged } from '#store/connection/connectionSlice.ts';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { anAdminPerson, anAdminPersonPage, anAuditEntry, aPeoplePage } from '#test/fixtures/adminPeople.ts';
import { aUser, max, zoe } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json } from '#test/support/fakeApi.ts';

const PATH = '/api/admin/people/21';
const open = (page = anAdminPersonPage(), answers: Record<string, Answer> = {}) =>
  show(
    <Routes>
      <Route path="/admin/people/:userId" element={<Person />} />
    </Routes>,
    {
      client: {
        at: '/admin/people/21',
        user: aUser({ isAdmin: true }),
        answers: {
          [`GET ${PATH}`]: () => json(page),
          // Zoe is invited, so the directory of the client does not list her.
          'GET /api/admin/people': () =>
            json(
              aPeoplePage([anAdminPerson({ ...zoe, emailAddress: 'zoe@demo.example', status: 'invited' })]),
            ),
          ...answers,
        },
      },
    },
  );
const refused = (message: string, fields: Record<string, string>) =>
  json({ code: 'not-possible', message, requestId: 'r-1', fields }, 422);
const bodyOf = async (client: ReturnType<typeof show>['client'], method: string) =>
  (await client.api.requests
    .find((request) => request.method === method)
    ?.clone()
    .json()) as unknown;

it('shows the place, the access and the history of a person', async () => {
  open(
    anAdminPersonPage({
      history: {
        data: [
          anAuditEntry({
            seq: 9,
            action: 'person.changed',
            changes: { departmentId: { before: 3, after: 4 } },
          }),
          anAuditEntry({ action: 'person.of-a-newer-server', actor: null, actorName: 'Entra ID' }),
        ],
        names: { people: {}, departments: { 3: 'Claims', 4: 'Service desk' }, directory: {} },
        hasMore: false,
      },
    }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Jonah Reyes' })).toBeVisible();
  expect(screen.getByText('Customer care / Service desk')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Marisol Quintero' })).toHaveAttribute('href', '/admin/people/9');
  expect(screen.getByText('2 devices')).toBeVisible();
  const [newest, unknown] = within(screen.getByRole('region', { name: 'History' })).getAllByRole('listitem');
  expect(newest).toHaveTextContent(
    'Changed the department of Jonah ReyesDepartment: Claims became Service deskAdaeze Okonkwo',
  );
  expect(unknown).toHaveTextContent('person.of-a-newer-server: Jonah ReyesEntra ID');
  expect(screen.getByRole('link', { name: 'Show in audit log' })).toHaveAttribute(
    'href',
    '/admin/audit?userId=21',
  );
});

it('lists the consequences before a deactivation, and assigns the reports to the chosen manager', async () => {
  const { user, client } = open(
    anAdminPersonPage({
      directReports: 5,
      coachOf: 3,
      plannedSurveys: 1,
      managers: [{ ...max, title: null }],
    }),
    {
      [`PATCH ${PATH}`]: () => json(anAdminPerson({ status: 'deactivated' })),
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate Jonah Reyes?' });
  expect(within(dialog).getByText(/signed out on 2 devices within 60 seconds/)).toBeVisible();
  expect(within(dialog).getByText('3 people lose their coach.')).toBeVisible();
  expect(within(dialog).getByText(/^1 survey is no longer opened or released/)).toBeVisible();
  // The person's own manager is suggested.
  await user.click(within(dialog).getByRole('button', { name: 'Remove Max Mustermann' }));
  await user.type(within(dialog).getByLabelText('Interim manager of the 5 direct reports'), 'Zoe');
  await user.click(await screen.findByRole('option', { name: /Zo/ }));
  await user.type(within(dialog).getByLabelText('Reason (optional)'), 'Left the organisation');
  client.api.on(`GET ${PATH}`, () => json(anAdminPersonPage({ status: 'deactivated' })));
  await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByRole('button', { name: 'Reactivate' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await bodyOf(client, 'PATCH')).toEqual({
    status: 'deactivated',
    interimManagerId: zoe.userId,
    reason: 'Left the organisation',
  });
});

it('moves the person to another department from the tree', async () => {
  const department = (departmentId: number, name: string, parentId: number | null) => ({
    departmentId,
    name,
    parentId,
    head: null,
    direct: 1,
    total: 1,
  });
  const { user, client } = open(anAdminPersonPage(), {
    'GET /api/admin/departments': () =>
      json({
        data: [department(3, 'Claims', null), department(4, 'Service desk', 3)],
        withoutDepartment: 0,
        people: 2,
      }),
    [`PATCH ${PATH}`]: () => json(anAdminPerson()),
  });
  await user.click(await screen.findByRole('button', { name: 'Change department' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('radio', { name: 'Service desk' })).toBeChecked();
  await user.click(within(dialog).getByRole('radio', { name: 'Claims' }));
  await user.click(within(dialog).getByRole('button', { name: 'Change department' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await bodyOf(client, 'PATCH')).toEqual({ departmentId: 3, expected: { departmentId: 4 } });
  await waitFor(() => expect(selectToast(client.state())?.text).toMatch(/ is in Service desk\.$/));
});

it('explains why the last administrator cannot be removed, and links to the administrators', async () => {
  const { user } = open(anAdminPersonPage({ isAdmin: true }), {
    [`PATCH ${PATH}`]: () =>
      refused('This is the only active administrator. Make another person an administrator first.', {
        isAdmin: 'would leave the organisation without an administrator',
      }),
  });
  await user.click(await screen.findByRole('button', { name: 'Change role' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Administrator' }));
  expect(within(dialog).getByText(/loses access to the administration immediately/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Change role' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Make another person an administrator first.');
  expect(within(alert).getByRole('link', { name: 'Show administrators' })).toHaveAttribute(
    'href',
    '/admin/people?role=admin',
  );
});

it('makes a person a content author', async () => {
  const { user, client } = open(anAdminPersonPage(), { [`PATCH ${PATH}`]: () => json(anAdminPerson()) });
  await user.click(await screen.findByRole('button', { name: 'Change role' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Content author' }));
  await user.click(within(dialog).getByRole('button', { name: 'Change role' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await bodyOf(client, 'PATCH')).toEqual({ mayAuthor: true });
});

it('sends only the corrected details, and names the field that is refused', async () => {
  const { user, client } = open(anAdminPersonPage(), {
    [`PATCH ${PATH}`]: () =>
      refused('This email address belongs to Max Weber.', { emailAddress: 'belongs to Max Weber' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit name, address and job title' }));
  const dialog = await screen.findByRole('dialog');
  const address = within(dialog).getByLabelText('Email address');
  await user.clear(address);
  await user.type(address, 'max@lark.example');
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  expect(await within(dialog).findByText('Email address belongs to Max Weber')).toBeVisible();
  expect(await bodyOf(client, 'PATCH')).toEqual({
    emailAddress: 'max@lark.example',
    expected: { emailAddress: anAdminPersonPage().emailAddress },
  });
});

it.each([
  ['Edit name, address and job title', 'Save changes'],
  ['Deactivate', 'Deactivate'],
])(
  'no longer says after “%s” that the server cannot be reached when the connection is back',
  async (action, verb) => {
    const { user, client } = open(anAdminPersonPage(), {
      [`PATCH ${PATH}`]: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    const isOnline = (value: boolean) =>
      act(() => void client.store.dispatch(networkChanged({ isOnline: value })));
    await user.click(await screen.findByRole('button', { name: action }));
    const dialog = await screen.findByRole('dialog');
    if (verb === 'Save changes') await user.type(within(dialog).getByLabelText('Job title'), ' II');
    isOnline(false);
    await user.click(within(dialog).getByRole('button', { name: verb }));
    const refusal = await within(dialog).findByRole('alert');
    expect(refusal).toHaveTextContent('Nothing was changed');
    expect(refusal).toHaveTextContent('Trellis cannot be reached.');
    isOnline(true);
    expect(refusal).toHaveTextContent('You are back online. You can try again.');
    expect(refusal).not.toHaveTextContent('cannot be reached');
  },
);

it('shows both values if another administrator changed the same detail, and keeps the chosen one', async () => {
  const sent: PersonChange[] = [];
  let page = anAdminPersonPage({ title: 'Agent' });
  const { user, client } = open(page, {
    [`PATCH ${PATH}`]: async (request) => {
      const change = (await request.json()) as PersonChange;
      sent.push(change);
      return change.expected?.title === page.title
        ? json(anAdminPerson())
        : json(
            { code: 'conflict', message: 'Changed.', requestId: 'r', fields: { title: 'is now “Lead”' } },
            409,
          );
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit name, address and job title' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Job title'), ' II');
  page = anAdminPersonPage({
    title: 'Lead',
    history: {
      data: [anAuditEntry({ action: 'person.changed', changes: { title: { before: null, after: null } } })],
      names: { people: {}, departments: {}, directory: {} },
      hasMore: false,
    },
  });
  client.api.on(`GET ${PATH}`, () => json(page));
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  expect(await within(dialog).findByText(/^Changed by Adaeze Okonkwo on/)).toBeVisible();
  expect(within(dialog).getByText('Job title: now “Lead”, yours “Agent II”')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Keep my changes' }));
  expect(within(dialog).queryByRole('alert')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sent[1]).toEqual({ title: 'Agent II', expected: { title: 'Lead' } });
});

it('shows both managers if another administrator changed the manager too, and keeps the chosen one', async () => {
  const sent: PersonChange[] = [];
  const { user, client } = open(anAdminPersonPage({ manager: null }), {
    [`PATCH ${PATH}`]: async (request) => {
      sent.push((await request.json()) as PersonChange);
      return sent.length > 1
        ? json(anAdminPerson())
        : json(
            { code: 'conflict', message: 'Changed.', requestId: 'r', fields: { managerId: 'was changed' } },
            409,
          );
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change manager' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Manager'), 'Zoë');
  await user.click(await screen.findByRole('option', { name: /Zoë/ }));
  client.api.on(`GET ${PATH}`, () => json(anAdminPersonPage({ managers: [max] })));
  await user.click(within(dialog).getByRole('button', { name: 'Change manager' }));
  expect(await within(dialog).findByText(/^Manager: now “Max .+”, yours “Zoë .+”$/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Keep my changes' }));
  await user.click(within(dialog).getByRole('button', { name: 'Change manager' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const { managerId } = sent[0] ?? {};
  expect(sent).toEqual([
    { managerId, expected: { managerId: null } },
    { managerId, expected: { managerId: max.userId } },
  ]);
});

it('does not give back a right that another administrator removed while the dialog was open', async () => {
  const sent: PersonChange[] = [];
  const { user, client } = open(anAdminPersonPage({ isAdmin: true, mayAuthor: false }), {
    [`PATCH ${PATH}`]: async (request) => {
      sent.push((await request.json()) as PersonChange);
      return json(anAdminPerson());
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change role' }));
  const dialog = await screen.findByRole('dialog');
  client.api.on(`GET ${PATH}`, () => json(anAdminPersonPage({ isAdmin: false, mayAuthor: false })));
  act(() => void client.store.dispatch(baseApi.util.invalidateTags(['AdminPerson'])));
  await waitFor(() => expect(client.api.asked(`GET ${PATH}`)).toBe(2));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Content author' }));
  await user.click(within(dialog).getByRole('button', { name: 'Change role' }));
  await waitFor(() => expect(sent).toEqual([{ mayAuthor: true }]));
});

it('keeps the dialog open and shows the reason next to the field if a manager would create a cycle', async () => {
  const { user } = open(anAdminPersonPage({ manager: null }), {
    [`PATCH ${PATH}`]: () =>
      refused('Jonas Weber reports to Ada Byron. Choose another manager.', {
        managerId: 'reports to this person',
      }),
  });
  await user.click(await screen.findByRole('button', { name: 'Change manager' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Manager'), 'Zoë');
  await user.click(await screen.findByRole('option', { name: /Zoë/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Change manager' }));
  expect(await within(dialog).findByText('The manager reports to this person')).toBeVisible();
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose another manager.');
});

it('offers to undo a bulk change that included the person', async () => {
  const { user, client } = open(anAdminPersonPage(), {
    'GET /api/admin/people/bulk': () =>
      json({
        data: [
          {
            id: 'abcdefghijklmnop',
            action: 'make-admin',
            count: 12,
            names: ['Jonah Reyes', 'Zoe Adler', 'Inês Duarte'],
            undoUntil: '2026-11-22T10:00:00.000Z',
          },
        ],
      }),
    'POST /api/admin/people/bulk/abcdefghijklmnop/undo': () => json({ restored: 12, kept: [] }),
  });
  expect(
    await screen.findByText(
      /^Jonah Reyes, Zoe Adler, Inês Duarte, and 9 more people are now administrators\./,
    ),
  ).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo for 12 people' }));
  expect(await screen.findByText('Undone. 12 people were restored.')).toBeVisible();
  expect(client.api.requests.some(({ url }) => url.endsWith('/people/bulk?userId=21'))).toBe(true);
});

it('sends a password reset, and offers invitations only for people who have not accepted one', async () => {
  const { user, client } = open(anAdminPersonPage(), {
    [`POST ${PATH}/password-reset`]: () => json(anAdminPerson()),
  });
  await user.click(await screen.findByRole('button', { name: 'Send password reset' }));
  expect(client.api.asked(`POST ${PATH}/password-reset`)).toBe(1);
  expect(screen.queryByRole('button', { name: /invitation/ })).toBeNull();
});

it('resends and withdraws the invitation of a person who has not accepted it', async () => {
  const invitation = {
    state: 'pending' as const,
    sentAt: '2026-11-20T09:00:00.000Z',
    expiresAt: '2026-11-27T09:00:00.000Z',
  };
  const { user, client } = open(anAdminPersonPage({ status: 'invited', activatedAt: null, invitation }), {
    [`DELETE ${PATH}/invitation`]: () => json(anAdminPerson({ status: 'invited' })),
  });
  expect(await screen.findByRole('button', { name: 'Resend invitation' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send password reset' })).toBeNull();
  client.api.on(`GET ${PATH}`, () =>
    json(anAdminPersonPage({ status: 'invited', invitation: { ...invitation, state: 'revoked' } })),
  );
  await user.click(screen.getByRole('button', { name: 'Withdraw invitation' }));
  expect(await screen.findByText('Invitation withdrawn')).toBeVisible();
});

it('ends the sign-in delay after failed attempts', async () => {
  const { user, client } = open(anAdminPersonPage({ signInDelayedUntil: '2026-11-22T10:00:00.000Z' }), {
    [`POST ${PATH}/unlock`]: () => new Response(null, { status: 204 }),
  });
  const unlock = await screen.findByRole('button', { name: 'Unlock sign-in' });
  client.api.on(`GET ${PATH}`, () => json(anAdminPersonPage()));
  await user.click(unlock);
  await waitFor(() => expect(unlock).not.toBeInTheDocument());
  expect(client.api.asked(`POST ${PATH}/unlock`)).toBe(1);
});

it('shows that a person was not found', async () => {
  open(undefined, {
    [`GET ${PATH}`]: () => json({ code: 'not-found', message: 'Not found.', requestId: 'r' }, 404),
  });
  expect(await screen.findByRole('heading', { name: 'Person not found' })).toBeVisible();
});

it('does not offer to reactivate an erased person', async () => {
  open(anAdminPersonPage({ status: 'deactivated', isErased: true }));
  expect((await screen.findAllByText('Deactivated')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Reactivate' })).toBeNull();
});
