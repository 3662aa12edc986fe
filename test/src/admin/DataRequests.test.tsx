import { screen, within } from '@testing-library/react';
import type { DataRequests as Requests } from '#contract/administration/dataRequests.ts';
import DataRequests from '#src/admin/data-requests/DataRequests.tsx';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';

const open = (requests: Requests) =>
  show(<DataRequests />, {
    client: {
      user: aUser({ isAdmin: true }),
      at: '/admin/data-requests',
      answers: { 'GET /api/admin/data-requests': () => json(requests) },
    },
  });
const person = { userId: 9, firstName: 'Max', lastName: 'Mustermann', initials: 'MM', userAvatar: null };
const request: Requests['data'][number] = {
  requestId: 'aaaaaaaaaaaaaaaa',
  kind: 'erasure',
  state: 'waiting',
  person,
  requestedAt: '2026-11-21T10:00:00.000Z',
  dueAt: '2026-12-05T10:00:00.000Z',
  endedAt: null,
  byRule: false,
};

it('lists open requests with their deadlines, and ended ones with their result', async () => {
  const ended: Requests['data'][number] = {
    ...request,
    requestId: 'bbbbbbbbbbbbbbbb',
    kind: 'export',
    state: 'done',
    endedAt: '2026-11-21T10:05:00.000Z',
  };
  open({ data: [{ ...request, byRule: true }, ended], open: 1 });
  expect(await screen.findByText('1 open request')).toBeVisible();
  const [, first, second] = screen.getAllByRole('row').map((row) => within(row));
  expect(first?.getByRole('link', { name: 'Max Mustermann' })).toHaveAttribute('href', '/admin/people/9');
  expect(first?.getByText('Dec 5, 2026')).toBeVisible();
  expect(first?.getByText('Waiting')).toBeVisible();
  expect(first?.getByText('By the retention setting')).toBeVisible();
  expect(second?.getByText('Done on Nov 21, 2026')).toBeVisible();
});

it('shows that there are no requests', async () => {
  open({ data: [], open: 0 });
  expect(await screen.findByText('No data requests')).toBeVisible();
});

it('says that more requests are open than it lists', async () => {
  open({ data: [request], open: 350 });
  expect(await screen.findByText(/350 open requests/)).toHaveTextContent(
    '350 open requests. The next one is listed.',
  );
});
