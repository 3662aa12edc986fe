import { screen, waitFor, within } from '@testing-library/react';
import { type AuditLog, auditFields, UNDO_REASON } from '#contract/administration/audit.ts';
import Audit from '#src/admin/audit/Audit.tsx';
import { changedFields } from '#src/admin/audit/changedFields.tsx';
import { anAdminPerson, anAdminPersonPage, anAuditEntry, aPeoplePage } from '#test/fixtures/adminPeople.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json } from '#test/support/fakeApi.ts';

const PATH = '/api/admin/audit';
const aLog = (over: Partial<AuditLog> = {}): AuditLog => ({
  data: [anAuditEntry()],
  names: { people: {}, departments: {}, directory: {} },
  total: 1,
  older: null,
  newer: null,
  integrity: { check: null, fault: null },
  ...over,
});
const open = (log: AuditLog | Answer = aLog(), answers: Record<string, Answer> = {}, at = '/admin/audit') =>
  show(<Audit />, {
    client: {
      at,
      user: aUser({ isAdmin: true, timeZone: 'Europe/Berlin' }),
      answers: { [`GET ${PATH}`]: typeof log === 'function' ? log : () => json(log), ...answers },
    },
  });
const queryOf = (client: ReturnType<typeof show>['client'], method = 'GET') =>
  new URL(
    client.api.requests.filter((request) => request.method === method && request.url.includes(PATH)).at(-1)
      ?.url ?? 'http://none',
  ).searchParams.toString();

