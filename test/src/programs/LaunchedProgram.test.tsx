import { configure, screen, waitFor, within } from '@testing-library/react';
import type { ProgramChange } from '#contract/learning/programSetup.ts';
import { nextCoachingApi } from '#store/coaching/nextCoachingApi.ts';
import { setupApi } from '#store/programs/setupApi.ts';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { json, problem, type Answer as RouteAnswer } from '#test/support/fakeApi.ts';
import { ada, aTopic, openWizard, PROGRAM_ID, url } from './openWizard.tsx';

// Slow machines need more time.
jest.setTimeout(30_000);
configure({ asyncUtilTimeout: 10_000 });

describe('a draft that another person launched', () => {
  const launch = {
    at: '2026-11-21T08:00:00.000Z',
    by: ada,
    total: 60,
    invited: 60,
    joined: 0,
    endedAt: null,
    failedAt: null,
  };
  const typeTooLate = async () => {
    const view = openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`, { name: 'Lead', purpose: 'Ask' });
    const purpose = await screen.findByLabelText(/^What will people do/);
    view.server.setup = { ...view.server.setup, status: 'active', version: 2, changedBy: ada, launch };
    await view.user.type(purpose, ' first');
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Ada Lovelace has launched this program');
    expect(notice).toHaveTextContent('Ask first');
    expect(view.server.changes).toEqual([]);
    expect(view.client.state().drafts.texts[`program/${PROGRAM_ID}`]).toContain('Ask first');
    return { ...view, notice };
  };
  const isKept = ({ client }: { client: { state: () => { drafts: { texts: object } } } }) =>
    `program/${PROGRAM_ID}` in client.state().drafts.texts;

  it('is not changed by the autosave, and the text can be used to change the program', async () => {
    const view = await typeTooLate();
    await view.user.click(within(view.notice).getByRole('button', { name: 'Use my changes' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change program' });
    expect(within(dialog).getByLabelText('What will people do differently?')).toHaveValue('Ask first');
    await view.user.click(within(dialog).getByRole('button', { name: 'Review changes' }));
    await view.user.click(await within(dialog).findByRole('button', { name: 'Apply changes' }));
    await waitFor(() => expect(view.server.changes).toEqual([{ purpose: 'Ask first' }]));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(isKept(view)).toBe(false);
    expect(selectToast(view.client.state())?.text).toMatch(/^The changes to “.+” are applied\.$/);
  });

  it('keeps its text until the user discards the text', async () => {
    const view = await typeTooLate();
    expect(isKept(view)).toBe(true);
    await view.user.click(within(view.notice).getByRole('button', { name: 'Discard my changes' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(isKept(view)).toBe(false);
    expect(view.server.changes).toEqual([]);
  });
});

it('launches and shows how many are invited', async () => {
  const { user, server, client } = openWizard(`/admin/programs/create/${PROGRAM_ID}/review`, {
    name: 'Lead',
    reach: 60,
    can: { edit: true, launch: true, askReview: false, returnReview: false, export: true },
  });
  expect(await screen.findByText('60 people are invited by a notification in Trellis')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Launch program' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Launch this program?' }));
  expect(dialog.getByText(/^60 people are invited immediately/)).toBeVisible();
  expect(server.launches).toBe(0);
  await user.click(dialog.getByRole('button', { name: 'Launch program' }));
  expect(await screen.findByText('Invited 31 of 60')).toBeInTheDocument();
  const before = client.api.asked('GET /api/home');
  expect(await screen.findByText('Launched. 60 people are invited.')).toBeInTheDocument();
  expect(server.launches).toBe(1);
  // The user may be one of them.
  await waitFor(() => expect(client.api.asked('GET /api/home')).toBe(before + 1));
});

it('says that a launched program is paused, and resumes it', async () => {
  const sent: unknown[] = [];
  const resume: RouteAnswer = async (request) => {
    sent.push(await request.json());
    return json({ ...view.server.setup, status: 'active', version: 2 });
  };
  const view = openWizard(
    `/admin/programs/create/${PROGRAM_ID}/purpose`,
    { name: 'Lead', status: 'paused' },
    { [`PUT ${url}/state`]: resume },
  );
  expect(await screen.findByText('Paused')).toBeVisible();
  void view.client.store.dispatch(nextCoachingApi.endpoints.getNextCoaching.initiate());
  await view.user.click(screen.getByRole('button', { name: 'Resume program' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Resume program' }));
  await view.user.click(dialog.getByRole('button', { name: 'Resume program' }));
  expect(await screen.findByText('Active')).toBeVisible();
  expect(sent).toEqual([{ version: 1, action: 'resume' }]);
  // Sessions can be planned again.
  await waitFor(() => expect(view.client.api.asked('GET /api/coaching/next')).toBe(2));
  expect(screen.queryByRole('button', { name: 'Resume program' })).toBeNull();
});

it('can be changed by its owner who no longer has direct reports', async () => {
  const options: RouteAnswer = (request) =>
    new URL(request.url).searchParams.get('programId') === PROGRAM_ID
      ? json({
          topics: [aTopic('a', 'Ask first')],
          departments: [],
          everyone: 0,
          surveys: [],
          isForLine: true,
        })
      : problem(404, 'not-found');
  const { user } = openWizard(
    `/admin/programs/create/${PROGRAM_ID}/purpose`,
    { name: 'Lead', status: 'active' },
    { 'GET /api/programs/options': options },
  );
  await user.click(await screen.findByRole('button', { name: 'Change program' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change program' }));
  expect(await dialog.findByLabelText('Ask first')).toBeVisible();
});

it('cannot be created by people without direct reports', async () => {
  openWizard(
    '/admin/programs/create/new/purpose',
    {},
    { 'GET /api/programs/options': () => problem(404, 'not-found') },
  );
  expect(
    await screen.findByRole('heading', { level: 1, name: 'You cannot create programs' }),
  ).toBeInTheDocument();
});

it('takes over what another administrator changed meanwhile, and keeps the changes of the user', async () => {
  const consequences: RouteAnswer = async (request) => {
    const { version } = (await request.json()) as ProgramChange;
    return version === view.server.setup.version
      ? json({ data: [{ kind: 'texts', learners: 60 }] })
      : problem(409, 'conflict');
  };
  const view = openWizard(
    `/admin/programs/create/${PROGRAM_ID}/purpose`,
    { name: 'Lead', purpose: 'Ask', status: 'active' },
    { [`POST ${url}/consequences`]: consequences },
  );
  await view.user.click(await screen.findByRole('button', { name: 'Change program' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change program' }));
  view.server.setup = { ...view.server.setup, version: 5, purpose: 'Ask twice' };
  await view.user.type(dialog.getByLabelText('Program name'), ' well');
  await view.user.click(dialog.getByRole('button', { name: 'Review changes' }));
  expect(
    await dialog.findByText(/^Someone else changed the program\. This form now has their changes/),
  ).toBeVisible();
  expect(dialog.getByLabelText('What will people do differently?')).toHaveValue('Ask twice');
  expect(dialog.getByLabelText('Program name')).toHaveValue('Lead well');
  await view.user.click(dialog.getByRole('button', { name: 'Review changes' }));
  await view.user.click(await dialog.findByRole('button', { name: 'Apply changes' }));
  await waitFor(() => expect(view.server.changes).toEqual([{ name: 'Lead well' }]));
});

it('keeps changes that were not applied, also with what someone else changed, until they are discarded', async () => {
  const view = openWizard(
    `/admin/programs/create/${PROGRAM_ID}/purpose`,
    { name: 'Lead', purpose: 'Ask', status: 'active' },
    { [`POST ${url}/consequences`]: () => problem(409, 'conflict') },
  );
  const open = async () => {
    await view.user.click(await screen.findByRole('button', { name: 'Change program' }));
    return within(await screen.findByRole('dialog', { name: 'Change program' }));
  };
  const first = await open();
  await view.user.type(first.getByLabelText('Program name'), ' well');
  view.server.setup = { ...view.server.setup, version: 5, purpose: 'Ask twice' };
  await view.user.click(first.getByRole('button', { name: 'Review changes' }));
  await waitFor(() =>
    expect(first.getByLabelText('What will people do differently?')).toHaveValue('Ask twice'),
  );
  await view.user.keyboard('{Escape}');
  const second = await open();
  expect(second.getByText('Your unsaved changes were restored.')).toBeVisible();
  expect(second.getByLabelText('Program name')).toHaveValue('Lead well');
  await view.user.click(second.getByRole('button', { name: 'Discard changes' }));
  const third = await open();
  expect(third.getByLabelText('Program name')).toHaveValue('Lead');
  expect(third.getByLabelText('What will people do differently?')).toHaveValue('Ask twice');
  expect(third.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(view.client.state().drafts.texts).toEqual({});
});

/** Opens the dialog that changes a launched program. `consequences` answers “Review changes”. */
async function openChange(consequences: () => Response | Promise<Response>) {
  const view = openWizard(
    `/admin/programs/create/${PROGRAM_ID}/purpose`,
    { name: 'Lead', purpose: 'Ask', status: 'active' },
    { [`POST ${url}/consequences`]: consequences },
  );
  await view.user.click(await screen.findByRole('button', { name: 'Change program' }));
  return { view, dialog: within(await screen.findByRole('dialog', { name: 'Change program' })) };
}

it('applies only the change whose effects were shown, if the user edits while the effects load', async () => {
  const answer = Promise.withResolvers<Response>();
  const { view, dialog } = await openChange(() => answer.promise);
  await view.user.type(dialog.getByLabelText('Program name'), ' well');
  await view.user.click(dialog.getByRole('button', { name: 'Review changes' }));
  await view.user.type(dialog.getByLabelText('What will people do differently?'), ' first');
  answer.resolve(json({ data: [{ kind: 'texts', learners: 60 }] }));
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Review changes' })).not.toHaveAttribute('aria-busy'),
  );
  expect(dialog.queryByText('What this changes')).toBeNull();
  view.client.api.on(`POST ${url}/consequences`, () => json({ data: [{ kind: 'texts', learners: 60 }] }));
  await view.user.click(dialog.getByRole('button', { name: 'Review changes' }));
  await view.user.click(await dialog.findByRole('button', { name: 'Apply changes' }));
  await waitFor(() => expect(view.server.changes).toEqual([{ name: 'Lead well', purpose: 'Ask first' }]));
});

it('scrolls to the effects after “Review changes” only, not while the user types the reviewed change again', async () => {
  const scrollIntoView = jest.fn();
  Element.prototype.scrollIntoView = scrollIntoView; // jsdom has no layout
  const { view, dialog } = await openChange(() => json({ data: [{ kind: 'texts', learners: 60 }] }));
  await view.user.type(dialog.getByLabelText('Program name'), ' well');
  await view.user.click(dialog.getByRole('button', { name: 'Review changes' }));
  await dialog.findByText('What this changes');
  await waitFor(() => expect(scrollIntoView).toHaveBeenCalled());
  scrollIntoView.mockClear();
  await view.user.type(dialog.getByLabelText('Program name'), 's{Backspace}');
  expect(dialog.queryByText('What this changes')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Review changes' })).toBeVisible();
  expect(scrollIntoView).not.toHaveBeenCalled();
});

it('keeps what the user types while the changes of someone else are taken over', async () => {
  const answer = Promise.withResolvers<Response>();
  const { view, dialog } = await openChange(() => answer.promise);
  view.server.setup = { ...view.server.setup, version: 5, purpose: 'Ask twice' };
  await view.user.type(dialog.getByLabelText('Program name'), ' well');
  await view.user.click(dialog.getByRole('button', { name: 'Review changes' }));
  await view.user.type(dialog.getByLabelText('Program name'), ' today');
  answer.resolve(problem(409, 'conflict'));
  expect(await dialog.findByText(/^Someone else changed the program\./)).toBeVisible();
  expect(dialog.getByLabelText('Program name')).toHaveValue('Lead well today');
  expect(dialog.getByLabelText('What will people do differently?')).toHaveValue('Ask twice');
});

it('names the fields of restored changes that someone else changed since', async () => {
  const view = openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`, {
    name: 'Lead',
    purpose: 'Ask',
    status: 'active',
  });
  const open = async () => {
    await view.user.click(await screen.findByRole('button', { name: 'Change program' }));
    return within(await screen.findByRole('dialog', { name: 'Change program' }));
  };
  const first = await open();
  await view.user.type(first.getByLabelText('Program name'), ' well');
  await view.user.keyboard('{Escape}');
  view.server.setup = { ...view.server.setup, version: 5, name: 'Manage', purpose: 'Ask twice' };
  const { getProgramSetup } = setupApi.endpoints;
  void view.client.store.dispatch(
    getProgramSetup.initiate({ programId: PROGRAM_ID }, { forceRefetch: true }),
  );
  await screen.findByRole('heading', { level: 1, name: 'Manage' });
  const second = await open();
  expect(second.getByRole('status')).toHaveTextContent(
    'Your unsaved changes were restored. You and someone else both changed: Program name. This form has your values, and their other changes.',
  );
  expect(second.getByLabelText('Program name')).toHaveValue('Lead well');
  expect(second.getByLabelText('What will people do differently?')).toHaveValue('Ask twice');
});

