import { screen, waitFor, within } from '@testing-library/react';
import type { AdminOverview } from '#contract/administration/admin.ts';
import Overview from '#src/admin/overview/Overview.tsx';
import { anAdminOverview } from '#test/fixtures/adminOverview.ts';
import { anAdminPerson, aPeoplePage } from '#test/fixtures/adminPeople.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json } from '#test/support/fakeApi.ts';

const open = (overview: () => AdminOverview, answers: Record<string, Answer> = {}) =>
  show(<Overview />, {
    client: {
      at: '/admin/home',
      user: aUser({ isAdmin: true }),
      answers: { 'GET /api/admin/overview': () => json(overview()), ...answers },
    },
  });

it('compares the figures, and links each to its rows', async () => {
  open(() => anAdminOverview({ dataRequests: { open: 2, dueAt: '2026-12-02T09:00:00.000Z' } }));
  const active = await screen.findByRole('link', { name: 'Active people' });
  expect(active).toHaveAttribute('href', '/admin/people?status=active');
  expect(screen.getByText('18 more than 28 days ago')).toBeVisible();
  expect(screen.getByText('67%')).toBeVisible();
  expect(screen.getByText('864 of 1,284 active people')).toBeVisible();
  expect(screen.getByText('25 open invitations, 12 expired')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Not joined yet' })).toHaveAttribute(
    'href',
    '/admin/people?status=invited',
  );
  expect(screen.getByText(/^The next deadline is Dec 2/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Data requests' })).toHaveAttribute('href', '/admin/data-requests');
  const rows = within(screen.getByRole('table', { name: /People at each stage/ })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toContain('Topics chosen1,01276%');
});

it('does not say that everyone accepted when no one was invited', async () => {
  const { people } = anAdminOverview();
  open(() =>
    anAdminOverview({ people: { ...people, invited: 0, invitationsOpen: 0, invitationsExpired: 0 } }),
  );
  expect(await screen.findByText('No open invitations')).toBeVisible();
});

it('accounts for invited people whose invitation was withdrawn', async () => {
  const { people } = anAdminOverview();
  open(() =>
    anAdminOverview({ people: { ...people, invited: 5, invitationsOpen: 3, invitationsExpired: 1 } }),
  );
  expect(await screen.findByText('3 open invitations, 1 expired, 1 withdrawn or not invited')).toBeVisible();
});

it('shows the set-up until everything is done', async () => {
  const setup: AdminOverview['setup'] = [
    { step: 'departments', isDone: true, at: '2026-09-01T08:00:00.000Z', count: 21, name: null },
    { step: 'second-admin', isDone: false, at: null, count: 1, name: null },
    { step: 'sign-on-test', isDone: false, at: null, count: 0, name: null },
  ];
  open(() => anAdminOverview({ setup }));
  const card = await screen.findByRole('region', { name: 'Set up your organisation' });
  expect(within(card).getByRole('list', { name: '1 of 2 required steps done' })).toBeVisible();
  expect(within(card).getByText(/^21 departments, Sep 1/)).toBeVisible();
  expect(within(card).getByRole('heading', { name: 'Test single sign-on (optional)' })).toBeVisible();
  expect(within(card).getByRole('link', { name: 'Set up single sign-on' })).toBeVisible();
});

it('makes the chosen person the second administrator', async () => {
  const bodies: unknown[] = [];
  const zoe = anAdminPerson({ userId: 22, firstName: 'Zoe', lastName: 'Adler' });
  const setup: AdminOverview['setup'] = [
    { step: 'people', isDone: true, at: null, count: 3, name: null },
    { step: 'second-admin', isDone: false, at: null, count: 1, name: null },
  ];
  const { user } = open(() => anAdminOverview({ setup }), {
    'GET /api/admin/people': () => json(aPeoplePage([zoe])),
    'PATCH /api/admin/people/22': async (request) => {
      bodies.push(await request.json());
      return json({ ...zoe, isAdmin: true });
    },
  });
  // The table of people also lists the administrator.
  expect(await screen.findByText('3 people besides you')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Choose a person' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an administrator' }));
  await user.click(dialog.getByRole('button', { name: 'Make administrator' }));
  expect(dialog.getByText('Person is missing')).toBeVisible();
  await user.type(dialog.getByRole('combobox', { name: 'Person' }), 'zo');
  await user.click(await screen.findByRole('option', { name: /Zoe Adler/ }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Remove Zoe Adler' })).toHaveFocus());
  await user.click(dialog.getByRole('button', { name: 'Make administrator' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies).toEqual([{ isAdmin: true }]);
});

it('offers the invitation of a second administrator while there is no one else', async () => {
  const setup: AdminOverview['setup'] = [
    { step: 'people', isDone: false, at: null, count: 0, name: null },
    { step: 'second-admin', isDone: false, at: null, count: 1, name: null },
  ];
  const { user } = open(() => anAdminOverview({ setup }), {
    'GET /api/admin/departments': () => json({ data: [], withoutDepartment: 0, people: 1 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Invite a person' }));
  expect(await screen.findByRole('dialog', { name: 'Invite people' })).toBeVisible();
});

it('keeps the entries that were refused when the first invitation adds a person', async () => {
  let isDone = false;
  const setup = (): AdminOverview['setup'] => [
    { step: 'people', isDone, at: null, count: isDone ? 1 : 0, name: null },
    { step: 'second-admin', isDone: false, at: null, count: 1, name: null },
  ];
  const { user } = open(() => anAdminOverview({ setup: setup() }), {
    'GET /api/admin/departments': () => json({ data: [], withoutDepartment: 0, people: 1 }),
    'POST /api/admin/people/invitations': () => {
      isDone = true;
      const error = 'This email address belongs to Ben Ott.';
      return json({
        results: [
          { userId: 31, error: null },
          { userId: null, error },
        ],
      });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Invite a person' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people' }));
  await user.click(dialog.getByRole('button', { name: 'Paste a list' }));
  await user.click(dialog.getByRole('textbox', { name: 'People' }));
  await user.paste('ana.silva@demo.example\nben.ott@demo.example');
  await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }));
  await screen.findByText('1 person besides you');
  expect(dialog.getByText('Line 1: This email address belongs to Ben Ott.')).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Add an administrator' })).toBeNull();
});

it('hides the set-up when only the optional step is open, and shows that nothing needs attention', async () => {
  const { setup } = anAdminOverview();
  const optional = { step: 'sign-on-test', isDone: false, at: null, count: 0, name: null } as const;
  open(() => anAdminOverview({ setup: [...setup, optional] }));
  expect(await screen.findByText(/^Nothing in the administration needs your attention\./)).toBeVisible();
  expect(screen.queryByText('Set up your organisation')).not.toBeInTheDocument();
});

it('names the action for each item that needs attention', async () => {
  open(() =>
    anAdminOverview({
      attention: [
        { kind: 'invitations-expiring', count: 1, at: '2026-11-23T09:00:00.000Z' },
        { kind: 'invitations-expired', count: 12, at: '2026-11-19T09:00:00.000Z' },
        { kind: 'without-department', count: 7, at: null },
      ],
    }),
  );
  const items = within(await screen.findByRole('region', { name: 'To do in administration' })).getAllByRole(
    'listitem',
  );
  expect(items.map((item) => within(item).getByRole('link').textContent)).toEqual([
    'Review invitations',
    'Resend 12',
    'Assign 7',
  ]);
  expect(within(items[2] as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    '/admin/people?status=active&department=none&act=change-department',
  );
  expect(items[0]).toHaveTextContent('1 invitation expires soon');
  expect(items[1]).toHaveTextContent('12 invitations have expired');
});

it('shows the mail server’s response to a test email, and keeps the focus when the step is done', async () => {
  let isDone = false;
  const overview = () =>
    anAdminOverview({
      setup: [
        { step: 'mail-test', isDone, at: null, count: 0, name: null },
        { step: 'second-admin', isDone: false, at: null, count: 1, name: null },
      ],
      lastMailTest: null,
    });
  const answers: Record<string, Answer> = {
    'POST /api/admin/mail-test': () =>
      json(
        isDone
          ? { outcome: 'accepted', answer: '250 OK', to: 'ada@lark.example' }
          : { outcome: 'refused', answer: '550 No such user', to: 'ada@lark.example' },
      ),
  };
  const { user } = open(overview, answers);
  const step = () => screen.getByRole('region', { name: 'Set up your organisation' });
  await user.click(await screen.findByRole('button', { name: 'Send test email' }));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(
      'The mail server refused the test email to ada@lark.example: 550 No such user',
    ),
  );
  isDone = true;
  await user.click(within(step()).getByRole('button', { name: 'Send test email' }));
  expect(await within(step()).findByText('Sent')).toBeVisible();
  expect(screen.getAllByText(/accepted the test email to ada@lark.example: 250 OK/)).toHaveLength(1);
  expect(document.activeElement).not.toBe(document.body);
});
