import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type InsightPerson, REMINDERS_MAX, type StepFigures } from '#contract/insights/insights.ts';
import { labelPlace } from '#src/insights/charts/PaceChart.tsx';
import Insights from '#src/insights/Insights.tsx';
import { filterText, stoppedText } from '#src/insights/insightsTexts.ts';
import { InsightPersonRow } from '#src/insights/people/InsightPersonRow.tsx';
import { RemindButton } from '#src/insights/people/RemindButton.tsx';
import { anInsights } from '#test/fixtures/insights.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

const today = anInsights({ counts: { completed: 6, active: 20, stalled: 3 } });
const path = `/admin/programs/insights/${today.programId}`;
const open = (answer: Answer, at = path, timeZone = 'UTC', steps: StepFigures['data'] | null = null) =>
  show(<Insights />, {
    client: {
      at,
      user: aUser({ isAdmin: true, timeZone }),
      answers: {
        [`GET /api/insights/programs/${today.programId}`]: answer,
        ...(steps && {
          [`GET /api/insights/programs/${today.programId}/steps`]: () => json({ data: steps }),
        }),
      },
    },
  });

it('compares the figures with those of an earlier day', async () => {
  const earlier = anInsights({
    programId: today.programId,
    asOf: '2026-02-10T23:59:59.999Z',
    counts: { completed: 2, active: 24, stalled: 3 },
    firstSession: { days: 11, people: 12 },
  });
  const { user } = open(({ url }) => json(url.includes('asOf=2026-02-10') ? earlier : today));
  await user.selectOptions(await screen.findByLabelText('Compare with'), 'Feb 10');
  expect(await screen.findByText('+4 since Feb 10')).toBeInTheDocument();
  expect(screen.getByText('−4 since Feb 10')).toBeInTheDocument();
  expect(screen.getByText('No change since Feb 10')).toBeInTheDocument();
  expect(screen.getByText('2 days less than on Feb 10')).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText(/^Compare with/), 'No other day');
  expect(screen.queryByText(/since Feb 10/)).toBeNull();
});

it('offers no day before the first invitation', async () => {
  const asOf = new Date().toISOString();
  const launched = open(() => json({ ...today, asOf, firstInvitedAt: asOf }));
  expect(await screen.findByText(/^40 people invited or joined since/)).toBeInTheDocument();
  expect(screen.getByLabelText('As of')).toHaveAttribute('min', asOf.slice(0, 10));
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.queryByLabelText('Compare with')).toBeNull();
  launched.unmount();

  open(() => json({ ...today, firstInvitedAt: '2026-02-11T08:00:00.000Z' }));
  const days = within(await screen.findByLabelText('Compare with')).getAllByRole('option');
  expect(days.map(({ textContent }) => textContent)).toEqual(['No other day', 'Mar 3']);
});

it.each([
  [[2, 1], '“Step 1” is the step with the most stalled learners: 2 people.'],
  [[1, 1, 1, 0], '3 steps have the most stalled learners: 1 person each.'],
])('names the step with the most stalled learners unless others have as many: %j', async (counts, text) => {
  const step = { topicId: 't'.repeat(16), topicTitle: 'Listening', learners: 3 };
  const data = counts.map((stalled, at) => ({
    ...step,
    stepKey: `${at}`.repeat(16),
    title: `Step ${at + 1}`,
    stalled,
  }));
  open(() => json(today), path, 'UTC', data);
  expect(await screen.findByText(text)).toBeInTheDocument();
});

it('names the same day of the figures in every time zone', async () => {
  const past = anInsights({
    programId: today.programId,
    asOf: '2026-02-24T23:59:59.999Z',
    isPast: true,
    counts: { completed: 4 },
    department: { departmentId: 4, name: 'Sales' },
    departmentOptions: [{ departmentId: 4, name: 'Sales' }],
  });
  const earlier = anInsights({ programId: today.programId, asOf: '2026-01-27T23:59:59.999Z' });
  const { user } = open(
    ({ url }) => json(url.includes('asOf=2026-01-27') ? earlier : past),
    `${path}?asOf=2026-02-24&department=4`,
    'Asia/Tokyo',
  );
  expect(await screen.findByText('As of Feb 24, 2026, Sales')).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Compare with'), 'Jan 27');
  expect((await screen.findAllByText(/ since Jan 27$/)).length).toBeGreaterThan(0);
  expect(screen.getByText('As of Feb 24, 2026, Sales, compared with Jan 27, 2026')).toBeInTheDocument();
});

