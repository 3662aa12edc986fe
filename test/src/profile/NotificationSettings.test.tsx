import { screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '#contract/access/session.ts';
import type { NotificationSettings as Settings } from '#contract/notifications/notificationSettings.ts';
import NotificationSettings from '#src/profile/notifications/NotificationSettings.tsx';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { aProfile, aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

function open(over: Partial<Settings> = {}, roles: Partial<SessionUser['roles']> = {}) {
  const stored: Settings = { bellOff: [], mailOff: [], mutedUntil: null, ...over };
  const answers = {
    'GET /api/profile': () => json(aProfile()),
    'GET /api/notification-settings': () => json(stored),
    'PUT /api/notification-settings': async (request: Request) => {
      Object.assign(stored, await request.json());
      return json(stored);
    },
  };
  const page = (
    <>
      <NotificationSettings />
      <Link to="/home">Elsewhere</Link>
    </>
  );
  return {
    stored,
    ...show(page, {
      client: {
        user: aUser({ roles: { ...aUser().roles, ...roles } }),
        answers,
        at: '/profile/notifications',
      },
    }),
  };
}

it('lists the kinds of the registry, and saves those that are switched off', async () => {
  const { user, stored } = open({ bellOff: ['INVITED_TO_PROGRAM'] });
  const invitations = await screen.findByRole('checkbox', { name: 'Invitations to a program' });
  expect(invitations).not.toBeChecked();
  expect(screen.getByRole('button', { name: 'Save settings' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(invitations);
  await user.click(screen.getByRole('checkbox', { name: 'A topic is completed' }));
  await user.click(screen.getByRole('checkbox', { name: 'Messages I have not read' }));
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() =>
    expect(stored).toEqual({
      bellOff: ['LEARNER_COMPLETED_TOPIC'],
      mailOff: ['UNREAD_MESSAGES'],
      mutedUntil: null,
    }),
  );
  expect(screen.getByRole('button', { name: 'Save settings' })).toHaveAttribute('aria-disabled', 'true');
});

it.each<[string, Partial<SessionUser['roles']>, string[]]>([
  ['a learner', {}, []],
  ['a coach', { isCoach: true }, ['One of my learners selected other topics']],
  [
    'a manager',
    { hasReports: true },
    ['One of my learners selected other topics', 'Someone asks to join one of my programs'],
  ],
  ['the owner of a program', { ownsProgram: true }, ['Someone asks to join one of my programs']],
  ['an author', { mayAuthor: true }, ['A topic of mine is reviewed']],
])('shows %s only the kinds that they can get', async (_who, role, shown) => {
  const none = { isAdmin: false, hasReports: false, mayAuthor: false, isCoach: false };
  const { user, stored } = open({ bellOff: ['PROGRAM_JOIN_REQUESTED'] }, { ...none, ...role });
  await user.click(await screen.findByRole('checkbox', { name: 'Invitations to a program' }));
  for (const name of [
    'One of my learners selected other topics',
    'Someone asks to join one of my programs',
    'A topic of mine is reviewed',
  ])
    expect(screen.queryAllByRole('checkbox', { name })).toHaveLength(shown.includes(name) ? 1 : 0);
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(stored.bellOff).toEqual(['INVITED_TO_PROGRAM', 'PROGRAM_JOIN_REQUESTED']));
});

it('mutes for a while, shows the end, and ends the mute', async () => {
  const { user, client, stored } = open();
  await user.click(await screen.findByRole('button', { name: 'Mute for 1 hour' }));
  await waitFor(() => expect(selectToast(client.state())?.text).toBe('Notifications are muted.'));
  await user.click(await screen.findByRole('button', { name: 'End mute now' }));
  expect(await screen.findByRole('button', { name: 'Mute for 1 hour' })).toBeVisible();
  expect(stored.mutedUntil).toBeNull();
  await waitFor(() => expect(selectToast(client.state())?.text).toBe('Notifications are no longer muted.'));
});

it('keeps the selection when saving fails', async () => {
  const { user, client } = open();
  client.api.on('PUT /api/notification-settings', () => problem(503, 'unavailable'));
  await user.click(await screen.findByRole('checkbox', { name: 'A topic is completed' }));
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your settings were not saved');
  expect(screen.getByRole('checkbox', { name: 'A topic is completed' })).not.toBeChecked();
});

it('says that leaving loses the changes, and stays without saving them', async () => {
  const { user, client } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'A topic is completed' }));
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(dialog).toHaveTextContent('If you leave, your changes are lost.');
  expect(dialog).not.toHaveTextContent('draft');
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
  expect(screen.getByRole('checkbox', { name: 'A topic is completed' })).not.toBeChecked();
  expect(client.api.asked('PUT /api/notification-settings')).toBe(0);
});

it('does not show a mute that has ended', async () => {
  open({ mutedUntil: '2020-01-01T00:00:00.000Z' });
  expect(await screen.findByRole('button', { name: 'Mute for 1 hour' })).toBeVisible();
});
