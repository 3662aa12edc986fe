import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ProgramSetup } from '#contract/learning/programSetup.ts';
import Admin from '#src/admin/Admin.tsx';
import RouteBoundary from '#src/app/shell/RouteBoundary.tsx';
import { workloadOf } from '#src/programs/setup/workload.ts';
import { json, problem } from '#test/support/fakeApi.ts';
import { ada, aTopic, openWizard, options, PROGRAM_ID, url } from './openWizard.tsx';

// Slow machines need more time.
jest.setTimeout(30_000);
configure({ asyncUtilTimeout: 10_000 });

it('creates the draft with the first change, gives it an address, and continues saving', async () => {
  // The boundary mounts a screen again for each other path.
  const screens = (
    <RouteBoundary>
      <Admin />
    </RouteBoundary>
  );
  const { user, server, client } = openWizard('/admin/programs/create/new/purpose', {}, {}, screens);
  const name = await screen.findByRole('textbox', { name: 'Program name' });
  expect(screen.getByRole('heading', { level: 1, name: 'New program' })).toBeInTheDocument();
  expect(document.title).toBe('New program · Trellis');
  await user.type(name, 'Lead');
  await waitFor(() => expect(client.path()).toBe(`/admin/programs/create/${PROGRAM_ID}/purpose`));
  expect(name).toHaveFocus();
  await user.type(name, ' with questions');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(server.setup.name).toBe('Lead with questions'));
  expect(screen.getByRole('heading', { level: 1, name: 'Lead with questions' })).toBeInTheDocument();
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent('Lead with questions');
  expect(server.created).toHaveLength(1);
  expect(await screen.findByText(/^Saved (at|on)/)).toBeInTheDocument();
});

it('says that a new program is not saved, and saves it with “Retry”', async () => {
  const refuse = () => problem(422, 'invalid');
  const { user, client, server } = openWizard(
    '/admin/programs/create/new/purpose',
    {},
    { 'POST /api/programs': refuse },
  );
  const name = await screen.findByRole('textbox', { name: 'Program name' });
  const save = screen.getByRole('button', { name: 'Save draft' });
  await user.click(save);
  expect(save).toHaveAccessibleDescription('Enter a program name first.');
  await user.type(name, 'Lead');
  expect(await screen.findByText('Not saved. it was invalid')).toBeVisible();
  const next = screen.getByRole('button', { name: 'Next: Dates and rules' });
  await user.click(next);
  expect(next).toHaveAccessibleDescription('The draft could not be saved. it was invalid');
  client.api.on('POST /api/programs', () => problem(503, 'unavailable'));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Saved on this device, not sent yet')).toBeVisible();
  expect(next).toHaveAccessibleDescription(/^The draft could not be sent yet\./);
  client.api.on('POST /api/programs', () => json(server.setup));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/^Saved (at|on)/)).toBeVisible();
});

it('says at “Save draft” that a version has to be chosen first', async () => {
  const { user, server } = openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`, {
    name: 'Lead with questions',
  });
  const name = await screen.findByLabelText(/^Program name/);
  server.setup = { ...server.setup, name: 'Theirs', version: 2 };
  await user.type(name, ' well');
  const save = screen.getByRole('button', { name: 'Save draft' });
  await user.click(save);
  expect(await screen.findByRole('button', { name: 'Keep mine' })).toBeVisible();
  await user.click(save);
  expect(save).toHaveAccessibleDescription(/^Other changes were saved in the meantime\. Choose/);
});

it('asks only about fields that both sides changed, and merges the others', async () => {
  const { user, server } = openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`, {
    name: 'Lead',
    purpose: 'Ask',
  });
  const purpose = await screen.findByLabelText(/^What will people do/);
  const audience = { everyone: false, userIds: [], departmentIds: [4] };
  server.setup = { ...server.setup, audience, changedBy: ada, version: 2 };
  await user.type(purpose, ' first');
  await waitFor(() => expect(server.changes).toEqual([{ purpose: 'Ask first' }]));
  expect(screen.queryByRole('alert')).toBeNull();

  server.setup = { ...server.setup, purpose: 'Theirs', joining: 'open', version: 9 };
  await user.type(purpose, ' always');
  await user.type(screen.getByLabelText(/^Program name/), ' well');
  const conflict = await screen.findByRole('alert');
  expect(conflict).toHaveTextContent('Ada Lovelace saved other changes');
  expect(within(conflict).getAllByRole('heading', { level: 3 })).toHaveLength(1);
  await user.click(within(conflict).getByRole('button', { name: 'Take theirs' }));
  await waitFor(() => expect(server.setup.name).toBe('Lead well'));
  expect(purpose).toHaveValue('Theirs');
  expect(server.setup).toMatchObject({ audience, joining: 'open', purpose: 'Theirs' });
});

