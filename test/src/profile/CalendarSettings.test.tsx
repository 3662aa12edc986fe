import { screen, waitFor } from '@testing-library/react';
import type { Calendar } from '#contract/learning/calendar.ts';
import type { AuthPort } from '#src/app/ports/PortsContext.tsx';
import CalendarSettings from '#src/profile/calendar/CalendarSettings.tsx';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { aProfile } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json } from '#test/support/fakeApi.ts';

const ADDRESS = 'https://trellis.example/api/calendar/feeds/1-secret.ics';
const open = (
  calendar: Calendar,
  answers: Record<string, Answer> = {},
  auth: Partial<Pick<AuthPort, 'createSecret'>> = {},
) => {
  const stored = { current: calendar };
  return {
    stored,
    ...show(<CalendarSettings />, {
      client: {
        at: '/profile/calendar',
        answers: {
          'GET /api/profile': () => json(aProfile()),
          'GET /api/calendar': () => json(stored.current),
          'DELETE /api/calendar/feed': () => {
            stored.current = { ...stored.current, feed: null };
            return new Response(null, { status: 204 });
          },
          'DELETE /api/calendar/sources/cccccccccccccccc': () => {
            stored.current = { ...stored.current, sources: [] };
            return json(stored.current);
          },
          ...answers,
        },
      },
      auth: {
        createSecret: async () => {
          stored.current = {
            ...stored.current,
            feed: { createdAt: '2026-11-23T09:00:00.000Z', lastReadAt: null },
          };
          return { address: ADDRESS };
        },
        ...auth,
      },
    }),
  };
};

it('shows a new calendar address once, and never puts it into the store', async () => {
  const { user, client } = open({ feed: null, sources: [], days: [] });
  await user.click(await screen.findByRole('button', { name: 'Create address' }));
  expect(await screen.findByLabelText('Calendar address')).toHaveValue(ADDRESS);
  expect(JSON.stringify(client.store.getState())).not.toContain('1-secret');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText(/No calendar has read it yet/)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByDisplayValue(ADDRESS)).not.toBeInTheDocument());
});

it('asks before it revokes the address', async () => {
  const { user, client } = open({
    feed: { createdAt: '2026-11-23T09:00:00.000Z', lastReadAt: '2026-11-23T10:00:00.000Z' },
    sources: [],
    days: [],
  });
  await user.click(await screen.findByRole('button', { name: 'Revoke address' }));
  expect(screen.getByText(/can no longer read your sessions/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Revoke address' }));
  expect(await screen.findByRole('button', { name: 'Create address' })).toBeInTheDocument();
  await waitFor(() => expect(selectToast(client.state())?.text).toBe('The calendar address is revoked.'));
});

it('no longer says that the address was not renewed after it is revoked', async () => {
  const { user } = open(
    { feed: { createdAt: '2026-11-23T09:00:00.000Z', lastReadAt: null }, sources: [], days: [] },
    {},
    { createSecret: () => Promise.reject(new Error('No answer')) },
  );
  await user.click(await screen.findByRole('button', { name: 'Renew address' }));
  await user.click(screen.getByRole('button', { name: 'Renew address' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Revoke address' }));
  await user.click(screen.getByRole('button', { name: 'Revoke address' }));
  expect(await screen.findByRole('button', { name: 'Create address' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('says what went wrong with a calendar, and removes it', async () => {
  const calendar: Calendar = {
    feed: null,
    sources: [
      {
        sourceId: 'cccccccccccccccc',
        name: 'Work',
        kind: 'address',
        readAt: '2026-11-23T10:00:00.000Z',
        failure: 'The server did not respond within 10 seconds.',
        times: 23,
      },
    ],
    days: [],
  };
  const { user, client } = open(calendar, {
    'POST /api/calendar/sources/cccccccccccccccc/reading': () => json(calendar),
  });
  const toast = () => selectToast(client.state())?.text;
  expect(await screen.findByText(/23 busy times in the next 12 months/)).toBeInTheDocument();
  expect(screen.getByText(/The times from the last reading still apply/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Read now: Work' }));
  await waitFor(() => expect(toast()).toBe('The server did not respond within 10 seconds.'));
  await user.click(screen.getByRole('button', { name: 'Remove: Work' }));
  expect(await screen.findByText('You have not added a calendar.')).toBeInTheDocument();
  await waitFor(() => expect(toast()).toBe('The calendar is removed.'));
});

it('keeps the input when the address of a calendar cannot be read, and keeps it out of the store', async () => {
  const { user, client } = open({ feed: null, sources: [], days: [] });
  await user.click(await screen.findByRole('button', { name: 'Add address' }));
  await user.type(screen.getByLabelText('Name'), 'Work');
  await user.click(screen.getByRole('button', { name: 'Add calendar' }));
  expect(screen.getByText('Address is missing')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Address'), 'https://calendar.example/private-key.ics');
  await user.click(screen.getByRole('button', { name: 'Add calendar' }));
  expect(await screen.findByText('The calendar was not added')).toBeInTheDocument();
  expect(screen.getByLabelText('Address')).toHaveValue('https://calendar.example/private-key.ics');
  expect(JSON.stringify(client.store.getState())).not.toContain('private-key');
});

it('shows consecutive days as one row, and adds days off', async () => {
  const sent: unknown[] = [];
  const { user, stored } = open(
    {
      feed: null,
      sources: [],
      days: ['2026-12-24', '2026-12-25', '2026-12-28'].map((day) => ({ day, hours: null })),
    },
    {
      'PUT /api/calendar/days': async (request) => {
        sent.push(await request.clone().json());
        return json({ ...stored.current, days: [] });
      },
    },
  );
  const list = await screen.findByRole('list', { name: 'Days off and days with other hours' });
  expect(list.children).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Change days' }));
  await user.click(screen.getByRole('button', { name: 'Save days' }));
  expect(screen.getByText('First day is missing')).toBeInTheDocument();
  await user.type(screen.getByLabelText('First day'), '2026-12-30');
  await user.click(screen.getByRole('radio', { name: 'Other hours apply' }));
  await user.click(screen.getByRole('button', { name: 'Save days' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { firstDay: '2026-12-30', lastDay: '2026-12-30', hours: { from: '09:00', until: '17:00' } },
    ]),
  );
});
