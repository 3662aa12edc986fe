import { screen, waitFor, within } from '@testing-library/react';
import type { SignOnChange, SignOnDomain, SignOnSettings } from '#contract/administration/signOn.ts';
import Settings from '#src/admin/settings/Settings.tsx';
import type { AuthPort } from '#src/app/ports/PortsContext.tsx';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { type Answer, json } from '#test/support/fakeApi.ts';

const SAVED: NonNullable<SignOnSettings['settings']> = {
  issuer: 'https://login.harbourline.example',
  clientId: 'trellis-prod',
  secretSavedAt: '2026-11-21T15:00:00.000Z',
  mode: 'allowed',
  emergencyAdminId: null,
  createsPeople: false,
  groups: [],
  testedAt: null,
  version: 1,
  changedBy: null,
  changedAt: null,
};
const TESTED = { ...SAVED, testedAt: '2026-11-21T16:02:00.000Z' };
const OWN: SignOnDomain = {
  domain: 'harbourline.example',
  people: 1271,
  isVerified: true,
  verifiedAt: '2026-11-21T12:00:00.000Z',
  record: null,
};
const WAITING: SignOnDomain = {
  domain: 'harbourline.test',
  people: 0,
  isVerified: false,
  verifiedAt: null,
  record: 'trellis-verify=5c0e1b92a4d7',
};
const someSettings = (over: Partial<SignOnSettings> = {}): SignOnSettings => ({
  settings: null,
  redirectUri: 'https://harbourline.example/api/auth/sign-on/callback/pool',
  domains: [OWN],
  test: null,
  administrators: [{ userId: 1, name: 'Adaeze Okonkwo' }],
  peopleWithPassword: 1284,
  peopleWithoutPassword: 0,
  peopleWithoutDomain: 13,
  ...over,
});

/** A server that stores what is saved. */
function open(
  start: Partial<SignOnSettings> = {},
  {
    answers = {},
    auth = {},
    drafts = fakeDrafts(),
  }: {
    answers?: Record<string, Answer>;
    auth?: Partial<AuthPort>;
    drafts?: ReturnType<typeof fakeDrafts>;
  } = {},
) {
  const server = { settings: someSettings(start), saved: [] as SignOnChange[] };
  const saveSignOn = async (change: SignOnChange) => {
    server.saved.push(change);
    const { clientSecret: _secret, ...kept } = change;
    server.settings = { ...server.settings, settings: { ...SAVED, ...server.settings.settings, ...kept } };
    return server.settings;
  };
  const view = show(<Settings />, {
    client: {
      at: '/admin/settings/sign-on',
      drafts,
      user: aUser({ isAdmin: true }),
      answers: {
        'GET /api/admin/sign-on': () => json(server.settings),
        'GET /api/admin/departments': () =>
          json({
            data: [
              { departmentId: 7, name: 'Operations', parentId: null },
              { departmentId: 8, name: 'Warehouses', parentId: 7 },
            ].map((one) => ({ ...one, head: null, direct: 0, total: 0 })),
            withoutDepartment: 0,
            people: 0,
          }),
        ...answers,
      },
    },
    auth: { saveSignOn, ...auth },
  });
  return { ...view, server };
}
const radio = (name: string) => screen.findByRole('radio', { name });

