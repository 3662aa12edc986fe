import { screen, waitFor } from '@testing-library/react';
import type { Profile, ProfileEdit } from '#contract/people.ts';
import EditProfile from '#src/profile/EditProfile.tsx';
import { aUser } from '../../fixtures/people.ts';
import { json, problem } from '../../support/fakeApi.ts';
import { show } from '../support/show.tsx';

const saved: Profile = {
  firstName: 'Lena',
  lastName: 'Larsen',
  emailAddress: 'lena@demo.example',
  title: 'Service lead',
  timeZone: 'Europe/Berlin',
  departmentName: null,
  managerName: null,
  userAvatar: null,
  initials: 'LL',
  lastProfileUpdate: '2026-01-05T08:00:00.000Z',
  version: 3,
};
/** Keeps a profile as the service does: a version that is not the latest is a conflict. */
function service(over: Partial<Profile> = {}) {
  const kept = { current: { ...saved, ...over } };
  const answers = {
    'GET /api/profile': () => json(kept.current),
    'PUT /api/profile': async (request: Request) => {
      const { version, ...edit } = (await request.json()) as ProfileEdit;
      if (version !== kept.current.version) return problem(409, 'conflict');
      kept.current = {
        ...kept.current,
        ...edit,
        version: version + 1,
        lastProfileUpdate: '2026-11-21T10:00:00.000Z',
      };
      return json(kept.current);
    },
  };
  return { kept, answers };
}
const open = async (options: Parameters<typeof show>[1]) => {
  const shown = show(<EditProfile />, options);
  await screen.findByLabelText('First name');
  return shown;
};

it('offers to save only what has changed, and says that it is saved', async () => {
  const { kept, answers } = service();
  const { user } = await open({ client: { answers, at: '/profile/edit' } });
  expect(screen.queryByRole('button', { name: 'Save profile' })).not.toBeInTheDocument();
  await user.clear(screen.getByLabelText('Title'));
  await user.type(screen.getByLabelText('Title'), 'Head of service');
  expect(screen.getByText('1 unsaved change.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Saved.')).toBeInTheDocument();
  expect(kept.current.title).toBe('Head of service');
});

it('takes a new person on to where they were going', async () => {
  const { answers } = service({ lastProfileUpdate: null });
  const { user, client } = await open({
    client: { user: aUser({ lastProfileUpdate: null }), answers, at: '/profile/edit?redirectUrl=%2Fteam' },
  });
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(client.path()).toBe('/team'));
});

it('names at the field what is wrong, takes the focus there and sends nothing', async () => {
  const { kept, answers } = service();
  const { user, client } = await open({ client: { answers, at: '/profile/edit' } });
  const field = screen.getByLabelText('Last name');
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription('Last name is missing');
  expect(screen.getByRole('alert')).toHaveTextContent('Last name is missing');
  expect(client.api.asked('PUT /api/profile')).toBe(0);
  expect(kept.current.version).toBe(3);
});

it('shows what was saved elsewhere in between, and saves what one typed only when one says so', async () => {
  const { kept, answers } = service();
  const { user } = await open({ client: { answers, at: '/profile/edit' } });
  await user.type(screen.getByLabelText('Title'), ' for the north');
  kept.current = { ...kept.current, title: 'Planner', version: 4 };
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Title: Service lead is now Planner')).toBeInTheDocument();
  expect(kept.current.title).toBe('Planner');
  await user.click(screen.getByRole('button', { name: 'Keep what I typed' }));
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(kept.current.title).toBe('Service lead for the north'));
});

it('loses nothing when the service is away', async () => {
  const { answers } = service();
  const { user, client } = await open({ client: { answers, at: '/profile/edit' } });
  await user.type(screen.getByLabelText('First name'), ' Marie');
  client.api.on('PUT /api/profile', () => problem(503, 'unavailable'));
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not saved yet');
  expect(screen.getByLabelText('First name')).toHaveValue('Lena Marie');
  expect(client.state().drafts.texts.profile).toContain('Lena Marie');
});

it('discards one change at once', async () => {
  const { answers } = service();
  const { user } = await open({ client: { answers, at: '/profile/edit' } });
  await user.type(screen.getByLabelText('First name'), 'x');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByLabelText('First name')).toHaveValue('Lena');
});
