import { act, screen, waitFor, within } from '@testing-library/react';
import type { Home as HomeData, Need } from '#contract/home.ts';
import Home from '#src/home/Home.tsx';
import { messageSent, messageSubmitted } from '#store/chat/messagesSlice.ts';
import { homeApi } from '#store/home/homeApi.ts';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { aCompletion, PROGRAM_ID, TOPIC_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

const aNeed = (over: Partial<Need> = {}): Need => ({
  key: 'n1',
  kind: 'topic_ready',
  group: 'today',
  title: 'Complete “Give clear feedback”',
  reason: 'Both steps are completed.',
  verb: 'Complete topic',
  path: '/program/aaaaaaaaaaaaaaaa',
  keys: [over.key ?? 'n1'],
  about: 'self',
  action: null,
  snoozedUntil: null,
  proposal: null,
  can: { snooze: true, done: false },
  ...over,
});
const growth: HomeData['growth'] = {
  weeks: [],
  topicsCompleted: 0,
  topicsChosen: 0,
  objectives: { active: 0, achieved: 0, atRisk: 0 },
};
const open = (home: Partial<HomeData>, answers: Record<string, Answer> = {}, user = aUser()) =>
  show(<Home />, {
    client: {
      user,
      answers: {
        ...answers,
        'GET /api/home': () =>
          json({
            needs: [],
            snoozed: [],
            team: null,
            continue: null,
            finished: null,
            growth,
            ...home,
          }),
      },
    },
  });

it('shows the first need on top and the other needs in groups, each with a reason and a link', async () => {
  open({
    needs: [
      aNeed(),
      aNeed({
        key: 'n2',
        group: 'week',
        title: 'Prepare a conversation',
        verb: 'Continue program',
        reason: 'About 8 minutes.',
      }),
      aNeed({ key: 'n3', group: 'waiting', title: 'Waiting for Jonas', verb: 'View topic' }),
    ],
    growth: { ...growth, weeks: [{ weekOf: '2026-11-23', steps: 3, topics: 1, notes: 2 }] },
  });
  expect(await screen.findByText('2 items need your attention this week.')).toBeInTheDocument();
  expect(
    screen.getByRole('link', { name: 'Complete topic: Complete “Give clear feedback”' }),
  ).toHaveAttribute('href', '/program/aaaaaaaaaaaaaaaa');
  expect(
    within(screen.getByRole('list', { name: 'This week' })).getByText('About 8 minutes.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'Waiting for others' })).toBeInTheDocument();
  expect(screen.getByText('You completed 3 steps and 1 topic since Monday.')).toBeInTheDocument();
});

it.each(['https://evil.example', '//evil.example', 'javascript:alert(1)', '/\\evil.example'])(
  'links a need with an unsafe path to home: %s',
  async (path) => {
    open({ needs: [aNeed({ path })] });
    expect(await screen.findByRole('link', { name: /^Complete topic:/ })).toHaveAttribute('href', '/home');
  },
);

it('shows the programs if nothing needs attention', async () => {
  open({});
  expect(await screen.findByText('Nothing needs your attention right now.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View your programs' })).toHaveAttribute('href', '/program');
});

it.each(['UTC', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Auckland'])(
  'greets according to the time in the profile’s time zone: %s',
  async (timeZone) => {
    const hour = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' });
    const texts = ['Hello, Lena', 'Good morning, Lena', 'Good afternoon, Lena', 'Good evening, Lena'];
    const greeting = () => {
      const at = Number(hour.format(Date.now()));
      return texts[[5, 12, 18].filter((from) => at >= from).length] ?? '';
    };
    const before = greeting();
    open({}, {}, aUser({ timeZone }));
    const heading = await screen.findByRole('heading', { level: 1, name: /, Lena$/ });
    // The hour may change during rendering.
    expect([before, greeting()]).toContain(heading.textContent);
  },
);

it('shows growth by week in a chart and a table', async () => {
  const week = (weekOf: string, steps: number, topics = 0) => ({ weekOf, steps, topics, notes: 0 });
  open({
    growth: {
      weeks: [week('2026-11-09', 2), week('2026-11-16', 3, 1)],
      topicsCompleted: 1,
      topicsChosen: 3,
      objectives: { active: 2, achieved: 1, atRisk: 1 },
    },
  });
  expect(await screen.findByText('5 steps in 2 weeks')).toBeInTheDocument();
  expect(screen.getByText('1 of 3 selected')).toBeInTheDocument();
  expect(screen.getByText('2 in progress (1 at risk), 1 achieved')).toBeInTheDocument();
  const rows = within(
    screen.getByRole('table', { name: 'Steps, completed topics and notes by week', hidden: true }),
  ).getAllByRole('row', { hidden: true });
  expect(rows.map((row) => row.textContent).slice(1)).toEqual([
    expect.stringMatching(/^Nov 16.*310$/),
    expect.stringMatching(/^Nov 9.*200$/),
  ]);
});

it('draws one mark for each step, topic and note of a week', async () => {
  const weeks = [{ weekOf: '2026-11-16', steps: 3, topics: 2, notes: 2 }];
  const { container } = open({ growth: { ...growth, weeks } });
  await screen.findByText('3 steps in 1 weeks');
  const marks = (name: string) => container.querySelectorAll(`.weeks ol .week-${name}`).length;
  expect([marks('step'), marks('leaf'), marks('note')]).toEqual([3, 2, 2]);
});

it('completes a topic in its row', async () => {
  const action = { kind: 'complete_topic', programId: PROGRAM_ID, topicId: TOPIC_ID } as const;
  const route = `PUT /api/programs/${PROGRAM_ID}/topics/${TOPIC_ID}/completion`;
  const { user, client } = open({ needs: [aNeed({ action })] }, { [route]: () => json(aCompletion(false)) });
  await user.click(await screen.findByRole('button', { name: /^Complete topic:/ }));
  await waitFor(() => expect(client.api.asked(route)).toBe(1));
});

it('removes a row whose topic was already completed elsewhere', async () => {
  const action = { kind: 'complete_topic', programId: PROGRAM_ID, topicId: TOPIC_ID } as const;
  const home = { needs: [aNeed({ action })] };
  const { user } = open(home, {
    [`PUT /api/programs/${PROGRAM_ID}/topics/${TOPIC_ID}/completion`]: () => {
      home.needs = [];
      return problem(409, 'conflict');
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Complete topic:/ }));
  await waitFor(() => expect(screen.queryByText('Complete “Give clear feedback”')).toBeNull());
});

it('completes one topic after another at the top of the list', async () => {
  const [first, second] = [TOPIC_ID, 'cccccccccccccccc'].map((topicId) =>
    aNeed({
      key: topicId,
      title: `Complete ${topicId}`,
      action: { kind: 'complete_topic', programId: PROGRAM_ID, topicId },
    }),
  ) as [Need, Need];
  const home = { needs: [first, second] };
  const route = (topicId: string) => `PUT /api/programs/${PROGRAM_ID}/topics/${topicId}/completion`;
  const complete = () => {
    home.needs = home.needs.slice(1);
    return json(aCompletion(false));
  };
  const { user, client } = open(home, {
    [route(TOPIC_ID)]: complete,
    [route('cccccccccccccccc')]: complete,
  });
  await user.click(await screen.findByRole('button', { name: `Complete topic: ${first.title}` }));
  await waitFor(() => expect(screen.queryByText(first.title)).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: `Complete topic: ${second.title}` }));
  await waitFor(() => expect(client.api.asked(route('cccccccccccccccc'))).toBe(1));
});

it('removes a congratulation from the list when its message is delivered', async () => {
  const marked: unknown[] = [];
  const person = { userId: 8, firstName: 'Max', lastName: 'Berg', initials: 'MB', userAvatar: null };
  const action = { kind: 'message', person, text: 'Well done, Max.' } as const;
  const need = aNeed({
    kind: 'report_completed',
    about: 'team',
    verb: 'Congratulate',
    keys: ['a', 'b'],
    action,
  });
  const { user, client } = open(
    { needs: [need] },
    {
      'PUT /api/home/marks': async (request) => {
        const body: unknown = await request.json();
        marked.push(body);
        return json(body);
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: /^Congratulate:/ }));
  const { openChannel } = client.state().chat.widget;
  expect(Object.values(client.state().drafts.texts)).toContain('Well done, Max.');
  expect(marked).toEqual([]);
  const written = messageSubmitted(
    openChannel ?? '',
    { id: 7, firstName: 'Lena', lastName: 'L' },
    'Well done',
  );
  act(() => void client.store.dispatch(written));
  const { id, channel } = written.payload;
  act(
    () =>
      void client.store.dispatch(
        messageSent({ id, channel, timetoken: '17000000000000000', details: 'Well done' }),
      ),
  );
  await waitFor(() => expect(marked).toEqual([{ keys: ['a', 'b'], mark: 'done' }]));
});

const noSession = () => json({ session: null, room: null, wrapUp: null, cancelled: null, plan: null });

it.each([
  ['in place of the list', []],
  ['beside the list', [aNeed()]],
])('shows a newcomer one welcome %s, and no empty cards', async (_place, needs) => {
  open({ needs }, { 'GET /api/coaching/next': noSession });
  expect(await screen.findByRole('heading', { name: 'Welcome to Trellis' })).toBeInTheDocument();
  for (const name of ['Next session', 'Your growth', 'You are up to date'])
    expect(screen.queryByRole('heading', { name })).not.toBeInTheDocument();
});

it.each([0, 2])('leads a newcomer to the programs that they can join: %s', async (total) => {
  const { client } = open(
    {},
    { 'GET /api/coaching/next': noSession, 'GET /api/programs/catalogue': () => json({ data: [], total }) },
  );
  expect(await screen.findByRole('heading', { name: 'Welcome to Trellis' })).toBeInTheDocument();
  await waitFor(() => expect(client.api.asked('GET /api/programs/catalogue')).toBe(1));
  const link = { name: 'View the programs you can join' };
  if (total > 0) expect(await screen.findByRole('link', link)).toHaveAttribute('href', '/program');
  else expect(screen.queryByRole('link', link)).not.toBeInTheDocument();
});

it('shows the cards as soon as one of them has content', async () => {
  open({ growth: { ...growth, topicsChosen: 1 } }, { 'GET /api/coaching/next': noSession });
  expect(await screen.findByRole('heading', { name: 'Your growth' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Next session' })).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Welcome to Trellis' })).not.toBeInTheDocument();
});

it('snoozes a need from its menu without losing the focus, lists snoozed needs, and restores one', async () => {
  const marked: unknown[] = [];
  const snoozed = aNeed({ key: 'n2', keys: ['n2'], title: 'Add a note', snoozedUntil: '2026-11-30' });
  const home = { needs: [aNeed()], snoozed: [snoozed] };
  const { user } = open(home, {
    'PUT /api/home/marks': async (request) => {
      const body: unknown = await request.json();
      marked.push(body);
      home.needs = [];
      return json(body);
    },
  });
  await user.click(await screen.findByRole('button', { name: /^More actions:/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Snooze until next week' }));
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  await waitFor(() => expect(document.body).not.toHaveFocus());
  await user.click(screen.getByText('Show snoozed (1)'));
  expect(await screen.findByText('Hide snoozed (1)')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Return to list: Add a note' }));
  await waitFor(() =>
    expect(marked).toEqual([
      { keys: ['n1'], mark: 'next_week' },
      { keys: ['n2'], mark: null },
    ]),
  );
});

it('does not open a menu again when its need moves in the list', async () => {
  const moving = aNeed({ key: 'n2', title: 'Add a note' });
  const home = { needs: [aNeed(), moving] };
  const { user, client } = open(home);
  await user.click(await screen.findByRole('button', { name: 'More actions: Add a note' }));
  expect(await screen.findByRole('menuitem', { name: 'Snooze until tomorrow' })).toBeVisible();
  home.needs = [moving];
  act(() => void client.store.dispatch(homeApi.util.invalidateTags(['Home'])));
  await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent('Add a note'));
  const button = screen.getByRole('button', { name: 'More actions: Add a note' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('menuitem')).toBeNull();
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

it('moves the focus to the row that returns to the list', async () => {
  const home = {
    needs: [aNeed(), aNeed({ key: 'n3', title: 'Third' })],
    snoozed: [aNeed({ key: 'n2', title: 'Add a note', snoozedUntil: '2199-11-30' })],
  };
  const { user } = open(home, {
    'PUT /api/home/marks': async (request) => {
      home.needs = [...home.needs, ...home.snoozed.map((need) => ({ ...need, snoozedUntil: null }))];
      home.snoozed = [];
      return json(await request.json());
    },
  });
  await user.click(await screen.findByText('Show snoozed (1)'));
  await user.click(screen.getByRole('button', { name: 'Return to list: Add a note' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Add a note' })).toHaveFocus());
  expect(screen.queryByText('Show snoozed (1)')).not.toBeInTheDocument();
});

it('leaves the focus where it is when a snooze ends by itself', async () => {
  const home = {
    needs: [aNeed()],
    snoozed: [aNeed({ key: 'n2', title: 'Add a note', snoozedUntil: '2020-11-30' })],
  };
  const { client } = open(home);
  await screen.findByText('Show snoozed (1)');
  home.needs = [aNeed(), aNeed({ key: 'n2', title: 'Add a note' })];
  home.snoozed = [];
  act(() => void client.store.dispatch(homeApi.util.invalidateTags(['Home'])));
  expect(await screen.findByRole('link', { name: 'Add a note' })).not.toHaveFocus();
  expect(document.body).toHaveFocus();
});

it('declines a proposed topic in its row, and says when that was not saved', async () => {
  const topicId = 'b'.repeat(16);
  const proposed = aNeed({
    kind: 'topic_proposed',
    title: 'Max proposed “Asking”',
    proposal: { programId: PROGRAM_ID, topicId },
  });
  const { user, client } = open(
    { needs: [proposed] },
    { [`PUT /api/programs/${PROGRAM_ID}/topics/${topicId}/proposals`]: () => problem(503, 'unavailable') },
  );
  await user.click(await screen.findByRole('button', { name: 'More actions: Max proposed “Asking”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Decline proposal' }));
  await waitFor(() =>
    expect(selectToast(client.store.getState())?.text).toMatch(/^“Max proposed “Asking”” is not changed\./),
  );
});

it('shows a manager the team first', async () => {
  const own = aNeed({ title: 'Own work' });
  const team = aNeed({ key: 'n2', about: 'team', kind: 'report_quiet', title: 'Max has been inactive' });
  open({ needs: [own, team], team: { needing: 2 } });
  expect(await screen.findByRole('article')).toHaveTextContent('Max has been inactive');
  expect(screen.getByRole('link', { name: 'View team' })).toHaveAttribute('href', '/team');
  expect(screen.getByText('For you')).toBeInTheDocument();
  // The only item of the team is in the card above.
  expect(screen.queryByRole('heading', { name: 'Your team' })).toBeNull();
});

it('lists all needs about learners to a coach without reports', async () => {
  const confirm = (key: string, title: string) =>
    aNeed({ key, about: 'team', kind: 'confirm_topic', title, verb: 'Confirm' });
  open({
    needs: [confirm('c1', 'Confirm “Asking”'), confirm('c2', 'Confirm “Listening”'), aNeed()],
    team: null,
  });
  expect(await screen.findByText('3 items need your attention this week.')).toBeInTheDocument();
  expect(screen.getByText('Confirm “Asking”')).toBeVisible();
  const today = within(screen.getByRole('list', { name: 'Today' }));
  expect(today.getByText('Confirm “Listening”')).toBeVisible();
  expect(today.getByText('Complete “Give clear feedback”')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'View team' })).toBeNull();
});

it('explains why the team page counts people whom home does not list', async () => {
  open({ needs: [aNeed({ title: 'Own work' })], team: { needing: 4 } });
  expect(await screen.findByRole('heading', { name: 'Your team' })).toBeVisible();
  expect(
    screen.getByText('The team page also counts people whose items you snoozed or marked as done.'),
  ).toBeVisible();
});

it('shows the next step once: as the first need or in the card of the program', async () => {
  const nextStep = { topicId: TOPIC_ID, stepKey: 'try', topicTitle: 'Asking', title: 'Try it', minutes: 5 };
  const program = {
    programId: PROGRAM_ID,
    programName: 'Leading well',
    purpose: '',
    enrolment: 'active',
    dueOn: null,
    invitation: null,
    progress: { done: 0, total: 1, percent: 0 },
    topics: [],
    nextStep,
  } as const;
  const step = aNeed({
    kind: 'next_step',
    title: 'Try it',
    path: `/program/${PROGRAM_ID}#step-${TOPIC_ID}-try`,
  });
  open({ needs: [step], continue: { ...program, topics: [] } });
  expect(await screen.findByRole('article')).toHaveTextContent('Try it');
  expect(screen.queryByRole('heading', { name: 'Continue' })).not.toBeInTheDocument();
});

it('does not count the step on the program’s card', async () => {
  const nextStep = { topicId: TOPIC_ID, stepKey: 'try', topicTitle: 'Asking', title: 'Try it', minutes: 5 };
  open({
    needs: [
      aNeed(),
      aNeed({
        key: 'n2',
        kind: 'next_step',
        group: 'week',
        path: `/program/${PROGRAM_ID}#step-${TOPIC_ID}-try`,
      }),
    ],
    continue: {
      programId: PROGRAM_ID,
      programName: 'Leading well',
      purpose: '',
      enrolment: 'active',
      dueOn: null,
      invitation: null,
      progress: { done: 0, total: 1, percent: 0 },
      topics: [],
      nextStep,
    },
  });
  expect(await screen.findByRole('heading', { name: 'Continue' })).toBeInTheDocument();
  expect(screen.getByText('1 item needs your attention this week.')).toBeInTheDocument();
});

it('leads to the summary of the most recently completed program', async () => {
  open({ finished: { programId: PROGRAM_ID, programName: 'Leading well' } });
  expect(await screen.findByText(/^You completed Leading well/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View summary' })).toHaveAttribute(
    'href',
    `/program/${PROGRAM_ID}#program-summary`,
  );
});
