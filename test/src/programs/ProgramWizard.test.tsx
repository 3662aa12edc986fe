import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type {
  ProgramChange,
  ProgramOptions,
  ProgramSetup,
  ReviewChange,
} from '#contract/learning/programSetup.ts';
import Admin from '#src/admin/Admin.tsx';
import RouteBoundary from '#src/app/shell/RouteBoundary.tsx';
import { blankProgram } from '#src/programs/setup/useProgramDocument.ts';
import { workloadOf } from '#src/programs/setup/workload.ts';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { aTopic as aLearnersTopic, aProgram, aStep } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem, type Answer as RouteAnswer } from '#test/support/fakeApi.ts';

// Slow machines need more time.
jest.setTimeout(30_000);
configure({ asyncUtilTimeout: 10_000 });

const ada = { userId: 90, firstName: 'Ada', lastName: 'Lovelace', initials: 'AL', userAvatar: null };
const PROGRAM_ID = 'p'.repeat(16);
const url = `/api/programs/${PROGRAM_ID}`;
const aTopic = (letter: string, title: string, minutes = 30) => ({
  topicId: letter.repeat(16),
  title,
  behaviorName: `Does ${title}`,
  state: 'published' as const,
  steps: 3,
  minutes,
});
const options: ProgramOptions = {
  topics: [aTopic('a', 'Ask first'), aTopic('b', 'Close with owners', 45)],
  departments: [{ departmentId: 4, name: 'Sales', parentId: null, people: 12 }],
  everyone: 60,
  surveys: [{ surveyId: 's'.repeat(16), surveyName: 'Your start' }],
  isForLine: false,
};

/** A server that stores one program as it is saved. */
function open(
  at: string,
  start: Partial<ProgramSetup> = {},
  more: Record<string, RouteAnswer> = {},
  screens = <Admin />,
) {
  const server = {
    setup: { ...blankProgram, programId: PROGRAM_ID, version: 1, ...start } as ProgramSetup,
    created: [] as unknown[],
    changes: [] as unknown[],
    launches: 0,
    reviews: [] as ReviewChange[],
    polls: 0,
  };
  const save = (change: Partial<ProgramChange>) => {
    const setup = { ...server.setup, ...change, version: server.setup.version + 1 } as ProgramSetup;
    setup.topics = options.topics.filter(({ topicId }) => setup.topicIds.includes(topicId));
    server.setup = setup;
    return json(setup);
  };
  const view = show(screens, {
    client: {
      at,
      user: aUser({ roles: { isAdmin: false, hasReports: true, mayAuthor: false } }),
      answers: {
        'GET /api/programs/options': () => json(options),
        [`GET ${url}/setup`]: () => {
          const { launch } = server.setup;
          if (launch && ++server.polls > 1)
            server.setup = {
              ...server.setup,
              launch: { ...launch, invited: launch.total, endedAt: '2026-11-21T08:00:00.000Z' },
            };
          return json(server.setup);
        },
        'POST /api/programs': async (request) => {
          const fields = (await request.json()) as Partial<ProgramChange>;
          server.created.push(fields);
          return save(fields);
        },
        [`GET ${url}/preview`]: () => {
          const steps = [
            aStep({ stepKey: 's1', title: 'Look back', kind: 'reflection' }),
            aStep({ stepKey: 's2', title: 'Talk about it', kind: 'session' }),
          ];
          const topics = [aLearnersTopic({ state: 'not_selected', steps })];
          return json(aProgram({ enrolment: 'choosing', topics }));
        },
        [`PATCH ${url}`]: async (request) => {
          const { version, isDraft, ...change } = (await request.json()) as ProgramChange;
          const isLate = isDraft && server.setup.status !== 'draft';
          if (isLate || version !== server.setup.version) return problem(409, 'conflict');
          server.changes.push(change);
          return save(change);
        },
        [`POST ${url}/consequences`]: () => json({ data: [{ kind: 'texts', learners: 60 }] }),
        [`PUT ${url}/review`]: async (request) => {
          const change = (await request.json()) as ReviewChange;
          server.reviews.push(change);
          const askedAt = change.action === 'ask' ? '2026-11-21T08:00:00.000Z' : null;
          server.setup = {
            ...server.setup,
            version: change.version + 1,
            review: { askedAt, note: null },
          };
          return json(server.setup);
        },
        ...more,
        [`POST ${url}/launch`]: () => {
          server.launches += 1;
          server.setup = {
            ...server.setup,
            status: 'active',
            launch: {
              at: '2026-11-21T08:00:00.000Z',
              by: null,
              total: 60,
              invited: 31,
              joined: 0,
              endedAt: null,
              failedAt: null,
            },
          };
          return json(server.setup);
        },
      },
    },
  });
  return { ...view, server };
}