it('answers requests to join a launched program', async () => {
  const answers: unknown[] = [];
  const people = ['Mai', 'Noor'].map((firstName, index) => ({
    person: { userId: 20 + index, firstName, lastName: 'Person', initials: 'P', userAvatar: null },
    note: index === 0 ? 'I lead a team now' : null,
    askedAt: '2026-11-20T10:00:00.000Z',
  }));
  const answer: RouteAnswer = async (request) => {
    answers.push(await request.json());
    return json({ person: people.shift()?.person, accepted: true });
  };
  const { user } = openWizard(
    `/admin/programs/create/${PROGRAM_ID}/purpose`,
    {
      name: 'Lead',
      status: 'active',
      joining: 'request',
      managerVisible: true,
      launch: {
        at: '2026-11-20T08:00:00.000Z',
        by: null,
        total: 1,
        invited: 1,
        joined: 2,
        endedAt: '2026-11-20T08:00:00.000Z',
        failedAt: null,
      },
    },
    {
      [`GET ${url}/join-requests`]: () => json({ data: people, total: people.length }),
      [`PUT ${url}/join-requests/20`]: answer,
      [`PUT ${url}/join-requests/21`]: answer,
    },
  );
  expect(await screen.findByText('“I lead a team now”')).toBeInTheDocument();
  expect(screen.getByText('Launched. 1 person is invited.')).toBeInTheDocument();
  expect(screen.getByText('2 people joined without an invitation.')).toBeInTheDocument();
  const insights = screen.getByRole('link', { name: 'View insights' });
  expect(insights).not.toHaveClass('button-primary');
  await user.click(screen.getByRole('button', { name: 'Accept Mai Person' }));
  await waitFor(() => expect(screen.queryByText('Mai Person')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Decline Noor Person' }));
  await user.click(await screen.findByRole('button', { name: 'Decline request' }));
  expect(await screen.findByText('No one is waiting for an answer.')).toBeInTheDocument();
  expect(insights).toHaveClass('button-primary');
  expect(answers).toEqual([
    { accept: true, note: null },
    { accept: false, note: null },
  ]);
});

it('shows requests that wait after the sign-up was changed', async () => {
  const request = { person: ada, note: 'I lead a team now', askedAt: '2026-11-20T10:00:00.000Z' };
  openWizard(
    `/admin/programs/create/${PROGRAM_ID}/purpose`,
    { name: 'Lead', status: 'active', joining: 'invitation' },
    { [`GET ${url}/join-requests`]: () => json({ data: [request], total: 1 }) },
  );
  expect(await screen.findByRole('button', { name: 'Accept Ada Lovelace' })).toBeInTheDocument();
});

it('says that invitations wait while the program is paused', async () => {
  const launch = {
    at: '2026-11-21T08:00:00.000Z',
    by: ada,
    total: 60,
    invited: 31,
    joined: 0,
    endedAt: null,
    failedAt: null,
  };
  openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`, { name: 'Lead', status: 'paused', launch });
  expect(await screen.findByText('The invitations continue when the program is resumed.')).toBeVisible();
});

it('links a refusal to the field, which shows it too', async () => {
  const refuse: RouteAnswer = () =>
    json(
      {
        code: 'bad-request',
        message: 'Some values are not valid.',
        requestId: 'r',
        fields: { name: 'needs at least 3 characters' },
      },
      400,
    );
  const view = openWizard(
    `/admin/programs/create/${PROGRAM_ID}/purpose`,
    { name: 'Lead', status: 'active' },
    { [`POST ${url}/consequences`]: refuse },
  );
  await view.user.click(await screen.findByRole('button', { name: 'Change program' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change program' }));
  const name = dialog.getByLabelText('Program name');
  await view.user.type(name, '{Backspace}{Backspace}');
  await view.user.click(dialog.getByRole('button', { name: 'Review changes' }));
  await view.user.click(await dialog.findByRole('link'));
  expect(name).toHaveFocus();
  expect(name).toBeInvalid();
});

it('can be paused on its own page, which says how many learners keep it', async () => {
  const { user } = openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`, {
    name: 'Lead',
    status: 'active',
    learners: 12,
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for Lead' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Pause' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pause program' }));
  expect(dialog.getByText('12 learners keep the program. Those who have joined can continue.')).toBeVisible();
});

it('says nothing about learners if a program without learners is paused or archived', async () => {
  const { user } = openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`, {
    name: 'Lead',
    status: 'active',
    learners: 0,
  });
  for (const action of ['Pause', 'Archive']) {
    await user.click(await screen.findByRole('button', { name: 'Actions for Lead' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
    const dialog = within(await screen.findByRole('dialog', { name: `${action} program` }));
    expect(dialog.getAllByRole('listitem')).toHaveLength(1);
    expect(dialog.queryByText(/learner|Their work/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  }
});
