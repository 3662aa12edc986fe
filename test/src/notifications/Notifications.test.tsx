import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { notificationChannel } from '#contract/messaging/channels.ts';
import { Notifications } from '#src/notifications/Notifications.tsx';
import { selectNotificationRows } from '#store/notifications/notificationRows.ts';
import { badgeShown } from '#store/notifications/notificationsSlice.ts';
import { aUser, lena, max, TENANT, zoe } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';
import { fakeMessaging } from '#test/support/fakeRealtime.ts';

const channel = notificationChannel(TENANT, 7);
const completed = (programName: string) => ({
  notificationType: 'LEARNER_COMPLETED_TOPIC',
  payload: {
    userId: 9,
    programId: 'aaaaaaaaaaaaaaaa',
    programName,
    extraPayload: { behaviorName: 'Asks before telling' },
  },
});
async function start(person = max, before: unknown[] = [], { isRead = false, user = aUser() } = {}) {
  const messaging = fakeMessaging();
  for (const [index, message] of before.entries())
    messaging.publishAs('server', channel, message, { id: `outbox-row-${index}` });
  if (isRead) messaging.members.set(channel, new Map([['uuid-lena', '99999999999999999']]));
  const shown = show(
    <>
      <Notifications />
      <main>
        elsewhere <button type="button">Outside</button>
      </main>
    </>,
    { client: { user, messaging, answers: { 'GET /api/users': () => json({ data: [person, lena, zoe] }) } } },
  );
  await waitFor(() => expect(shown.client.state().connection.phase).toBe('connected'));
  await waitFor(() => expect(shown.client.state().notifications.status).toBe('loaded'));
  const receive = (message: unknown) =>
    act(async () => {
      messaging.publishAs('server', channel, message, null);
      await waitFor(() => expect(shown.client.state().notifications.newCount).toBe(1));
      shown.client.store.dispatch(badgeShown()); // The saga dispatches this 3.5 s after the start.
    });
  return { ...shown, receive, messaging };
}
const panel = () => screen.getByRole('region', { name: 'Notifications' });

it("shows 'No Recent Notifications' when there are none", async () => {
  const { user } = await start();
  await user.click(screen.getByRole('button', { name: 'Notifications' }));
  expect(await screen.findByText('No Recent Notifications')).toBeInTheDocument();
  expect(panel()).toHaveTextContent('Your recent notifications will appear here');
});

it('counts new notifications on the bell until the panel is opened', async () => {
  const { user, receive } = await start();
  await receive(completed('Lead with questions'));
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  expect(await screen.findByText('Since your last visit')).toBeInTheDocument();
  expect(panel()).toHaveTextContent(
    'Max Mustermann completed the topic Asks before telling in Lead with questions',
  );
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeInTheDocument();
});

it('shows markup in names as text and creates no elements', async () => {
  const hostile = { ...max, firstName: '<img src=x onerror=alert(1)>', lastName: '<b>M</b>' };
  const { user, receive } = await start(hostile);
  await receive(completed('<script>alert(1)</script>'));
  await user.click(await screen.findByRole('button', { name: /1 new/ }));
  await waitFor(() => expect(panel()).toHaveTextContent('<img src=x onerror=alert(1)> <b>M</b> completed'));
  expect(panel()).toHaveTextContent('<script>alert(1)</script>');
  expect(panel().querySelector('script, img')).toBeNull();
});

it('shows the time of a notification in the time zone of the profile', async () => {
  const { user, receive, client } = await start(max, [], { user: aUser({ timeZone: 'Asia/Tokyo' }) });
  await receive(completed('Lead with questions'));
  await user.click(await screen.findByRole('button', { name: /1 new/ }));
  await screen.findByRole('heading', { name: 'Today' });
  const [row] = selectNotificationRows(client.state());
  const inTokyo = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Asia/Tokyo',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  expect(panel()).toHaveTextContent(inTokyo.format(row?.timestamp));
});

it('closes when the user follows a link, which opens the topics of the learner', async () => {
  const { user, receive, client } = await start();
  await receive(completed('Lead with questions'));
  await user.click(await screen.findByRole('button', { name: /1 new/ }));
  await user.click(await screen.findByRole('link', { name: /Max Mustermann completed/ }));
  expect(screen.queryByRole('region', { name: 'Notifications' })).not.toBeInTheDocument();
  expect(client.path()).toBe('/program/aaaaaaaaaaaaaaaa/sessions/9?show=topics');
});

it('closes on a click outside and on Escape, which returns the focus', async () => {
  const { user } = await start();
  const bell = screen.getByRole('button', { name: 'Notifications' });
  await user.click(bell);
  await user.click(
    within(await screen.findByRole('region', { name: 'Notifications' })).getByRole('heading', { level: 2 }),
  );
  expect(panel()).toBeInTheDocument();
  await user.click(screen.getByText('elsewhere'));
  expect(screen.queryByRole('region', { name: 'Notifications' })).not.toBeInTheDocument();
  await user.click(bell);
  await screen.findByRole('region', { name: 'Notifications' });
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Notifications' })).not.toBeInTheDocument(),
  );
  expect(bell).toHaveFocus();
});