it.each([
  ['above and to the left of a dot ahead of it', 60, 12, { dx: -6, dy: -10, textAnchor: 'end' }],
  ['above a dot ahead of it at the start of the chart', 5, 12, { dx: 0, dy: -10, textAnchor: 'start' }],
  ['below a dot behind it', 60, -12, { dx: 9, dy: 16, textAnchor: 'start' }],
])('keeps the label of the pace away from the even-pace line: %s', (_case, x, ahead, place) => {
  expect(labelPlace(x, 50, ahead)).toEqual(place);
});

it('keeps the label of the pace above the days of the axis', () => {
  expect(labelPlace(60, 0, -12)).toEqual({ dx: 9, dy: -10, textAnchor: 'start' });
});

it('draws no charts while no one takes part', async () => {
  const nothing = {
    ...today,
    steps: { ...today.steps, done: 0, total: 0 },
    departments: today.departments.map((row) => ({ ...row, accepted: 0, completed: 0 })),
    coaches: [],
  };
  open(() => json(nothing));
  const region = async (name: string) => within(await screen.findByRole('region', { name }));
  const pace = await region('Pace against due date');
  expect(pace.getByText('No one has chosen topics yet.')).toBeInTheDocument();
  expect(pace.queryByRole('img')).toBeNull();
  expect((await region('Completion by department')).queryByText(/^All /)).toBeNull();
  expect((await region('Coaches')).getByText(/^No one takes part yet\./)).toBeInTheDocument();
});

it('shows the figures of a chart as a table, and protected moods without numbers', async () => {
  const mood = { k: 5, weeks: [{ week: '2026-03-02', figure: { kind: 'protected' as const } }] };
  const { user } = open(() => json({ ...today, mood }));
  const pace = within(await screen.findByRole('region', { name: 'Pace against due date' }));
  await user.click(pace.getByText('Show as table'));
  expect(pace.getByRole('row', { name: /Mar 9 50%/ })).toBeInTheDocument();
  const moods = within(screen.getByRole('region', { name: 'Mood in check-ins' }));
  expect(moods.getByText('Protected')).toBeInTheDocument();
  expect(moods.queryByText(/answers$/)).toBeNull();
});

it('explains why there are no figures: no invitations, no access, or a failure', async () => {
  const empty = open(() => json(anInsights({ counts: { invited: 0 } })));
  expect(await screen.findByRole('heading', { name: 'No one has been invited yet' })).toBeInTheDocument();
  empty.unmount();
  const missing = open(() => problem(404, 'not_found'));
  expect(await screen.findByRole('heading', { name: 'No figures found' })).toBeInTheDocument();
  missing.unmount();
  open(() => problem(500, 'internal'));
  expect(await screen.findByText(/The figures did not load/)).toBeInTheDocument();
});

it('says that the figures of another day did not load', async () => {
  open((request) => (new URL(request.url).searchParams.has('asOf') ? problem(500, 'internal') : json(today)));
  fireEvent.change(await screen.findByLabelText('As of'), { target: { value: '2026-03-01' } });
  expect(await screen.findByText(/The figures did not load/)).toBeInTheDocument();
  // The button is not part of what is announced.
  for (const status of screen.getAllByRole('status')) expect(status).not.toHaveTextContent('Show today');
  // Another day can still be chosen.
  expect(screen.getByLabelText('As of')).toBeInTheDocument();
  // The figures on screen are those of today, and so are the people behind them.
  expect(screen.queryByText(/^Figures for/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Show today' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Review 3 stalled' })).toHaveAttribute(
    'href',
    `${path}/people?measure=stalled`,
  );
});

it.each([
  ['half', 'open', 'Have done half of their steps or more, and not completed the program'],
  ['invited', 'declined', 'Declined'],
  ['half', 'left', 'Left the organisation, last stage “Half of the steps”'],
] as const)('names the people who stopped at “%s” with the outcome “%s”', (stopped, outcome, title) => {
  const filter = { measure: 'invited' as const, stopped, outcome };
  expect(filterText(filter, { topic: null, coach: null, month: null })).toBe(title);
});

it('says that people with all steps done have done half or more, until their program is completed', () => {
  expect(stoppedText('half', 'open', 5)).toBe('5 have done half or more');
});