it('saves the provider for the first time, and keeps the client secret out of the state and the draft', async () => {
  const { user, server, client } = open();
  const test = await screen.findByRole('button', { name: 'Test sign-in' });
  expect(test).toHaveAttribute('aria-disabled', 'true');
  expect(test).toHaveAccessibleDescription('Save the issuer URL, client ID and secret first.');
  await user.type(screen.getByLabelText('Issuer URL'), 'https://login.harbourline.example');
  await user.type(screen.getByLabelText('Client ID'), 'trellis-prod');
  await user.click(screen.getByRole('button', { name: 'Save sign-on' }));
  expect(screen.getByText('Client secret is missing')).toBeVisible();
  await user.type(screen.getByLabelText('Client secret'), 'known only to the provider');
  expect(screen.getByText('3 unsaved changes')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save sign-on' }));
  await waitFor(() => expect(screen.queryByText(/unsaved/)).toBeNull());
  expect(server.saved).toEqual([
    {
      issuer: 'https://login.harbourline.example',
      clientId: 'trellis-prod',
      clientSecret: 'known only to the provider',
      mode: 'off',
      emergencyAdminId: null,
      createsPeople: false,
      groups: [],
      version: 0,
    },
  ]);
  expect(screen.getByLabelText('Client secret')).toHaveValue('Saved on Nov 21, 2026');
  expect(screen.getByRole('button', { name: 'Test sign-in' })).not.toHaveAttribute('aria-disabled');
  expect(JSON.stringify(client.state())).not.toContain('known only to the provider');
});

it('replaces the secret only when a new one is typed', async () => {
  const { user, server } = open({ settings: TESTED });
  await user.click(await screen.findByRole('button', { name: 'Replace' }));
  const secret = screen.getByLabelText('Client secret');
  expect(secret).toHaveFocus();
  expect(screen.queryByText(/unsaved/)).toBeNull();
  await user.type(secret, 'another');
  expect(screen.getByText('Not tested')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Test sign-in' })).toHaveAccessibleDescription(
    'Save your changes first. The test uses the saved values.',
  );
  await user.click(screen.getByRole('button', { name: 'Keep the saved one' }));
  await user.click(screen.getByRole('checkbox', { name: 'Create people on their first sign-in' }));
  await user.click(screen.getByRole('button', { name: 'Save sign-on' }));
  await waitFor(() => expect(server.saved).toHaveLength(1));
  expect(server.saved[0]).toMatchObject({ createsPeople: true });
  expect(server.saved[0]).not.toHaveProperty('clientSecret');
});

it('says before the user leaves that a typed secret is not kept', async () => {
  const { user } = open({ settings: TESTED });
  const leave = async () => {
    await user.click(screen.getByRole('link', { name: 'General' }));
    return screen.findByRole('dialog', { name: 'Leave without saving?' });
  };
  await user.click(await screen.findByRole('button', { name: 'Replace' }));
  await user.type(screen.getByLabelText('Client secret'), 'another');
  expect(await leave()).toHaveTextContent(
    'The client secret is not saved yet. If you leave, your changes are lost.',
  );
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  await user.click(screen.getByRole('checkbox', { name: 'Create people on their first sign-in' }));
  expect(await leave()).toHaveTextContent(
    'If you leave, you have to enter the client secret again. Your draft is kept',
  );
});

it('offers “Single sign-on only” after a test and the choice of an emergency administrator, and shows who is affected', async () => {
  const { user, server } = open({ settings: TESTED });
  const only = await radio('Single sign-on only');
  expect(only).toBeDisabled();
  expect(only).toHaveAccessibleDescription(/Possible after you choose an emergency administrator/);
  await user.selectOptions(screen.getByLabelText('Emergency administrator'), 'Adaeze Okonkwo');
  expect(only).toBeEnabled();
  expect(only).toHaveAccessibleDescription(
    'The passwords and passkeys of 1,283 people stop working. 13 people on an unverified domain cannot sign in.',
  );
  await user.click(only);
  await user.click(screen.getByRole('button', { name: 'Save sign-on' }));
  await waitFor(() => expect(server.saved[0]).toMatchObject({ mode: 'enforced', emergencyAdminId: 1 }));
});

it('does not offer “Single sign-on only” for values that were not tested', async () => {
  const { user } = open({ settings: { ...TESTED, emergencyAdminId: 1 } });
  const only = await radio('Single sign-on only');
  expect(only).toBeEnabled();
  await user.type(screen.getByLabelText('Client ID'), '-2');
  expect(only).toBeDisabled();
  expect(only).toHaveAccessibleDescription(/Possible after a successful test/);
});

it('shows how many people must set a password when single sign-on is switched off', async () => {
  open({ settings: SAVED, peopleWithoutPassword: 3 });
  expect(await radio('Password only')).toHaveAccessibleDescription(/3 people have no password/);
});

it('opens the provider for a test, and explains why if that is not possible', async () => {
  const data = { code: 'not-possible', message: 'Your identity provider could not be used.', requestId: 'r' };
  const testSignOn = jest.fn<Promise<void>, []>(() => Promise.reject({ status: 422, data }));
  const { user } = open({ settings: SAVED }, { auth: { testSignOn } });
  await user.click(await screen.findByRole('button', { name: 'Test sign-in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your identity provider could not be used.');
  testSignOn.mockResolvedValue();
  await user.click(screen.getByRole('button', { name: 'Test sign-in' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(testSignOn).toHaveBeenCalledTimes(2);
});

it('shows the claims of the last test and the purpose of each', async () => {
  const claims = [
    { name: 'email', value: 'adaeze@harbourline.example' },
    { name: 'groups', value: 'people-team' },
    { name: 'locale', value: 'en' },
  ];
  open({
    settings: { ...TESTED, groups: [{ group: 'people-team', departmentId: 8 }] },
    test: { state: 'passed', at: TESTED.testedAt, refusal: null, detail: null, claims },
  });
  const table = await screen.findByRole('table', { name: 'Claims of the last test' });
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual([
    'emailadaeze@harbourline.exampleFinding the person at the first sign-in',
    'groupspeople-teamDepartment and administrator right',
    'localeenNot used',
  ]);
});

it('shows why a test failed and what to do', async () => {
  const detail = 'elsewhere.example is not a verified domain of the organisation.';
  open({
    settings: SAVED,
    test: { state: 'failed', at: TESTED.testedAt, refusal: 'domain', detail, claims: [] },
  });
  expect(await screen.findByText('The test failed')).toBeVisible();
  expect(screen.getByText(/^Add and verify the domain/)).toBeVisible();
  expect(screen.getByText(detail)).toBeVisible();
});

it('adds a domain, checks its TXT record and removes it', async () => {
  const verified = { ...WAITING, isVerified: true, record: null };
  const check = '/api/admin/sign-on/domains/harbourline.test/verification';
  const refused = {
    code: 'not-possible',
    message: 'The TXT record was not found at harbourline.test.',
    requestId: 'r',
  };
  const { user, client } = open(
    {},
    {
      answers: {
        'POST /api/admin/sign-on/domains': () => json(someSettings({ domains: [OWN, WAITING] })),
        [`POST ${check}`]: () => json(refused, 422),
        'DELETE /api/admin/sign-on/domains/harbourline.test': () => json(someSettings()),
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Add domain' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add domain' });
  await user.type(within(dialog).getByLabelText('Domain'), 'harbourline{Enter}');
  expect(within(dialog).getByText('Domain must be a domain such as company.example')).toBeVisible();
  await user.type(within(dialog).getByLabelText('Domain'), '.test{Enter}');
  expect(await screen.findByLabelText('TXT record for harbourline.test')).toHaveValue(
    'trellis-verify=5c0e1b92a4d7',
  );
  const checkNow = await screen.findByRole('button', { name: 'Check now: harbourline.test' });
  await user.click(checkNow);
  expect(await screen.findByRole('alert')).toHaveTextContent('The TXT record was not found');
  client.api.on(`POST ${check}`, () => json(someSettings({ domains: [OWN, verified] })));
  await user.click(checkNow);
  await waitFor(() => expect(screen.queryByLabelText('TXT record for harbourline.test')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove harbourline.test' }));
  await user.click(await screen.findByRole('button', { name: 'Remove domain' }));
  await waitFor(() => expect(screen.queryByText('harbourline.test')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Remove harbourline.example' })).toBeNull();
});

it('assigns effects to groups, orders the groups, and saves them', async () => {
  const { user, server } = open({ settings: TESTED });
  for (const [group, target] of [
    ['warehouse-all', 'Department Operations / Warehouses'],
    ['trellis-admins', 'Administrator'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: 'Add group' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add group' });
    await user.type(within(dialog).getByLabelText('Group at your provider'), group);
    await user.selectOptions(within(dialog).getByLabelText('In Trellis'), target);
    await user.click(within(dialog).getByRole('button', { name: 'Add group' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  }
  const up = screen.getByRole('button', { name: 'Move trellis-admins up' });
  await user.click(up);
  expect(screen.getByText('trellis-admins moved to position 1 of 2.')).toBeInTheDocument();
  expect(up).toHaveFocus();
  expect(up).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Save sign-on' }));
  const groups = [
    { group: 'trellis-admins', departmentId: null },
    { group: 'warehouse-all', departmentId: 8 },
  ];
  await waitFor(() => expect(server.saved[0]).toMatchObject({ groups }));
});

it('shows the errors of the server next to the fields', async () => {
  const data = {
    code: 'invalid',
    message: 'Some values are not valid.',
    requestId: 'r',
    fields: { issuer: 'must be an address that starts with https://' },
  };
  const { user } = open(
    { settings: TESTED },
    { auth: { saveSignOn: () => Promise.reject({ status: 400, data }) } },
  );
  const issuer = await screen.findByLabelText('Issuer URL');
  await user.clear(issuer);
  await user.type(issuer, 'http://x.example');
  await user.click(screen.getByRole('button', { name: 'Save sign-on' }));
  await waitFor(() =>
    expect(issuer).toHaveAccessibleDescription(/Issuer URL must be an address that starts with https/),
  );
  expect(screen.getByText('Not saved yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(issuer).toHaveValue(TESTED.issuer);
});

it('copies the redirect address', async () => {
  const { user } = open();
  const writeText = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('button', { name: 'Copy redirect address' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(someSettings().redirectUri);
});

it('offers a retry if the settings failed to load', async () => {
  const { user, client } = open({}, { answers: { 'GET /api/admin/sign-on': () => json({}, 500) } });
  expect(await screen.findByText('The sign-on settings did not load')).toBeVisible();
  client.api.on('GET /api/admin/sign-on', () => json(someSettings()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Issuer URL')).toBeVisible();
});

it('compares the values if another administrator saved first, and keeps that administrator’s changes', async () => {
  const conflict = { status: 409, data: { code: 'conflict', message: 'Changed.', requestId: 'r-1' } };
  let isOutdated = true;
  const saved: SignOnChange[] = [];
  const saveSignOn = async (change: SignOnChange) => {
    if (isOutdated) throw conflict;
    saved.push(change);
    const { clientSecret: _secret, ...kept } = change;
    return { ...server.settings, settings: { ...SAVED, ...kept, version: 3 } };
  };
  const { user, server } = open({ settings: SAVED }, { auth: { saveSignOn } });
  await user.clear(await screen.findByLabelText('Client ID'));
  await user.type(screen.getByLabelText('Client ID'), 'mine');
  const changedBy = { userId: 9, firstName: 'Hanna', lastName: 'Okafor', initials: 'HO', userAvatar: null };
  const theirs = { clientId: 'theirs', createsPeople: true, version: 2 };
  server.settings = someSettings({
    settings: { ...SAVED, ...theirs, changedBy, changedAt: '2026-11-21T09:12:00.000Z' },
  });
  await user.click(screen.getByRole('button', { name: 'Save sign-on' }));
  expect(await screen.findByText(/^Changed by Hanna Okafor on/)).toBeVisible();
  expect(screen.getByText('Client ID: now “theirs”, yours “mine”')).toBeVisible();
  expect(screen.getByText('Create people on their first sign-in: now “Yes”')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep my changes' }));
  isOutdated = false;
  await user.click(screen.getByRole('button', { name: 'Save sign-on' }));
  await waitFor(() => expect(saved).toMatchObject([{ clientId: 'mine', createsPeople: true, version: 2 }]));
});

it('compares the values again after a reload', async () => {
  const drafts = fakeDrafts();
  const before = open({ settings: SAVED }, { drafts });
  await before.user.type(await screen.findByLabelText('Client ID'), '2');
  before.unmount();
  const { user, server } = open({ settings: { ...SAVED, clientId: 'theirs', version: 2 } }, { drafts });
  expect(await screen.findByLabelText('Client ID')).toHaveValue(`${SAVED.clientId}2`);
  expect(screen.getByRole('alert')).toHaveTextContent(`now “theirs”, yours “${SAVED.clientId}2”`);
  await user.click(screen.getByRole('button', { name: 'Keep my changes' }));
  await user.click(screen.getByRole('button', { name: 'Save sign-on' }));
  await waitFor(() => expect(server.saved).toMatchObject([{ clientId: `${SAVED.clientId}2`, version: 2 }]));
});