it('shows an unknown type with a general text and no link', async () => {
  const { user, receive } = await start();
  await receive({ notificationType: 'SOMETHING_OF_TOMORROW', payload: { userId: 9 } });
  await user.click(await screen.findByRole('button', { name: /1 new/ }));
  await waitFor(() => expect(panel()).toHaveTextContent(/Max Mustermann accomplished/));
  expect(within(panel()).queryByRole('link')).not.toBeInTheDocument();
});

it('bundles similar notifications about several people, and shows each with its link on request', async () => {
  const of = (userId: number) => ({
    ...completed('Leading'),
    payload: { ...completed('Leading').payload, userId },
  });
  const { user } = await start(max, [of(9), of(12), of(9)]);
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  expect(await screen.findByText('2 people')).toBeInTheDocument();
  expect(within(panel()).queryByRole('link')).not.toBeInTheDocument();
  const toggle = within(panel()).getByRole('button', { name: 'Show all 3' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await user.click(toggle);
  expect(within(panel()).getAllByRole('link', { name: /Max Mustermann completed/ })).toHaveLength(2);
  expect(within(panel()).getAllByRole('link', { name: /Zoë O'Neil completed/ })).toHaveLength(1);
  await user.click(within(panel()).getByRole('button', { name: 'Show less' }));
  expect(within(panel()).queryByRole('link')).not.toBeInTheDocument();
});

it('keeps an expanded bundle and the focus when notifications arrive above it', async () => {
  const of = (userId: number) => ({
    ...completed('Leading'),
    payload: { ...completed('Leading').payload, userId },
  });
  const { user, messaging } = await start(max, [of(9), of(12)], { isRead: true });
  const arrive = (name: string) =>
    act(async () => {
      messaging.publishAs('server', channel, completed(name), null);
      await waitFor(() => expect(panel()).toHaveTextContent(name));
    });
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  await user.click(await screen.findByRole('button', { name: 'Show all 2' }));
  const toggle = screen.getByRole('button', { name: 'Show less' });
  await arrive('Program 1.');
  expect(toggle).toHaveFocus();
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const link = screen.getByRole('link', { name: /Program 1/ });
  act(() => link.focus());
  await arrive('Program 2.');
  expect(link).toHaveFocus();
});

it('groups notifications by day, and loads older pages until none are left', async () => {
  const many = Array.from({ length: 130 }, (_, n) => completed(`Program ${n + 1}.`));
  const { user, client } = await start(max, many, { isRead: true });
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeInTheDocument();
  expect(client.state().notifications.ids).toHaveLength(100);
  // jsdom has no layout, so each scroll event is at the end.
  for (let turn = 0; turn < 6; turn++) fireEvent.scroll(panel());
  await waitFor(() => expect(client.state().notifications.ids).toHaveLength(130));
  for (let turn = 0; turn < 6; turn++) fireEvent.scroll(panel());
  expect(await screen.findByText('Program 1.')).toBeInTheDocument();
  expect(screen.queryByText('Program 130.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
});

it('closes when the focus moves outside', async () => {
  const { user } = await start(max, [completed('Program 1.')]);
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  const row = await screen.findByRole('link', { name: /Program 1/ });
  act(() => row.focus());
  expect(row).toBeInTheDocument();
  act(() => screen.getByRole('button', { name: 'Outside' }).focus());
  await waitFor(() => expect(row).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Outside' })).toHaveFocus();
});

it('moves the focus to the last row when older notifications are loaded by keyboard', async () => {
  const many = Array.from({ length: 130 }, () => completed('Always the same.'));
  const { user, client } = await start(max, many, { isRead: true });
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  const older = await screen.findByRole('button', { name: 'Show older' });
  const [row] = within(panel()).getAllByRole('link');
  act(() => older.focus());
  await user.keyboard('{Enter}');
  expect(row).toHaveFocus();
  await waitFor(() => expect(client.state().notifications.ids).toHaveLength(130));
  expect(older).not.toBeInTheDocument();
  expect(row).toHaveFocus();
});

it('fades out the badge with its last number', async () => {
  const { user, receive, container } = await start();
  await receive(completed('Lead with questions'));
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
  const badge = container.querySelector('.badge');
  expect(badge).toHaveTextContent('1');
  expect(badge).toHaveAttribute('data-fading', 'true');
});

it('reports invalid notifications and shows the valid ones', async () => {
  const { user, client } = await start(max, [{ notificationType: 7 }, 'broken', null, completed('Fine')]);
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  expect(await within(panel()).findAllByRole('listitem')).toHaveLength(1);
  expect(client.errors.filter(({ where }) => where.startsWith('notification on'))).toHaveLength(3);
});
