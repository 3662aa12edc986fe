import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { Home, Need } from '#contract/home.ts';
import type { LearnerProgram } from '#contract/learning/learners.ts';
import type { TeamMember } from '#contract/team.ts';
import LearnerPage from '#src/programs/learner/LearnerPage.tsx';
import Team from '#src/team/Team.tsx';
import { baseApi } from '#store/api/baseApi.ts';
import { messageSent, messageSubmitted } from '#store/chat/messagesSlice.ts';
import { selectOpenChannel } from '#store/chat/widgetSelectors.ts';
import { homeApi } from '#store/home/homeApi.ts';
import { aUser } from '#test/fixtures/people.ts';
import { PROGRAM_ID, TOPIC_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

const lena = { userId: 21, firstName: 'Lena', lastName: 'Ott', initials: 'LO', userAvatar: null };
const aMember = (userId: number, over: Partial<TeamMember> = {}): TeamMember => ({
  ...lena,
  userId,
  title: 'Service lead',
  reason: null,
  reasons: [],
  programs: [],
  ...over,
});
const learnerPath = `/program/${PROGRAM_ID}/sessions/21`;
const open = (at: string, answers: Record<string, Answer>) =>
  show(
    <Routes>
      <Route path="/team" element={<Team />} />
      <Route path="/program/:programId/sessions/:userId" element={<LearnerPage />} />
    </Routes>,
    { client: { at, answers } },
  );

it.each([
  ['/team', '/api/team'],
  ['/team?person=21', '/api/team/21'],
  [learnerPath, `/api/programs/${PROGRAM_ID}/learners/21`],
])('reads %s again when the window gets the focus', async (at, path) => {
  const { client } = open(at, {});
  await waitFor(() => expect(client.api.asked(`GET ${path}`)).toBe(1));
  act(() => void client.store.dispatch(baseApi.internalActions.onFocus()));
  await waitFor(() => expect(client.api.asked(`GET ${path}`)).toBe(2));
});

it('lists the reasons why a person needs attention, each with a link', async () => {
  const text = '“Asking” in Leading well awaits your confirmation.';
  open('/team', {
    'GET /api/team': () =>
      json({
        data: [
          aMember(21, {
            reason: text,
            reasons: [{ kind: 'confirm', text, verb: 'Confirm', path: `${learnerPath}?show=topics` }],
          }),
          aMember(22, { firstName: 'Zoe' }),
        ],
        total: 2,
        needing: 1,
      }),
  });
  const reason = await screen.findByRole('link', { name: `Lena Ott: ${text}` });
  expect(reason).toHaveAttribute('href', `${learnerPath}?show=topics`);
  expect(screen.getByRole('link', { name: 'Confirm: Lena Ott' })).toHaveAttribute(
    'href',
    `${learnerPath}?show=topics`,
  );
  expect(screen.getByRole('button', { name: 'Message Zoe Ott' })).toHaveTextContent('Message');
  expect(screen.getByText('2 direct reports. 1 person needs your attention.')).toBeInTheDocument();
});

it('offers the same action as home for a change that the person has reverted', async () => {
  const path = '/team?person=21&objective=o#change-c';
  const reason = {
    kind: 'objective' as const,
    text: 'Reverted your change.',
    verb: 'Message' as const,
    path,
  };
  open('/team', {
    'GET /api/team': () => json({ data: [aMember(21, { reasons: [reason] })], total: 1, needing: 1 }),
  });
  expect(await screen.findByRole('button', { name: 'Message Lena Ott' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Lena Ott: Reverted your change.' })).toHaveAttribute('href', path);
  expect(screen.queryByRole('link', { name: /^Review/ })).toBeNull();
});

it.each([
  { needing: 1, before: ' 1 person needs your attention.', after: '1 person needs your attention. ' },
  // Someone to congratulate is on home, and is no one to worry about.
  { needing: 0, before: ' No one needs your attention.', after: '' },
])(
  'says what the number in the navigation counts, with $needing people',
  async ({ needing, before, after }) => {
    const aNeed = (key: string, path: string): Need => ({
      key,
      kind: 'report_quiet',
      group: 'week',
      title: key,
      reason: '',
      verb: 'Message',
      path,
      keys: [key],
      about: 'team',
      action: null,
      proposal: null,
      snoozedUntil: null,
      can: { snooze: true, done: true },
    });
    const needs = [aNeed('a', learnerPath), aNeed('b', '/team?person=21'), aNeed('c', '/checkin?view=team')];
    const objectives = { active: 0, achieved: 0, atRisk: 0 };
    const home: Home = {
      needs,
      snoozed: [],
      team: { needing },
      continue: null,
      finished: null,
      growth: { weeks: [], topicsCompleted: 0, topicsChosen: 0, objectives },
    };
    const roles = { ...aUser().roles, hasReports: true };
    const { client } = show(<Team />, {
      client: {
        at: '/team',
        user: aUser({ roles }),
        answers: {
          'GET /api/team': () => json({ data: [aMember(21)], total: 7, needing }),
          'GET /api/home': () => json(home),
        },
      },
    });
    await screen.findByText(`7 direct reports.${before}`);
    // The frame keeps the list of needs on every page.
    await act(async () => void (await client.store.dispatch(homeApi.endpoints.getHome.initiate())));
    expect(
      screen.getByText(`7 direct reports. ${after}Home has 2 items that lead here.`),
    ).toBeInTheDocument();
  },
);

it.each([{ data: [aMember(21)] }, { data: [] }])(
  'offers to message an administrator about wrong reports',
  async ({ data }) => {
    const admin = { ...lena, userId: 31, firstName: 'Ines' };
    const { user, client } = open('/team', {
      'GET /api/team': () => json({ data, total: data.length, needing: 0 }),
      'GET /api/users/administrators': () => json({ data: [admin] }),
    });
    await user.click(await screen.findByRole('button', { name: 'Message Ines Ott' }));
    expect(selectOpenChannel(client.store.getState())).toBe('chat_T3_U7.U31');
  },
);

it('lists only people with activity as on track', async () => {
  const aMemberProgram = (lastActiveAt: string | null): TeamMember['programs'][number] => ({
    programId: PROGRAM_ID,
    programName: 'Leading well',
    enrolment: 'active',
    progress: { done: 0, total: 2, percent: 0 },
    lastActiveAt,
  });
  const data = [
    aMember(21, { firstName: 'Ana', programs: [aMemberProgram('2026-11-20T09:00:00.000Z')] }),
    aMember(22, { firstName: 'Ben', programs: [aMemberProgram(null)] }),
    aMember(23, { firstName: 'Cleo' }),
  ];
  open('/team', { 'GET /api/team': () => json({ data, total: 3, needing: 0 }) });
  await screen.findByText('Ana Ott');
  const names = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(names).toEqual([
    'On track',
    expect.stringContaining('Ana Ott'),
    'No learning activity yet',
    expect.stringContaining('Ben Ott'),
    expect.stringContaining('Cleo Ott'),
  ]);
  expect(screen.getAllByText('No problems.')).toHaveLength(3);
});

it('shows the state of a program that the person has not accepted, and of a completed one', async () => {
  type MemberProgram = TeamMember['programs'][number];
  const aMemberProgram = (enrolment: MemberProgram['enrolment'], programName: string): MemberProgram => ({
    programId: enrolment.padEnd(16, 'a'),
    programName,
    enrolment,
    progress: { done: 0, total: 0, percent: 0 },
    lastActiveAt: null,
  });
  const programs = [
    aMemberProgram('invited', 'Leading well'),
    aMemberProgram('declined', 'Listening'),
    aMemberProgram('choosing', 'Clear requests'),
  ];
  const completed = {
    ...aMemberProgram('completed', 'Trust'),
    progress: { done: 8, total: 8, percent: 100 },
  };
  open('/team', {
    'GET /api/team': () =>
      json({
        data: [aMember(21, { programs }), aMember(22, { programs: [completed] })],
        total: 2,
        needing: 0,
      }),
  });
  const stateOf = async (name: string) =>
    (await screen.findByRole('link', { name: `${name}, Lena Ott` })).parentElement;
  expect(await stateOf('Leading well')).toHaveTextContent('Invited');
  expect(await stateOf('Listening')).toHaveTextContent('Declined');
  expect(await stateOf('Clear requests')).toHaveTextContent('No topics selected');
  expect(await stateOf('Trust')).toHaveTextContent('8 of 8 steps · Completed');
});

it('loads 2,000 people page by page, and reads no page again on focus', async () => {
  const { user, client } = open('/team', {
    'GET /api/team': ({ url }) => {
      const offset = Number(new URL(url).searchParams.get('offset'));
      const data = Array.from({ length: 20 }, (_, index) =>
        aMember(offset + index + 1, { firstName: `P${offset + index + 1}` }),
      );
      return json({ data, total: 2_000, needing: 0 });
    },
  });
  expect(await screen.findByText('2,000 direct reports. No one needs your attention.')).toBeInTheDocument();
  expect(screen.getAllByRole('rowheader')).toHaveLength(21);
  await user.click(screen.getByRole('button', { name: 'Show more people' }));
  expect(await screen.findByText('P40 Ott')).toHaveRole('link');
  expect(client.api.asked('GET /api/team')).toBe(2);
  await act(async () => {
    client.store.dispatch(baseApi.internalActions.onFocus());
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  expect(client.api.asked('GET /api/team')).toBe(2);
});

it('does not say that no one reports to the viewer while the team loads after a search without a match, or if it fails', async () => {
  const again = Promise.withResolvers<Response>();
  const data = Array.from({ length: 8 }, (_, index) => aMember(index + 1));
  const { user, client } = open('/team', {
    'GET /api/team': async ({ url }) => {
      if (new URL(url).searchParams.has('search')) return json({ data: [], total: 0, needing: 0 });
      if (client.api.asked('GET /api/team') > 1) return again.promise;
      return json({ data, total: 8, needing: 0 });
    },
  });
  const field = await screen.findByRole('searchbox', { name: 'Find a person' });
  await user.type(field, 'zzz');
  const none = 'No one in your team has a name or email that starts with “zzz”.';
  await screen.findByText(none);
  // The list without a search is no longer cached, as after a minute.
  act(() => void client.store.dispatch(baseApi.util.invalidateTags(['Team'])));
  await waitFor(() => expect(client.api.asked('GET /api/team')).toBe(3));
  await user.clear(field);
  await waitFor(() => expect(client.api.asked('GET /api/team')).toBe(4));
  expect(screen.queryByText('No direct reports')).toBeNull();
  expect(screen.getByText(none)).toBeVisible();
  again.resolve(problem(503, 'unavailable'));
  expect(await screen.findByText('Your team did not load')).toBeVisible();
  expect(screen.getByText(none)).toBeVisible();
  expect(field).toHaveFocus();
  client.api.on('GET /api/team', () => json({ data, total: 8, needing: 0 }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^8 direct reports/)).toBeVisible();
});

const learnerProgram: LearnerProgram = {
  programId: PROGRAM_ID,
  programName: 'Leading well',
  learner: lena,
  relation: 'manager',
  former: null,
  enrolment: 'active',
  dueOn: null,
  progress: { done: 1, total: 1, percent: 100 },
  departures: [],
  topics: [
    {
      topicId: TOPIC_ID,
      title: 'Asking',
      behaviorName: 'Asks before telling',
      state: 'awaiting_confirmation',
      completedAt: null,
      done: 1,
      total: 1,
      confirmation: {
        by: 'manager',
        name: 'Max Berg',
        askedAt: '2026-11-20T09:00:00.000Z',
        acceptedOn: '2026-11-27',
      },
      steps: [
        {
          stepKey: 'read',
          title: 'Read why',
          kind: 'content',
          required: true,
          state: 'none',
          can: { waive: true },
        },
      ],
      proposal: null,
      can: { confirm: true, reopen: false, propose: false },
    },
  ],
};
const learnerRoute = `/api/programs/${PROGRAM_ID}/learners/21`;

it('shows why the learner left the program', async () => {
  const departures = [{ at: '2026-11-20T09:00:00.000Z', reason: 'I move to another depot' }];
  open(learnerPath, {
    [`GET ${learnerRoute}`]: () => json({ ...learnerProgram, enrolment: 'withdrawn', departures }),
  });
  expect(
    await screen.findByText('Lena left this program on Nov 20, 2026. Reason: I move to another depot'),
  ).toBeInTheDocument();
});

it('requires a note to send a completed topic back', async () => {
  const sent: unknown[] = [];
  const { user } = open(`${learnerPath}?show=topics`, {
    [`GET ${learnerRoute}`]: () => json(learnerProgram),
    [`PUT ${learnerRoute}/topics/${TOPIC_ID}/confirmation`]: async (request) => {
      sent.push(await request.json());
      return json({
        ...learnerProgram,
        topics: learnerProgram.topics.map((topic) => ({
          ...topic,
          state: 'ready',
          can: { confirm: false, reopen: false, propose: false },
        })),
      });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Send back “Asking”' }));
  const dialog = screen.getByRole('dialog', { name: 'Send back “Asking”?' });
  await user.click(within(dialog).getByRole('button', { name: 'Send back' }));
  expect(within(dialog).getByLabelText('Note to the learner')).toBeInvalid();
  await user.type(within(dialog).getByLabelText('Note to the learner'), 'An example from your team');
  await user.click(within(dialog).getByRole('button', { name: 'Send back' }));
  expect(await screen.findByText('Ready to complete')).toBeInTheDocument();
  expect(sent).toEqual([{ confirmed: false, note: 'An example from your team' }]);
});

it('does not say that a topic was not confirmed when sending it back fails', async () => {
  const { user } = open(`${learnerPath}?show=topics`, {
    [`GET ${learnerRoute}`]: () => json(learnerProgram),
    [`PUT ${learnerRoute}/topics/${TOPIC_ID}/confirmation`]: () => problem(500, 'unexpected'),
  });
  await user.click(await screen.findByRole('button', { name: 'Send back “Asking”' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Send back “Asking”?' }));
  await user.type(dialog.getByLabelText('Note to the learner'), 'An example from your team');
  await user.click(dialog.getByRole('button', { name: 'Send back' }));
  expect(await dialog.findByText('Not done yet')).toBeInTheDocument();
  await user.type(dialog.getByLabelText('Note to the learner'), '.');
  expect(dialog.queryByText('Not done yet')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText(/^Not confirmed/)).toBeNull();
});

it('offers a congratulation for a completed topic until it is sent', async () => {
  const needKey = `report_completed:aaaaaaaaaaaaaaaa:${TOPIC_ID}`;
  let doneAt: string | null = null;
  const topic = { ...learnerProgram.topics[0]!, state: 'completed', confirmation: null } as const;
  const completed = () => ({
    ...learnerProgram,
    topics: [{ ...topic, completedAt: '2026-11-20T10:00:00.000Z', congratulation: { needKey, doneAt } }],
  });
  const { user, client } = open(`${learnerPath}?show=topics`, {
    [`GET ${learnerRoute}`]: () => json(completed()),
    'PUT /api/home/marks': async (request) => {
      doneAt = '2026-11-23T09:00:00.000Z';
      const body: unknown = await request.json();
      return json(body);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Congratulate Lena on “Asking”' }));
  const { openChannel } = client.state().chat.widget;
  const writer = { id: 9, firstName: 'Max', lastName: 'Berg' };
  const written = messageSubmitted(openChannel ?? '', writer, 'Well done');
  act(() => void client.store.dispatch(written));
  const { id, channel } = written.payload;
  const sent = { id, channel, timetoken: '17000000000000000', details: 'Well done' };
  act(() => void client.store.dispatch(messageSent(sent)));
  expect(await screen.findByText('Marked as congratulated on Nov 23')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Congratulate/ })).not.toBeInTheDocument();
});

it('keeps the reason for waiving a step when the request fails', async () => {
  const { user } = open(`${learnerPath}?show=topics`, {
    [`GET ${learnerRoute}`]: () => json(learnerProgram),
    [`PUT ${learnerRoute}/steps/read/waiver`]: () => problem(503, 'unavailable'),
  });
  await user.click(await screen.findByRole('button', { name: 'Waive “Read why”', hidden: true }));
  const dialog = screen.getByRole('dialog', { name: 'Waive “Read why”?' });
  await user.type(within(dialog).getByLabelText('Reason'), 'She wrote the book');
  await user.click(within(dialog).getByRole('button', { name: 'Waive step' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Not done yet');
  expect(within(dialog).getByLabelText('Reason')).toHaveValue('She wrote the book');
});

it('proposes a topic with a reason and withdraws the proposal', async () => {
  const other = 'e'.repeat(16);
  const topic: LearnerProgram['topics'][number] = {
    ...learnerProgram.topics[0]!,
    topicId: other,
    title: 'Listening',
    state: 'not_selected',
    confirmation: null,
    can: { confirm: false, reopen: false, propose: true },
  };
  const withProposal = (proposal: typeof topic.proposal) => ({
    ...learnerProgram,
    topics: [...learnerProgram.topics, { ...topic, proposal }],
  });
  const sent: unknown[] = [];
  const { user } = open(`${learnerPath}?show=topics`, {
    [`GET ${learnerRoute}`]: () => json(withProposal(null)),
    [`PUT ${learnerRoute}/topics/${other}/proposal`]: async (request) => {
      sent.push(await request.json());
      return json(
        withProposal({ note: 'You asked for it', at: '2026-11-20T10:00:00.000Z', declinedAt: null }),
      );
    },
    [`DELETE ${learnerRoute}/topics/${other}/proposal`]: () => json(withProposal(null)),
  });
  await user.click(await screen.findByRole('button', { name: 'Propose “Listening”' }));
  const dialog = screen.getByRole('dialog', { name: 'Propose “Listening”?' });
  await user.type(within(dialog).getByLabelText('Reason'), 'You asked for it');
  await user.click(within(dialog).getByRole('button', { name: 'Propose' }));
  expect(await screen.findByText(/^You proposed this topic on/)).toHaveTextContent('“You asked for it”');
  expect(sent).toEqual([{ note: 'You asked for it' }]);
  await user.click(screen.getByRole('button', { name: 'Withdraw proposal of “Listening”' }));
  expect(await screen.findByRole('button', { name: 'Propose “Listening”' })).toBeInTheDocument();
});

it('says that the learner declined a proposed topic, which can be proposed again', async () => {
  const topic: LearnerProgram['topics'][number] = {
    ...learnerProgram.topics[0]!,
    topicId: 'e'.repeat(16),
    title: 'Listening',
    state: 'not_selected',
    confirmation: null,
    proposal: { note: null, at: '2026-11-20T10:00:00.000Z', declinedAt: '2026-11-21T10:00:00.000Z' },
    can: { confirm: false, reopen: false, propose: true },
  };
  open(`${learnerPath}?show=topics`, {
    [`GET ${learnerRoute}`]: () => json({ ...learnerProgram, topics: [topic] }),
  });
  expect(await screen.findByText(/declined it on/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Propose “Listening” again' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).not.toBeInTheDocument();
});

it.each(['/team?person=77', '/team?person=x'])(
  'shows “Person not found” for other people’s reports and invalid addresses: %s',
  async (at) => {
    open(at, {});
    expect(await screen.findByRole('heading', { level: 1, name: 'Person not found' })).toBeInTheDocument();
  },
);
