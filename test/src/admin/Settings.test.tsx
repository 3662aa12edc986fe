import { screen, waitFor, within } from '@testing-library/react';
import type { Settings as AllSettings } from '#contract/administration/settings.ts';
import Settings from '#src/admin/settings/Settings.tsx';
import { accentCss } from '#src/app/accentSheet.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { type Answer, json } from '#test/support/fakeApi.ts';

const someSettings = (over: Partial<AllSettings> = {}): AllSettings => ({
  version: 3,
  name: 'Demo',
  accent: null,
  logo: null,
  signInText: null,
  timeZone: 'UTC',
  locale: null,
  quietHours: null,
  checkInCadence: 'weekly',
  managersMayLaunch: false,
  minGroupSize: 5,
  mailRecordDays: 30,
  linkRecordDays: 30,
  checkInDays: null,
  deactivatedDays: null,
  changedBy: null,
  changedAt: null,
  ...over,
});

/** A server that stores what it receives. `PATCH` requires the current version. */
function open(
  at: string,
  start: Partial<AllSettings> = {},
  more: Record<string, Answer> = {},
  drafts = fakeDrafts(),
) {
  const server = { settings: someSettings(start), changes: [] as Record<string, unknown>[] };
  const view = show(<Settings />, {
    client: {
      at,
      drafts,
      user: aUser({ isAdmin: true }),
      answers: {
        'GET /api/admin/settings': () => json(server.settings),
        'PATCH /api/admin/settings': async (request) => {
          const { version, ...change } = (await request.json()) as AllSettings;
          if (version !== server.settings.version)
            return json({ code: 'conflict', message: 'Changed meanwhile.', requestId: 'r' }, 409);
          server.changes.push(change);
          server.settings = { ...server.settings, ...change, version: version + 1 };
          return json(server.settings);
        },
        ...more,
      },
    },
  });
  return { ...view, server };
}
const PAGES = [
  ['/admin/settings', 'General'],
  ['/admin/settings/branding', 'Branding'],
  ['/admin/settings/programs', 'Programs and check-ins'],
  ['/admin/settings/privacy', 'Privacy and retention'],
] as const;

it.each(PAGES)('shows the page %s and marks it in the list', async (at, label) => {
  open(at);
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1, name: label })).not.toHaveClass('visually-hidden'),
  );
  const list = screen.getByRole('navigation', { name: 'Settings' });
  expect(within(list).getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page');
});

it('saves only the changed fields and shows a new name and colour immediately', async () => {
  const { user, server, client } = open('/admin/settings/branding');
  const name = await screen.findByRole('textbox', { name: 'Organisation name' });
  await user.clear(name);
  await user.type(name, 'Harbourline');
  await user.type(screen.getByRole('textbox', { name: 'Your colour' }), '#2F8FD8');
  expect(screen.getByText('2 unsaved changes')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save branding' }));
  await waitFor(() => expect(server.changes).toEqual([{ name: 'Harbourline', accent: '#2f8fd8' }]));
  await waitFor(() => expect(screen.queryByText(/unsaved/)).toBeNull());
  expect(selectUser(client.store.getState())).toMatchObject({
    tenantName: 'Harbourline',
    organisation: { accent: '#2f8fd8' },
  });
});

it('checks the colour while the user types, and shows the corrected colour', async () => {
  const { user } = open('/admin/settings/branding');
  const colour = await screen.findByRole('textbox', { name: 'Your colour' });
  await user.type(colour, '#2f8f');
  expect(screen.queryByRole('table')).toBeNull();
  await user.type(colour, 'd8');
  const table = await screen.findByRole('table', { name: 'Contrast check' });
  expect(screen.getByText('Adjusted for light and dark screens')).toBeInTheDocument();
  const row = within(table).getByRole('row', { name: /^Text on buttons/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    '3.4:1 is too low',
    expect.stringMatching(/^[4-9]\.\d:1$/),
    expect.stringMatching(/^[4-9]\.\d:1$/),
  ]);
  await user.clear(colour);
  await user.type(colour, '#123');
  await user.click(screen.getByRole('button', { name: 'Save branding' }));
  expect(await screen.findByText('Your colour must be a colour such as #1d6b57')).toBeInTheDocument();
});

it('compares the values if another administrator saved first, and saves the chosen one', async () => {
  const hanna = { userId: 9, firstName: 'Hanna', lastName: 'Okafor', initials: 'HO', userAvatar: null };
  const { user, server } = open('/admin/settings/privacy');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Smallest group' }), '8 people');
  server.settings = someSettings({
    version: 4,
    minGroupSize: 12,
    changedBy: hanna,
    changedAt: '2026-11-21T09:12:00.000Z',
  });
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  const notice = await screen.findByText(/^Changed by Hanna Okafor on/);
  expect(document.activeElement).toContainElement(notice);
  expect(document.activeElement).not.toHaveTextContent('Retention');
  expect(screen.getByText('Smallest group: now “12 people”, yours “8 people”')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Keep my changes' }));
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(server.changes).toEqual([{ minGroupSize: 8 }]));
});

it('moves the focus to the first wrong field, also when it is saved again', async () => {
  const { user } = open('/admin/settings/branding');
  const name = await screen.findByRole('textbox', { name: 'Organisation name' });
  await user.clear(name);
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await user.click(screen.getByRole('button', { name: 'Save branding' }));
    await waitFor(() => expect(name).toHaveFocus());
  }
});