it('says that the user saved other changes in another window', async () => {
  const { user, server } = openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`, { name: 'Lead' });
  const name = await screen.findByLabelText(/^Program name/);
  server.setup = { ...server.setup, name: 'Other', changedBy: { ...ada, userId: 7 }, version: 2 };
  await user.type(name, '!');
  expect(await screen.findByRole('alert')).toHaveTextContent('You saved other changes in another window');
});

it('shows departments by their paths', async () => {
  const departments = [
    { departmentId: 6, name: 'Claims', parentId: 5, people: 3 },
    { departmentId: 5, name: 'Customer care', parentId: null, people: 9 },
  ];
  openWizard(
    `/admin/programs/create/${PROGRAM_ID}/audience`,
    {},
    {
      'GET /api/programs/options': () => json({ ...options, departments }),
    },
  );
  const list = within(await screen.findByRole('group', { name: 'Departments, with those below them' }));
  const names = list.getAllByRole('checkbox').map(({ parentElement }) => parentElement?.textContent);
  expect(names).toEqual(['Customer care9 people', 'Customer care / Claims3 people']);
});

it('marks an optional step as done only after it was opened or changed', async () => {
  const { user } = openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`);
  const isDone = (name: RegExp) => screen.getByRole('link', { name }).closest('li')?.dataset.done === 'true';
  await screen.findByRole('link', { name: /^Sessions and surveys/ });
  expect([isDone(/^Purpose/), isDone(/^Dates/), isDone(/^Sessions/)]).toEqual([true, false, false]);
  await user.click(screen.getByRole('link', { name: /^Sessions and surveys/ }));
  await user.click(screen.getByRole('link', { name: /^Audience and coaches/ }));
  expect([isDone(/^Dates/), isDone(/^Sessions/)]).toEqual([false, true]);
});