const cora = { userId: 12, firstName: 'Cora', lastName: 'Oak', initials: 'CO', userAvatar: null };
const aStalledPerson = (over: Partial<InsightPerson> = {}): InsightPerson => ({
  person: { userId: 21, firstName: 'Lena', lastName: 'Ott', initials: 'LO', userAvatar: null },
  department: null,
  stage: 'half',
  outcome: 'open',
  reason: 'no_answer',
  pace: null,
  done: 3,
  total: 4,
  invitedAt: '2026-01-12T08:00:00.000Z',
  acceptedAt: '2026-01-13T08:00:00.000Z',
  lastActivityAt: '2026-02-01T08:00:00.000Z',
  lastSessionAt: null,
  dueOn: null,
  coach: cora,
  waitsForCoach: true,
  remindedAt: null,
  can: { remind: true, plan: false, open: false },
  ...over,
});

it.each<[string, Partial<InsightPerson>, number, string]>([
  ['the coach who has to answer', {}, 7, 'Message Cora Oak'],
  ['no coach when someone else has to answer', { waitsForCoach: false }, 7, 'Remind Lena Ott'],
  ['the learner to the coach who has to answer', {}, cora.userId, 'Remind Lena Ott'],
])('offers to contact %s', async (_who, over, viewerId, action) => {
  show(
    <table>
      <tbody>
        <InsightPersonRow programId={today.programId} row={aStalledPerson(over)} />
      </tbody>
    </table>,
    { client: { user: aUser({ userId: viewerId }) } },
  );
  expect(await screen.findByRole('button', { name: action })).toBeVisible();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

it('reminds as many people at once as the server accepts', async () => {
  const sent: number[] = [];
  const people = Array.from({ length: REMINDERS_MAX + 100 }, (_, index) =>
    aStalledPerson({ person: { ...cora, userId: 100 + index } }),
  );
  const { user } = show(<RemindButton programId={today.programId} people={people} isForAll />, {
    client: {
      answers: {
        [`POST /api/insights/programs/${today.programId}/reminders`]: async (request) => {
          const { userIds } = (await request.json()) as { userIds: number[] };
          sent.push(userIds.length);
          return json({ reminded: userIds.length });
        },
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Remind the first 500' }));
  await waitFor(() => expect(sent).toEqual([REMINDERS_MAX]));
});

it('links a department to its people only if no departments are below it', async () => {
  const row = { invited: 20, accepted: 18, completed: 3 };
  open(() =>
    json({
      ...today,
      departments: [
        { departmentId: 1, name: 'Sales', hasBelow: true, ...row },
        { departmentId: 2, name: 'Service', hasBelow: false, ...row },
      ],
    }),
  );
  const chart = within(await screen.findByRole('region', { name: 'Completion by department' }));
  expect(chart.getByRole('link', { name: 'Service' })).toHaveAttribute(
    'href',
    expect.stringContaining('department=2'),
  );
  expect(chart.queryByRole('link', { name: 'Sales' })).toBeNull();
});

const departmentOptions = [
  { departmentId: 4, name: 'Sales' },
  { departmentId: 5, name: 'Service' },
];
const ofSales = {
  programId: today.programId,
  department: { departmentId: 4, name: 'Sales' },
  departmentOptions,
};
const never = () => new Promise<Response>(() => {});

it('compares only figures of the same department while another one loads', async () => {
  const { user } = open(({ url }) => {
    const { searchParams } = new URL(url);
    const isService = searchParams.get('department') === '5';
    if (!searchParams.has('asOf'))
      return isService ? never() : json(anInsights({ ...ofSales, counts: { completed: 6 } }));
    const counts = { completed: isService ? 0 : 2 };
    return json(anInsights({ ...ofSales, asOf: '2026-03-03T23:59:59.999Z', counts }));
  }, `${path}?department=4&compare=7`);
  expect(await screen.findByText('+4 since Mar 3')).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText(/^Department/), 'Service');
  expect(screen.getByText('+4 since Mar 3')).toBeInTheDocument();
});

it('exports the figures on screen while those of another department load', async () => {
  const { user, client } = open(
    ({ url }) => (url.includes('department=5') ? never() : json(anInsights(ofSales))),
    `${path}?department=4`,
  );
  const exported: (string | null)[] = [];
  client.api.on(`POST /api/insights/programs/${today.programId}/export`, ({ url }) => {
    exported.push(new URL(url).searchParams.get('department'));
    return problem(500, 'internal');
  });
  await user.selectOptions(await screen.findByLabelText(/^Department/), 'Service');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(exported).toEqual(['4']));
});

it('does not say that no one was invited while the figures of another selection load', async () => {
  const { user, client } = open(
    ({ url }) =>
      url.includes('department=4') ? json(anInsights({ ...ofSales, counts: { invited: 0 } })) : never(),
    `${path}?department=4`,
  );
  expect(await screen.findByText(/^No one in this selection had been invited/)).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText(/^Department/), 'All');
  await waitFor(() => expect(client.api.asked(`GET /api/insights/programs/${today.programId}`)).toBe(2));
  expect(screen.queryByText('No one has been invited yet')).toBeNull();
});

it('says that the steps of another department did not load', async () => {
  const step = { topicId: 't'.repeat(16), topicTitle: 'Listening', learners: 3, stalled: 2 };
  const { user, client } = open(
    ({ url }) => json(url.includes('department=4') ? anInsights(ofSales) : { ...today, departmentOptions }),
    `${path}?department=4`,
    'UTC',
    [{ ...step, stepKey: 's'.repeat(16), title: 'Step of Sales' }],
  );
  expect(await screen.findByRole('rowheader', { name: /Step of Sales/ })).toBeInTheDocument();
  client.api.on(`GET /api/insights/programs/${today.programId}/steps`, () => problem(500, 'internal'));
  await user.selectOptions(screen.getByLabelText(/^Department/), 'All');
  expect(await screen.findByText(/^The steps did not load/)).toBeInTheDocument();
  expect(screen.queryByRole('rowheader', { name: /Step of Sales/ })).toBeNull();
});

describe('the people behind a number', () => {
  const reasons = [
    { reason: 'no_answer' as const, people: 1 },
    { reason: 'no_session' as const, people: 2 },
  ];
  const openPeople = (search: string, figures: Answer, people: Answer) => {
    const shown = open(figures, path);
    shown.client.api.on(`GET /api/insights/programs/${today.programId}/people`, people);
    shown.client.visit(`${path}/people?${search}`);
    return shown;
  };

  it('lists no people of another reason while the list loads or after it has failed', async () => {
    const answer = Promise.withResolvers<void>();
    const { user } = openPeople(
      'measure=stalled',
      () => json({ ...today, reasons }),
      async ({ url }) => {
        if (!url.includes('reason=')) return json({ data: [aStalledPerson()], total: 3, next: null });
        await answer.promise;
        return problem(500, 'internal');
      },
    );
    expect(await screen.findByRole('heading', { name: '3 stalled learners' })).toBeInTheDocument();
    expect(screen.getByText('Lena Ott')).toBeInTheDocument();
    const reason = screen.getByRole('link', { name: 'No session booked' });
    await user.click(reason);
    expect(screen.getByRole('heading', { level: 1, name: 'Stalled' })).toBeInTheDocument();
    expect(screen.queryByText('Lena Ott')).toBeNull();
    expect(screen.getByText('Loading')).toHaveRole('status');
    expect(reason).toHaveFocus();
    answer.resolve();
    expect(await screen.findByText(/The people did not load/)).toBeInTheDocument();
    expect(screen.queryByText('Lena Ott')).toBeNull();
  });

  it('names the day of the list if the figures did not load', async () => {
    openPeople(
      'measure=stalled&asOf=2026-02-24',
      () => problem(500, 'internal'),
      () => json({ data: [aStalledPerson()], total: 1, next: null }),
    );
    expect(await screen.findByText(/as of Feb 24, 2026/)).toBeInTheDocument();
    expect(screen.queryByText(/as of today/)).toBeNull();
  });

  it.each([
    ['measure=stalled', 'Everyone who takes part was active in the last 21 days.'],
    ['measure=stalled&reason=no_session', 'Choose another reason.'],
    ['measure=stalled&department=4', 'Choose another number.'],
    [`measure=stalled&step=${'s'.repeat(16)}`, 'Choose another number.'],
  ])('says that everyone was active only if no one at all is stalled: %s', async (search, text) => {
    openPeople(
      search,
      () => json(today),
      () => json({ data: [], total: 0, next: null }),
    );
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('says nothing about an empty list, its day or its scope before the figures are known', async () => {
    const figures = Promise.withResolvers<Response>();
    openPeople(
      'measure=stalled&department=4',
      ({ url }) => (url.includes('department=4') ? figures.promise : json(today)),
      () => json({ data: [], total: 0, next: null }),
    );
    expect(await screen.findByText('No one is in this group')).toBeInTheDocument();
    expect(screen.queryByText('Choose another number.')).toBeNull();
    expect(screen.queryByText(/as of/)).toBeNull();
    figures.resolve(json(anInsights(ofSales)));
    expect(await screen.findByText('Choose another number.')).toBeInTheDocument();
    expect(screen.getByText(/department Sales and below, as of Mar 10, 2026/)).toBeInTheDocument();
  });
});