it('lists entries by day with seconds, action, actor and address', async () => {
  open(
    aLog({
      data: [
        anAuditEntry({ reason: 'Left the organisation' }),
        anAuditEntry({
          seq: 6,
          at: '2025-03-09T23:30:00.000Z',
          actor: null,
          action: 'department.deleted',
          subject: { type: 'department', id: '3', name: null },
          changes: { name: { before: 'Claims', after: null } },
        }),
      ],
    }),
  );
  const table = await screen.findByRole('table', { name: 'Audit entries' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows[0]).toHaveTextContent(/November 20/);
  expect(rows[1]).toHaveTextContent(
    /10:16:02 AM.*Adaeze Okonkwo.*Deactivated Jonah Reyes.*“Left the organisation”.*203\.0\.113\.24/,
  );
  expect(rows[2]).toHaveTextContent('Monday, March 10, 2025');
  expect(rows[3]).toHaveTextContent(/12:30:00 AM.*Trellis.*Deleted the department Claims/);
});

it('shows the change of an entry that undoes an action, and does not quote its reason', async () => {
  open(
    aLog({
      data: [
        anAuditEntry({
          action: 'person.changed',
          changes: { managerId: { before: 9, after: null } },
          reason: UNDO_REASON,
        }),
      ],
      names: { people: { 9: 'Marisol Quintero' }, departments: {}, directory: {} },
    }),
  );
  const table = await screen.findByRole('table', { name: 'Audit entries' });
  expect(within(table).getAllByRole('row')[2]).toHaveTextContent(
    /Undo of an action(?!”).*Marisol Quintero became None/,
  );
});

it('names the changed settings without opening the entry', async () => {
  const changes = {
    timeZone: { before: 'Europe/Berlin', after: 'Europe/London' },
    signInText: { before: null, after: 'Hello' },
  };
  open(aLog({ data: [anAuditEntry({ action: 'organisation.changed', changes })] }));
  const table = await screen.findByRole('table', { name: 'Audit entries' });
  expect(table).toHaveTextContent('Changed the settings of the organisation: Time zone, Sign-in text');
});

it('shows the details of an entry on request', async () => {
  const changes = { managerId: { before: 9, after: null }, departmentId: { before: null, after: 4 } };
  const { user } = open(
    aLog({
      data: [anAuditEntry({ action: 'person.changed', changes })],
      names: { people: { 9: 'Marisol Quintero' }, departments: { 4: 'Service desk' }, directory: {} },
    }),
  );
  const button = await screen.findByRole('button', { name: 'Show details' });
  expect(screen.queryByText('r-00000007')).toBeNull();
  await user.click(button);
  expect(screen.getByText('r-00000007')).toBeVisible();
  const row = screen.getByText('r-00000007').closest('tr');
  expect(row).toHaveTextContent('ManagerMarisol Quintero became None');
  expect(row).toHaveTextContent('DepartmentNone became Service desk');
  await user.click(screen.getByRole('button', { name: 'Hide details' }));
  expect(screen.queryByText('r-00000007')).toBeNull();
});

it.each([
  [
    'survey.changed',
    'mode',
    'confidential',
    'named',
    'Who can see the answersConfidential became With names',
  ],
  [
    'sign-on.changed',
    'mode',
    'off',
    'enforced',
    'How people sign inPassword only became Single sign-on only',
  ],
  ['topic.restored', 'state', 'retired', 'in_review', 'StateRetired became In review'],
  ['webhook.changed', 'state', 'on', 'off', 'StateOn became Off'],
  ['program.changed', 'topicIds', ['a'], ['a', 'b'], 'Topics1 topic became 2 topics'],
  [
    'program.changed',
    'due',
    { kind: 'none' },
    { kind: 'date', on: '2026-12-01' },
    'Due dateNo due date became Due Dec 1, 2026',
  ],
  [
    'program.changed',
    'coachingPlan',
    null,
    { sessions: 3, everyDays: 14 },
    'Coaching planNone became 3 sessions, every 2 weeks',
  ],
  ['sign-on.changed', 'createsPeople', false, true, 'Create people on their first sign-inNo became Yes'],
  ['person.changed', 'firstName', null, null, 'First nameChanged'],
  ['program.changed', 'joining', 'open', 'invitation', 'became By invitation only'],
])('shows the values of %s “%s” in the words of the screens', async (action, field, before, after, text) => {
  const changes = { [field]: { before, after } };
  const { user } = open(aLog({ data: [anAuditEntry({ action, changes })] }));
  await user.click(await screen.findByRole('button', { name: 'Show details' }));
  expect(screen.getByText('r-00000007').closest('tr')).toHaveTextContent(text);
});

it.each([
  [{ 4: 'Ports' }, 'Merged the department Harbour into Ports'],
  [{}, 'Merged the department Harbour into a department that no longer exists'],
])('names the department into which another was merged', async (departments, text) => {
  const entry = anAuditEntry({
    action: 'department.merged',
    subject: { type: 'department', id: '3', name: null },
    changes: {
      name: { before: 'Harbour', after: null },
      mergedIntoId: { before: null, after: 4 },
      people: { before: 2, after: 0 },
    },
  });
  open(aLog({ data: [entry], names: { people: {}, departments, directory: {} } }));
  expect((await screen.findByRole('button', { name: 'Show details' })).closest('tr')).toHaveTextContent(text);
});

it('names the endpoint that was changed, but not as a change', async () => {
  const host = { before: 'hr.example', after: 'hr.example' };
  const changes = { host, state: { before: 'on', after: 'off' } };
  const { user } = open(aLog({ data: [anAuditEntry({ action: 'webhook.changed', changes })] }));
  await user.click(await screen.findByRole('button', { name: 'Show details' }));
  const entry = screen.getByText('r-00000007').closest('tbody') ?? document.body;
  expect(entry).toHaveTextContent('Changed the webhook endpoint hr.example');
  expect(entry).not.toHaveTextContent('Server');
});

it('does not call a changed survey a draft, because an open one can be changed too', async () => {
  const subject = { type: 'survey', id: 's'.repeat(16), name: 'Summer pulse' } as const;
  open(aLog({ data: [anAuditEntry({ action: 'survey.changed', subject })] }));
  const row = (await screen.findByRole('button', { name: 'Show details' })).closest('tr');
  expect(row).toHaveTextContent('Changed the survey Summer pulse');
});

it('has a label for each audited field', () => {
  const changes = Object.fromEntries(auditFields.map((field) => [field, { before: null, after: null }]));
  const names = { people: {}, departments: {}, directory: {} };
  const labels = changedFields({ action: 'person.changed', changes }, names);
  expect(labels.filter(({ field, label }) => field === label)).toEqual([]);
});

it('says that the first day of the filter is after the last one', async () => {
  open(aLog({ data: [], total: 0 }), {}, '/admin/audit?from=2026-11-20&to=2026-11-10');
  expect(await screen.findByLabelText('To')).toHaveAccessibleDescription('From is after To.');
  expect(screen.getByLabelText('To')).toBeInvalid();
});

it('says nothing about matches while the log loads after a filter without a match is cleared, or if it fails', async () => {
  const whole = Promise.withResolvers<Response>();
  const { user, client } = open(
    ({ url }) =>
      url.includes('action=') ? json(aLog({ data: [], total: 0 })) : whole.promise.then((one) => one.clone()),
    {},
    '/admin/audit?action=person.deactivated',
  );
  expect(await screen.findByText('No entries match')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(client.api.asked(`GET ${PATH}`)).toBe(2));
  expect(screen.queryByText(/^No entries/)).toBeNull();
  whole.resolve(json({ code: 'internal', message: 'Something went wrong.', requestId: 'r-5' }, 500));
  expect(await screen.findByText('The audit log did not load')).toBeVisible();
  expect(screen.queryByText(/^No entries/)).toBeNull();
  client.api.on(`GET ${PATH}`, () => json(aLog()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Audit entries' })).toBeVisible();
});

it('keeps filters and page in the address, and starts at the newest entry after a filter has changed', async () => {
  const { user, client } = open(
    aLog({ older: 7, newer: 9 }),
    { 'GET /api/admin/people/21': () => json(anAdminPersonPage()) },
    '/admin/audit?before=10&userId=21&from=nonsense&unknown=1',
  );
  expect(await screen.findByRole('link', { name: 'Older' })).toHaveAttribute(
    'href',
    '/admin/audit?userId=21&before=7',
  );
  expect(queryOf(client)).toBe('before=10&userId=21');
  expect(screen.getByRole('link', { name: 'Newer' })).toHaveAttribute(
    'href',
    '/admin/audit?userId=21&after=9',
  );
  await user.selectOptions(screen.getByLabelText('Action'), 'Person deactivated');
  expect(client.store.getState().navigation.location.search).toBe('?userId=21&action=person.deactivated');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(client.store.getState().navigation.location.search).toBe('');
});

it('has no total and no pages of the earlier filter while the entries of the new one load, or if they fail', async () => {
  const answer = Promise.withResolvers<Response>();
  const { user, client } = open(
    ({ url }) => (url.includes('action=') ? answer.promise : json(aLog({ total: 12, older: 7 }))),
    {},
    '/admin/audit',
  );
  expect(await screen.findByRole('button', { name: 'Export 12 entries' })).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Action'), 'Person deactivated');
  await waitFor(() => expect(client.api.asked(`GET ${PATH}`)).toBe(2));
  const hasNoneOfOther = () => {
    expect(screen.getByRole('button', { name: 'Export' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Older' })).toBeNull();
  };
  hasNoneOfOther();
  answer.resolve(json({ code: 'internal', message: 'Something went wrong.', requestId: 'r-5' }, 500));
  expect(await screen.findByText('The audit log did not load')).toBeVisible();
  hasNoneOfOther();
});

it('keeps the total and the focus while another page loads', async () => {
  const answer = Promise.withResolvers<Response>();
  const { user, client } = open(({ url }) =>
    url.includes('before=') ? answer.promise : json(aLog({ total: 12, older: 7 })),
  );
  await user.click(await screen.findByRole('link', { name: 'Older' }));
  await waitFor(() => expect(client.api.asked(`GET ${PATH}`)).toBe(2));
  expect(screen.getByRole('link', { name: 'Older' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Export 12 entries' })).toBeVisible();
  answer.resolve(json(aLog()));
});

it('searches the whole organisation in the person filter, including those who have left', async () => {
  const leaver = anAdminPerson({ status: 'deactivated' });
  const { user, client } = open(aLog(), {
    'GET /api/admin/people': () => json(aPeoplePage([leaver])),
    'GET /api/admin/people/21': () => json(anAdminPersonPage(leaver)),
  });
  await user.type(await screen.findByLabelText('About'), 'Jon');
  await user.click(await screen.findByRole('option', { name: /Jonah Reyes/ }));
  expect(client.store.getState().navigation.location.search).toBe('?userId=21');
  expect(client.api.requests.some(({ url }) => url.endsWith('?search=Jon&status=all'))).toBe(true);
  expect(await screen.findByRole('button', { name: 'Remove Jonah Reyes' })).toBeVisible();
});

it('exports the entries that match the filters as a file', async () => {
  const { user, client } = open(
    aLog({ total: 48_211 }),
    { [`POST ${PATH}/export`]: () => new Response('Entry\r\n', { headers: { 'content-type': 'text/csv' } }) },
    '/admin/audit?action=person.deactivated&before=50',
  );
  await user.click(await screen.findByRole('button', { name: 'Export 48,211 entries' }));
  expect(queryOf(client, 'POST')).toBe('action=person.deactivated');
  expect(client.effects).toContain('file audit-log.csv saved');
});

it('shows after which entry the log was changed, and links to it', async () => {
  open(
    aLog({
      integrity: {
        check: { at: '2026-11-22T02:00:00.000Z', entries: 31_207 },
        fault: { seq: 31_208, reason: 'the entry is missing' },
      },
    }),
  );
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The log was changed after entry 31,207');
  expect(alert).toHaveTextContent('the entry is missing');
  expect(screen.getByRole('link', { name: 'Show entry' })).toHaveAttribute(
    'href',
    '/admin/audit?before=31209',
  );
});

it('shows which entries were checked, and checks the whole log on request', async () => {
  const { user, client } = open(aLog(), {
    [`POST ${PATH}/check`]: () => new Response(null, { status: 204 }),
  });
  expect(await screen.findByText('The whole log has not been checked yet')).toBeVisible();
  const integrity = { check: { at: '2026-11-22T02:00:00.000Z', entries: 1_200 }, fault: null };
  client.api.on(`GET ${PATH}`, () => json(aLog({ integrity })));
  await user.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('All 1,200 entries were intact')).toBeVisible();
});

it('shows that no entries match the filters', async () => {
  open(aLog({ data: [], total: 0 }), {}, '/admin/audit?userId=21');
  expect(await screen.findByText('No entries match')).toBeVisible();
});

it('offers a retry if the log failed to load', async () => {
  open(() => json({ code: 'internal', message: 'Something went wrong.', requestId: 'r-5' }, 500));
  expect(await screen.findByText('The audit log did not load')).toBeVisible();
  expect(screen.getByText(/r-5/)).toBeVisible();
});