it('shows the conflict again after a reload, and never replaces the other value unasked', async () => {
  const drafts = fakeDrafts();
  const before = open('/admin/settings/branding', { signInText: 'Welcome' }, {}, drafts);
  const text = await screen.findByRole('textbox', { name: 'Text under “Welcome back”' });
  await before.user.type(text, ' to Harbourline');
  before.unmount();
  const theirs = { signInText: 'Hello', name: 'Demo Ltd', version: 4 };
  const { user, server } = open('/admin/settings/branding', theirs, {}, drafts);
  expect(await screen.findByDisplayValue('Welcome to Harbourline')).toBeInTheDocument();
  const notice = screen.getByRole('alert');
  expect(notice).toHaveTextContent('now “Hello”, yours “Welcome to Harbourline”');
  expect(notice).toHaveTextContent('Organisation name: now “Demo Ltd”');
  await user.click(screen.getByRole('button', { name: 'Save branding' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save branding' })).toBeEnabled());
  expect(server.changes).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Keep my changes' }));
  await user.click(screen.getByRole('button', { name: 'Save branding' }));
  await waitFor(() => expect(server.changes).toEqual([{ signInText: 'Welcome to Harbourline' }]));
});

it('keeps a draft without a notice if another administrator saved another page of the settings', async () => {
  const drafts = fakeDrafts();
  const before = open('/admin/settings/branding', {}, {}, drafts);
  await before.user.type(await screen.findByRole('textbox', { name: 'Organisation name' }), ' Ltd');
  before.unmount();
  const { user, server } = open('/admin/settings/branding', { minGroupSize: 8, version: 4 }, {}, drafts);
  expect(await screen.findByDisplayValue('Demo Ltd')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save branding' }));
  await waitFor(() => expect(server.changes).toEqual([{ name: 'Demo Ltd' }]));
});

it('says what a shorter retention time deletes before it saves', async () => {
  const { user, server } = open('/admin/settings/privacy', { linkRecordDays: 30 });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Old check-ins' }), '1 year');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  const dialog = await screen.findByRole('dialog', { name: 'Keep data for a shorter time?' });
  expect(dialog).toHaveTextContent(
    'Check-ins that began more than 1 year ago are deleted within an hour, with their comments and follow-ups. This cannot be undone.',
  );
  expect(server.changes).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('1 unsaved change')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await user.click(await screen.findByRole('button', { name: 'Save and delete' }));
  await waitFor(() => expect(server.changes).toEqual([{ checkInDays: 365 }]));

  await user.selectOptions(screen.getByRole('combobox', { name: 'Old check-ins' }), '2 years');
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Expired invitations and password links' }),
    '60 days',
  );
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(server.changes[1]).toEqual({ linkRecordDays: 60, checkInDays: 730 }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('uploads a logo immediately, and shows why one is refused', async () => {
  const { user } = open(
    '/admin/settings/branding',
    {},
    {
      'PUT /api/admin/settings/logo': ({ headers }) =>
        headers.get('content-type') === 'image/png'
          ? json(someSettings({ logo: '/api/logos/abcdefghijklmnop' }))
          : json({ code: 'unsupported-type', message: 'Choose a picture.', requestId: 'r' }, 415),
    },
  );
  const input = await screen.findByLabelText('Logo file');
  await user.upload(input, new File(['x'], 'logo.webp', { type: 'image/webp' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The logo was not saved. Choose a picture.');
  await user.upload(input, new File(['x'], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByRole('img', { name: 'Logo of your organisation' })).toHaveAttribute(
    'src',
    '/api/logos/abcdefghijklmnop',
  );
});

it('saves quiet hours with a start and an end', async () => {
  const { user, server } = open('/admin/settings');
  await user.click(await screen.findByRole('checkbox', { name: 'Keep quiet hours' }));
  expect(screen.getByLabelText('From')).toHaveValue('20:00');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(server.changes).toEqual([{ quietHours: { from: '20:00', until: '07:00' } }]));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Keep quiet hours' })).toHaveFocus());
});

it('replaces only the primary colours, in both schemes', () => {
  const css = accentCss('#2f8fd8');
  expect(css).toMatch(/^:root\[data-color-scheme="light"\]\{--primary:#[0-9a-f]{6};/);
  expect(css).toContain(':root[data-color-scheme="dark"]{--primary:');
  expect(css).not.toMatch(/amber|berry|paper|--text:/);
});