it('creates the draft with the first change, gives it an address, and continues saving', async () => {
  // The boundary mounts a screen again for each other path.
  const screens = (
    <RouteBoundary>
      <Admin />
    </RouteBoundary>
  );
  const { user, server, client } = open('/admin/programs/create/new/purpose', {}, {}, screens);
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

it('says at “Save draft” that a version has to be chosen first', async () => {
  const { user, server } = open(`/admin/programs/create/${PROGRAM_ID}/purpose`, {
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
  const { user, server } = open(`/admin/programs/create/${PROGRAM_ID}/purpose`, {
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
  const { user, server } = open(`/admin/programs/create/${PROGRAM_ID}/purpose`, { name: 'Lead' });
  const name = await screen.findByLabelText(/^Program name/);
  server.setup = { ...server.setup, name: 'Other', changedBy: { ...ada, userId: 7 }, version: 2 };
  await user.type(name, '!');
  expect(await screen.findByRole('alert')).toHaveTextContent('You saved other changes in another window');
});

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
    const view = open(`/admin/programs/create/${PROGRAM_ID}/purpose`, { name: 'Lead', purpose: 'Ask' });
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

it('shows departments by their paths', async () => {
  const departments = [
    { departmentId: 6, name: 'Claims', parentId: 5, people: 3 },
    { departmentId: 5, name: 'Customer care', parentId: null, people: 9 },
  ];
  open(
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
  const { user } = open(`/admin/programs/create/${PROGRAM_ID}/purpose`);
  const isDone = (name: RegExp) => screen.getByRole('link', { name }).closest('li')?.dataset.done === 'true';
  await screen.findByRole('link', { name: /^Sessions and surveys/ });
  expect([isDone(/^Purpose/), isDone(/^Dates/), isDone(/^Sessions/)]).toEqual([true, false, false]);
  await user.click(screen.getByRole('link', { name: /^Sessions and surveys/ }));
  await user.click(screen.getByRole('link', { name: /^Audience and coaches/ }));
  expect([isDone(/^Dates/), isDone(/^Sessions/)]).toEqual([false, true]);
});

it('saves the draft and opens the next step, from the first to the review', async () => {
  const { user, server, client } = open(`/admin/programs/create/${PROGRAM_ID}/purpose`);
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
  const { user, server } = open(`/admin/programs/create/${PROGRAM_ID}/purpose`);
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
  const { user, server, client } = open(`/admin/programs/create/${PROGRAM_ID}/rules`);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Due' }), 'days');
  await waitFor(() => expect(server.setup.due).toEqual({ kind: 'days', days: 84 }));
  const confirmation = screen.getByRole('combobox', { name: 'Confirmation' });
  await user.selectOptions(confirmation, 'self');
  expect(confirmation).toHaveAccessibleDescription('A completed topic counts immediately.');
  await user.selectOptions(confirmation, 'coach');
  expect(confirmation).toHaveAccessibleDescription(/is confirmed after 7 days/);
  await user.click(screen.getByRole('link', { name: /^Audience and coaches/ }));
  expect(client.path()).toBe(`/admin/programs/create/${PROGRAM_ID}/audience`);
  await user.click(screen.getByRole('checkbox', { name: /Sales/ }));
  await waitFor(() => expect(server.setup.audience.departmentIds).toEqual([4]));
  expect(screen.getByText('Everyone in the organisation (60 people)')).toBeInTheDocument();
});

it('narrows the audience by conditions, and removes the rule with its last condition', async () => {
  const { user, server } = open(`/admin/programs/create/${PROGRAM_ID}/audience`);
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
  const { user, server, client } = open(`/admin/programs/create/${PROGRAM_ID}/review`, {
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

it('launches and shows how many are invited', async () => {
  const { user, server } = open(`/admin/programs/create/${PROGRAM_ID}/review`, {
    name: 'Lead',
    reach: 60,
    can: { edit: true, launch: true, askReview: false, returnReview: false, export: true },
  });
  expect(await screen.findByText('60 people are invited by a notification in Trellis')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Launch program' }));
  expect(await screen.findByText('Invited 31 of 60')).toBeInTheDocument();
  expect(await screen.findByText('Launched. 60 people are invited.')).toBeInTheDocument();
  expect(server.launches).toBe(1);
});

it('opens a preview from the review step that can be played to the end and sends and stores nothing', async () => {
  const { user, client } = open(`/admin/programs/create/${PROGRAM_ID}/review`, { name: 'Lead' });
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
  const { user, server } = open(`/admin/programs/create/${PROGRAM_ID}/review`, {
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

it('plans sessions and surveys, and how people sign up', async () => {
  const { user, server } = open(`/admin/programs/create/${PROGRAM_ID}/sessions`);
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

it('says that a launched program is paused, and resumes it', async () => {
  const sent: unknown[] = [];
  const resume: RouteAnswer = async (request) => {
    sent.push(await request.json());
    return json({ ...view.server.setup, status: 'active', version: 2 });
  };
  const view = open(
    `/admin/programs/create/${PROGRAM_ID}/purpose`,
    { name: 'Lead', status: 'paused' },
    { [`PUT ${url}/state`]: resume },
  );
  expect(await screen.findByText('Paused')).toBeVisible();
  await view.user.click(screen.getByRole('button', { name: 'Resume program' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Resume program' }));
  await view.user.click(dialog.getByRole('button', { name: 'Resume program' }));
  expect(await screen.findByText('Active')).toBeVisible();
  expect(sent).toEqual([{ version: 1, action: 'resume' }]);
  expect(screen.queryByRole('button', { name: 'Resume program' })).toBeNull();
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
  const { user } = open(
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

it.each(['/admin/people?x=admin/programs/create/', '/admin/home', '/admin/programs/create/x/y/z'])(
  'shows a manager nothing at %s',
  async (at) => {
    open(at);
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
  open(
    `/admin/programs/create/${PROGRAM_ID}/purpose`,
    { name: 'Films', topicIds: [topic.topicId], topics: [topic], due: { kind: 'days', days: 28 } },
    { 'GET /api/programs/options': () => json({ ...options, topics: [topic] }) },
  );
  expect(await screen.findByText('The required steps of these topics have no duration yet.')).toBeVisible();
  expect(screen.getByText('3 steps')).toBeVisible();
  expect(document.body).not.toHaveTextContent('0 min');
});

it('hints that another program has the same name, until the name changes', async () => {
  const { user } = open(`/admin/programs/create/${PROGRAM_ID}/purpose`, {
    name: 'Lead well',
    isNameUsed: true,
  });
  const name = await screen.findByLabelText('Program name');
  expect(name).toHaveAccessibleDescription(/^Another program has this name\./);
  await user.type(name, '2');
  expect(name).not.toHaveAccessibleDescription();
});