it('saves the draft and opens the next step, from the first to the review', async () => {
  const { user, server, client } = openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`);
  await user.type(await screen.findByRole('textbox', { name: 'Program name' }), 'Lead with questions');
  const steps = ['Dates and rules', 'Sessions and surveys', 'Audience and coaches', 'Review'];
  for (const step of steps) {
    await user.click(screen.getByRole('button', { name: `Next: ${step}` }));
    await waitFor(() =>
      expect(screen.getByRole('link', { current: 'step' })).toHaveAccessibleName(
        expect.stringContaining(step),
      ),
    );
  }
  expect(server.setup.name).toBe('Lead with questions');
  expect(client.path()).toBe(`/admin/programs/create/${PROGRAM_ID}/review`);
  expect(document.title).toBe('Program setup · Trellis');
  expect(screen.queryByRole('button', { name: /^Next/ })).toBeNull();
});

it('orders the added topics, and does not let learners choose more topics than there are', async () => {
  const { user, server } = openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`);
  await user.click(await screen.findByRole('button', { name: 'Add topics' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add topics' });
  for (const box of within(dialog).getAllByRole('checkbox')) await user.click(box);
  await user.click(within(dialog).getByRole('button', { name: 'Add 2 topics' }));
  (await screen.findByRole('button', { name: 'Move Close with owners, position 2 of 2' })).focus();
  await user.keyboard(' {ArrowUp} ');
  await waitFor(() =>
    expect(server.setup.topicIds).toEqual([options.topics[1]!.topicId, options.topics[0]!.topicId]),
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Learners choose at least' }), '2');
  await waitFor(() => expect([server.setup.selectionMin, server.setup.selectionMax]).toEqual([2, 2]));
  expect(screen.getByText('1 h 15 min')).toBeInTheDocument();
});

it('sets the dates and the audience', async () => {
  const { user, server, client } = openWizard(`/admin/programs/create/${PROGRAM_ID}/rules`);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Due' }), 'days');
  await waitFor(() => expect(server.setup.due).toEqual({ kind: 'days', days: 84 }));
  const confirmation = screen.getByRole('combobox', { name: 'Confirmation' });
  await user.selectOptions(confirmation, 'self');
  expect(confirmation).toHaveAccessibleDescription('A completed topic counts immediately.');
  await user.selectOptions(confirmation, 'coach');
  expect(confirmation).toHaveAccessibleDescription(/is confirmed after 7 days/);
  await user.click(screen.getByRole('link', { name: /^Audience and coaches/ }));
  expect(client.path()).toBe(`/admin/programs/create/${PROGRAM_ID}/audience`);
  await user.click(await screen.findByRole('checkbox', { name: /Sales/ }));
  await waitFor(() => expect(server.setup.audience.departmentIds).toEqual([4]));
  expect(screen.getByText('Everyone in the organisation (60 people)')).toBeInTheDocument();
});

it('narrows the audience by conditions, and removes the rule with its last condition', async () => {
  const { user, server } = openWizard(`/admin/programs/create/${PROGRAM_ID}/audience`);
  const rule = await screen.findByRole('group', { name: 'Only people who match all of these' });
  await user.selectOptions(
    within(rule).getByRole('combobox', { name: 'Direct reports' }),
    'With direct reports',
  );
  fireEvent.change(within(rule).getByLabelText('Joined on or after (optional)'), {
    target: { value: '2026-09-01' },
  });
  await waitFor(() =>
    expect(server.setup.audienceRule).toEqual({
      role: 'managers',
      joinedSince: '2026-09-01',
      managerId: null,
    }),
  );
  await user.click(screen.getByRole('link', { name: /^Review/ }));
  expect(screen.getByText('With direct reports. Joined on or after Sep 1')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: /^Audience and coaches/ }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Direct reports' }), 'Any');
  fireEvent.change(screen.getByLabelText('Joined on or after (optional)'), { target: { value: '' } });
  await waitFor(() => expect(server.setup.audienceRule).toBeNull());
});

it('links from each problem to its step and launches only without problems', async () => {
  const { user, server, client } = openWizard(`/admin/programs/create/${PROGRAM_ID}/review`, {
    name: 'Lead',
    problems: { audience: 'reaches no one' },
    can: { edit: true, launch: true, askReview: false, returnReview: false, export: true },
  });
  expect(await screen.findByText('The audience reaches no one')).toBeInTheDocument();
  const checks = within(screen.getByRole('region', { name: 'Check before launch' }));
  const noCoach = within(checks.getByText('Learners have no coach').closest('li')!);
  expect(noCoach.getByRole('link', { name: 'Change' })).toHaveAttribute(
    'href',
    expect.stringMatching(/audience#program-coachIds$/),
  );
  await user.click(screen.getByRole('button', { name: 'Launch program' }));
  expect(server.launches).toBe(0);
  const fix = screen.getByRole('link', { name: 'Fix this' });
  expect(fix).toHaveFocus();
  await user.click(fix);
  expect(client.path()).toBe(`/admin/programs/create/${PROGRAM_ID}/audience#program-audience`);
  const problems = within(await screen.findByRole('list', { name: 'To fix before the launch' }));
  expect(problems.getByRole('link', { name: 'The audience reaches no one' })).toHaveAttribute(
    'href',
    expect.stringMatching(/#program-audience$/),
  );
});

it('opens a preview from the review step that can be played to the end and sends and stores nothing', async () => {
  const { user, client } = openWizard(`/admin/programs/create/${PROGRAM_ID}/review`, { name: 'Lead' });
  await user.click(await screen.findByRole('button', { name: 'Preview as learner' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Asking before telling' }));
  await user.click(screen.getByRole('button', { name: 'Save topics' }));
  await user.type(await screen.findByRole('textbox', { name: 'Your reflection' }), 'Not kept');
  expect(Object.keys(client.state().drafts.texts)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save and mark as done' }));
  await user.click(await screen.findByRole('button', { name: 'Pretend the session was held' }));
  await user.click(await screen.findByRole('button', { name: 'Complete topic' }));
  expect(await screen.findByText(/^A learner has now completed all selected topics/)).toBeInTheDocument();
  expect(screen.getByText('100%')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  expect(screen.getByRole('checkbox', { name: 'Asking before telling' })).not.toBeChecked();
  await user.click(screen.getByRole('link', { name: 'Exit preview' }));
  expect(client.path()).toBe(`/admin/programs/create/${PROGRAM_ID}/review`);
  expect(client.api.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('asks the administrators to launch if managers may not, and can withdraw the request', async () => {
  const { user, server } = openWizard(`/admin/programs/create/${PROGRAM_ID}/review`, {
    name: 'Lead',
    reach: 3,
    review: { askedAt: null, note: 'Add a due date' },
    can: { edit: true, launch: false, askReview: true, returnReview: false, export: false },
  });
  expect(await screen.findByText('“Add a due date”')).toBeInTheDocument();
  expect(screen.getByText('Draft')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Launch program' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Ask an administrator to launch' }));
  await screen.findByRole('button', { name: 'Withdraw request' });
  expect(screen.getByText('In review')).toBeInTheDocument();
  expect(screen.queryByText('Draft')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Withdraw request' }));
  expect(await screen.findByRole('button', { name: 'Ask an administrator to launch' })).toBeInTheDocument();
  expect(server.reviews).toEqual([
    { action: 'ask', version: 1, note: null },
    { action: 'withdraw', version: 2, note: null },
  ]);
});

it('asks the administrators once if the button is pressed again while the last changes are being saved', async () => {
  const { user, server, client } = openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`, {
    name: 'Lead',
    can: { edit: true, launch: false, askReview: true, returnReview: false, export: false },
  });
  const answer = Promise.withResolvers<void>();
  const save = client.api.answerTo(`PATCH ${url}`);
  client.api.on(`PATCH ${url}`, async (request) => {
    await answer.promise;
    return save(request);
  });
  await user.type(await screen.findByRole('textbox', { name: 'Program name' }), '!');
  await user.click(screen.getByRole('link', { name: /^Review/ }));
  const ask = await screen.findByRole('button', { name: 'Ask an administrator to launch' });
  ask.focus();
  await user.keyboard('{Enter}{Enter}');
  expect(ask).toHaveAttribute('aria-busy', 'true');
  answer.resolve();
  await screen.findByRole('button', { name: 'Withdraw request' });
  expect(server.reviews).toHaveLength(1);
});

it('plans sessions and surveys, and how people sign up', async () => {
  const { user, server } = openWizard(`/admin/programs/create/${PROGRAM_ID}/sessions`);
  await user.click(await screen.findByRole('checkbox', { name: 'Plan coaching sessions' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rhythm' }), 'Every 3 weeks');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Survey before' }), 'Your start');
  await waitFor(() =>
    expect(server.setup).toMatchObject({
      coachingPlan: { sessions: 4, everyDays: 21 },
      surveyBeforeId: 's'.repeat(16),
    }),
  );
  await user.click(screen.getByRole('link', { name: /^Audience and coaches/ }));
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Sign-up' }),
    'Anyone who finds it under Programs can ask to join',
  );
  await waitFor(() => expect(server.setup.joining).toBe('request'));
});

it.each(['/admin/people?x=admin/programs/create/', '/admin/home', '/admin/programs/create/x/y/z'])(
  'shows a manager nothing at %s',
  async (at) => {
    openWizard(at);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
  },
);

it('computes the time from the longest topics that can be chosen', () => {
  const topics = [{ minutes: 10 }, { minutes: 60 }, { minutes: 45 }];
  const work = (due: ProgramSetup['due'], selectionMax = 2) =>
    workloadOf({ selectionMax, due }, topics, '2026-11-23');
  expect(work({ kind: 'days', days: 28 })).toEqual({ minutes: 105, topics: 2, weeks: 4, minutesPerWeek: 27 });
  expect(work({ kind: 'date', on: '2026-12-07' })).toMatchObject({ weeks: 2, minutesPerWeek: 53 });
  expect(work({ kind: 'date', on: '2020-01-01' })).toMatchObject({ weeks: 1 });
  expect(work({ kind: 'none' }, 9)).toEqual({ minutes: 115, topics: 3, weeks: null, minutesPerWeek: null });
});

it('shows no time of 0 minutes while the topics have no required steps', async () => {
  const topic = aTopic('v', 'Watch the film', 0);
  openWizard(
    `/admin/programs/create/${PROGRAM_ID}/purpose`,
    { name: 'Films', topicIds: [topic.topicId], topics: [topic], due: { kind: 'days', days: 28 } },
    { 'GET /api/programs/options': () => json({ ...options, topics: [topic] }) },
  );
  expect(await screen.findByText('The required steps of these topics have no duration yet.')).toBeVisible();
  expect(screen.getByText('3 steps')).toBeVisible();
  expect(document.body).not.toHaveTextContent('0 min');
});

it('hints that another program has the same name, until the name changes', async () => {
  const { user } = openWizard(`/admin/programs/create/${PROGRAM_ID}/purpose`, {
    name: 'Lead well',
    isNameUsed: true,
  });
  const name = await screen.findByLabelText('Program name');
  expect(name).toHaveAccessibleDescription(/^Another program has this name\./);
  await user.type(name, '2');
  expect(name).not.toHaveAccessibleDescription();
});
