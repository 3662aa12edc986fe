import { act, screen, waitFor } from '@testing-library/react';
import type { Profile } from '#contract/profile.ts';
import { Toasts } from '#src/app/shell/Toasts.tsx';
import EditProfile from '#src/profile/edit/EditProfile.tsx';
import { aProfile, aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

/** Stores a profile like the server: an outdated version is a conflict. */
function profileServer(over: Partial<Profile> = {}) {
  const stored = { current: aProfile(over) };
  const answers = {
    'GET /api/profile': () => json(stored.current),
    'PUT /api/profile': async (request: Request) => {
      const { version, ...edit } = (await request.json()) as Profile;
      if (version !== stored.current.version) return problem(409, 'conflict');
      stored.current = {
        ...stored.current,
        ...edit,
        version: version + 1,
        lastProfileUpdate: '2026-11-21T10:00:00.000Z',
      };
      return json(stored.current);
    },
  };
  return { stored, answers };
}
const open = async (options: Parameters<typeof show>[1]) => {
  const shown = show(
    <>
      <EditProfile />
      <Toasts />
    </>,
    options,
  );
  await screen.findByLabelText('First name');
  return shown;
};

it('offers to save after a change, and confirms the save', async () => {
  const { stored, answers } = profileServer();
  const { user } = await open({ client: { answers, at: '/profile/edit' } });
  expect(screen.queryByRole('button', { name: 'Save profile' })).not.toBeInTheDocument();
  await user.clear(screen.getByLabelText('Title'));
  await user.type(screen.getByLabelText('Title'), 'Head of service');
  expect(screen.getByText('1 unsaved change.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  // The form itself says nothing more.
  expect(await screen.findByText(/profile.* saved/i)).toHaveTextContent('Your profile is saved.');
  expect(stored.current.title).toBe('Head of service');
  // The button is gone.
  expect(screen.getByRole('heading', { name: 'About you' })).toHaveFocus();
});

it('redirects a new user to the requested page', async () => {
  const { stored, answers } = profileServer({ lastProfileUpdate: null });
  const { user, client } = await open({
    client: { user: aUser({ lastProfileUpdate: null }), answers, at: '/profile/edit?redirectUrl=%2Fteam' },
  });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome to Trellis, ');
  expect(screen.getByRole('region', { name: 'Save profile' })).toHaveTextContent(
    'Are these details correct?',
  );
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull();
  // The other pages of the profile cannot be opened yet.
  expect(screen.queryByRole('tab')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(client.path()).toBe('/team'));
  // The person has no time zone yet, so the form suggested the browser's.
  expect(stored.current.timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

it('shows an error next to the field, moves the focus there and sends nothing', async () => {
  const { stored, answers } = profileServer();
  const { user, client } = await open({ client: { answers, at: '/profile/edit' } });
  const field = screen.getByLabelText('Last name');
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription('Last name is missing');
  expect(screen.getByRole('alert')).toHaveTextContent('Last name is missing');
  expect(client.api.asked('PUT /api/profile')).toBe(0);
  expect(stored.current.version).toBe(3);
});

it('shows changes made elsewhere, and overwrites them only on request', async () => {
  const { stored, answers } = profileServer();
  const { user } = await open({ client: { answers, at: '/profile/edit' } });
  await user.type(screen.getByLabelText('Title'), ' for the north');
  stored.current = { ...stored.current, title: 'Planner', version: 4 };
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Title: changed from “Service lead” to “Planner”')).toBeInTheDocument();
  expect(screen.getByText(/^Your profile was changed elsewhere/)).toHaveFocus();
  expect(stored.current.title).toBe('Planner');
  await user.click(screen.getByRole('button', { name: 'Keep my changes' }));
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(stored.current.title).toBe('Service lead for the north'));
});

it('keeps what another person saved in the fields that the user did not change', async () => {
  const { stored, answers } = profileServer();
  const { user, client } = await open({ client: { answers, at: '/profile/edit' } });
  await user.type(screen.getByLabelText('Pronouns'), 'she/her');
  expect(client.state().drafts.texts.profile).toBe('{"pronouns":"she/her"}');
  stored.current = { ...stored.current, title: 'Planner', version: 4 };
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await user.click(await screen.findByRole('button', { name: 'Keep my changes' }));
  expect(screen.getByLabelText('Title')).toHaveValue('Planner');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(stored.current).toMatchObject({ title: 'Planner', pronouns: 'she/her' }));
});

it('saves without a question after a change of something that the form does not show', async () => {
  const { stored, answers } = profileServer();
  const { user } = await open({ client: { answers, at: '/profile/edit' } });
  await user.type(screen.getByLabelText('Pronouns'), 'she/her');
  stored.current = { ...stored.current, emailAddress: 'lena.new@demo.example', version: 4 };
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(stored.current).toMatchObject({ pronouns: 'she/her', version: 5 }));
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
});

it('keeps the input when saving fails', async () => {
  const { answers } = profileServer();
  const { user, client } = await open({ client: { answers, at: '/profile/edit' } });
  await user.type(screen.getByLabelText('First name'), ' Marie');
  client.api.on('PUT /api/profile', () => problem(503, 'unavailable'));
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not saved yet');
  expect(screen.getByLabelText('First name')).toHaveValue('Lena Marie');
  expect(client.state().drafts.texts.profile).toContain('Lena Marie');
});

it('discards a single change without a confirmation', async () => {
  const { answers } = profileServer();
  const { user } = await open({ client: { answers, at: '/profile/edit' } });
  await user.type(screen.getByLabelText('First name'), 'x');
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(screen.getByLabelText('First name')).toHaveValue('Lena');
});

it('finds a time zone by its city', async () => {
  const { stored, answers } = profileServer();
  const { user, client } = await open({ client: { answers, at: '/profile/edit' } });
  const field = screen.getByRole('combobox', { name: 'Time zone' });
  expect(field).toHaveValue('Europe/Berlin');
  await user.type(field, 'new york{Enter}', { initialSelectionStart: 0, initialSelectionEnd: 20 });
  expect(field).toHaveValue('America/New York');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Your profile is saved.')).toBeInTheDocument();
  expect(stored.current.timeZone).toBe('America/New_York');
  // From now on, the whole screen uses it.
  expect(client.state().session.user?.timeZone).toBe('America/New_York');
});

it('saves pronouns, formats, working hours and topics, and writes dates in the chosen format', async () => {
  const { stored, answers } = profileServer();
  const { user, client } = await open({ client: { answers, at: '/profile/edit' } });
  await user.type(screen.getByLabelText('Pronouns'), 'she/her');
  await user.selectOptions(screen.getByLabelText('Dates and numbers'), 'German (Germany)');
  // Without a day there are no hours.
  expect(screen.queryByLabelText('From')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Monday' }));
  expect(screen.getByLabelText('From')).toHaveValue('09:00');
  await user.click(screen.getByRole('checkbox', { name: 'Tuesday' }));
  await user.type(screen.getByLabelText('Topics you can help with'), 'giving feedback, planning, planning');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Your profile is saved.')).toBeInTheDocument();
  expect(stored.current).toMatchObject({
    pronouns: 'she/her',
    locale: 'de-DE',
    workingHours: { days: [1, 2], from: '09:00', until: '17:00' },
    helpTopics: ['giving feedback', 'planning'],
  });
  expect(client.state().session.user?.locale).toBe('de-DE');
});

it('leaves the other hours open when the last of them is removed', async () => {
  const other = { 1: { from: '10:00', until: '14:00' } };
  const { answers } = profileServer({ workingHours: { days: [1, 2], from: '09:00', until: '17:00', other } });
  const { user } = await open({ client: { answers, at: '/profile/edit' } });
  const monday = screen.getByRole('checkbox', { name: 'Other hours on Monday' });
  expect(monday).toBeVisible();
  await user.click(monday);
  expect(monday).not.toBeChecked();
  expect(monday).toBeVisible();
  expect(monday).toHaveFocus();
});

it('shows next to the field that working hours end before they begin', async () => {
  const { answers } = profileServer({ workingHours: { days: [1], from: '09:00', until: '17:00' } });
  const { user, client } = await open({ client: { answers, at: '/profile/edit' } });
  await user.clear(screen.getByLabelText('Until'));
  await user.type(screen.getByLabelText('Until'), '08:00');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Working hours must end after they begin');
  expect(screen.getByRole('group', { name: 'Working hours' })).toHaveFocus();
  expect(client.api.asked('PUT /api/profile')).toBe(0);
});

it('keeps the time in the chosen time zone current', async () => {
  jest.useFakeTimers({ advanceTimers: true, now: new Date('2026-11-21T10:00:30Z') });
  try {
    const { answers } = profileServer();
    await open({ client: { answers, at: '/profile/edit' } });
    expect(screen.getByText(/^It is 11:00\sAM there now\.$/)).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.getByText(/^It is 11:01\sAM there now\.$/)).toBeInTheDocument();
  } finally {
    jest.useRealTimers();
  }
});

it('leads to the other pages of the profile', async () => {
  const { answers } = profileServer();
  const { client, user } = await open({ client: { answers, at: '/profile/edit' } });
  expect(screen.getByRole('tabpanel', { name: 'About you' })).toContainElement(
    screen.getByLabelText('First name'),
  );
  await user.click(screen.getByRole('tab', { name: 'Notifications' }));
  expect(client.path()).toBe('/profile/notifications');
});
