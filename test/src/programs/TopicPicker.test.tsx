import { act, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import type { Goals } from '#contract/learning/enrolment.ts';
import type { Topic } from '#contract/learning/programs.ts';
import ProgramPage from '#src/programs/program/ProgramPage.tsx';
import { programsApi } from '#store/programs/programsApi.ts';
import { sessionRejected, signedIn } from '#store/session/sessionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { aProgram, aStep, PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

const aTopic = (topicId: string, title: string, over: Partial<Topic> = {}): Topic => ({
  topicId,
  title,
  behaviorName: `Does ${title}`,
  description: '',
  minutes: 20,
  version: 1,
  state: 'not_selected',
  completedAt: null,
  why: null,
  ifThenPlan: null,
  confirmation: null,
  returned: null,
  reopened: null,
  upgrade: null,
  proposals: [],
  steps: [],
  can: { complete: false, upgrade: false },
  ...over,
});
const A = 'a'.repeat(16);
const B = 'b'.repeat(16);
const C = 'c'.repeat(16);
const topics = [aTopic(A, 'Listening'), aTopic(B, 'Asking'), aTopic(C, 'Feedback')];
const selecting = aProgram({
  enrolment: 'choosing',
  topics,
  progress: { done: 0, total: 0, percent: null },
  selection: { min: 1, max: 2 },
  version: 7,
});
const route = `/api/programs/${PROGRAM_ID}`;

const proposal = {
  by: { userId: 9, firstName: 'Max', lastName: 'Mustermann', initials: 'MM', userAvatar: null },
  note: 'You would like it',
  at: '2026-11-20T10:00:00.000Z',
  declinedAt: null,
};
const open = (answers: Record<string, Answer>, search = '', drafts = fakeDrafts()) =>
  show(
    <>
      <Link to="/home">Elsewhere</Link>
      <Routes>
        <Route path="/program/:programId" element={<ProgramPage />} />
        <Route path="/home" element={<p>Your home</p>} />
      </Routes>
    </>,
    {
      client: {
        at: `/program/${PROGRAM_ID}${search}`,
        drafts,
        answers: { [`GET ${route}`]: () => json(selecting), ...answers },
      },
    },
  );
const topicCheckbox = (name: string) => screen.findByRole('checkbox', { name });

it('saves the selected topics with reason and plan, and shows them with their steps', async () => {
  const sent: Goals[] = [];
  const { user } = open({
    [`PUT ${route}/goals`]: async (request) => {
      sent.push((await request.json()) as Goals);
      return json({
        ...selecting,
        enrolment: 'active',
        version: 8,
        topics: [
          aTopic(A, 'Listening'),
          aTopic(B, 'Asking', { state: 'selected', why: 'I tell too soon' }),
          topics[2],
        ],
      });
    },
  });
  await user.click(await topicCheckbox('Asking'));
  await user.type(screen.getByLabelText('Reason'), 'I tell too soon ');
  await user.click(screen.getByRole('button', { name: 'Save topics' }));
  expect(await screen.findByRole('heading', { name: 'Asking' })).toBeInTheDocument();
  expect(sent).toEqual([{ version: 7, topics: [{ topicId: B, why: 'I tell too soon', ifThenPlan: null }] }]);
  expect(screen.getByRole('link', { name: 'Change your topics' })).toBeInTheDocument();
});

it('lists proposed topics first, and shows the steps of a topic before it is selected', async () => {
  const steps = [
    aStep({ title: 'Listen twice', minutes: 5 }),
    aStep({ stepKey: 'try', kind: 'practice', minutes: 15 }),
    aStep({ stepKey: 'meet', kind: 'session', minutes: 45, required: false }),
  ];
  const { user } = open({
    [`GET ${route}`]: () =>
      json({ ...selecting, topics: [...topics.slice(0, 2), { ...topics[2], proposals: [proposal], steps }] }),
  });
  await topicCheckbox('Feedback');
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'Feedback',
    'Listening',
    'Asking',
  ]);
  await user.click(screen.getByText('3 steps, 2 required (20 min)'));
  const list = screen.getByRole('list', { name: 'Steps of Feedback' });
  expect(within(list).getByText('Listen twice')).toBeVisible();
  expect(within(list).getByText('Read · 5 min')).toBeVisible();
  expect(await topicCheckbox('Feedback')).not.toBeChecked();
});

it('requires the minimum number of topics before sending', async () => {
  const { user, client } = open({});
  await user.click(await screen.findByRole('button', { name: 'Save topics' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Select at least 1 topic.');
  expect(client.api.asked(`PUT ${route}/goals`)).toBe(0);
  await user.click(await topicCheckbox('Listening'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('does not select more topics than the program allows and says what to do', async () => {
  const { user } = open({});
  await user.click(await topicCheckbox('Listening'));
  await user.click(await topicCheckbox('Asking'));
  await user.click(await topicCheckbox('Feedback'));
  expect(await topicCheckbox('Feedback')).not.toBeChecked();
  expect(screen.getByText(/To select this topic, clear another one first/)).toBeInTheDocument();
});

it('shows server errors next to the field and keeps the selection after a conflict', async () => {
  let answer = () =>
    json(
      {
        code: 'bad-request',
        message: 'See the fields.',
        requestId: 'r-1',
        fields: { 'topics.0.why': 'is longer than 300 characters' },
      },
      400,
    );
  const { user } = open({ [`PUT ${route}/goals`]: () => answer() });
  await user.click(await topicCheckbox('Asking'));
  await user.click(screen.getByRole('button', { name: 'Save topics' }));
  await waitFor(() => expect(screen.getByLabelText('Reason')).toBeInvalid());
  expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription(/is longer than 300 characters/);
  answer = () => problem(409, 'conflict');
  await user.click(screen.getByRole('button', { name: 'Save topics' }));
  expect(await screen.findByText(/were changed elsewhere/)).toBeInTheDocument();
  expect(await topicCheckbox('Asking')).toBeChecked();
});

it('does not overwrite a selection that was saved elsewhere before the user has read about it', async () => {
  let program = selecting;
  const sent: Goals[] = [];
  const { user, client } = open(
    {
      [`GET ${route}`]: () => json(program),
      [`PUT ${route}/goals`]: async (request) => {
        const goals = (await request.json()) as Goals;
        sent.push(goals);
        return goals.version === program.version
          ? json({ ...program, version: 9 })
          : problem(409, 'conflict');
      },
    },
    '?show=choose',
  );
  await user.click(await topicCheckbox('Asking'));
  program = {
    ...selecting,
    version: 8,
    topics: [aTopic(A, 'Listening', { state: 'selected' }), ...topics.slice(1)],
  };
  client.store.dispatch(programsApi.util.invalidateTags(['Program']));
  expect(await screen.findByRole('heading', { name: 'Change your topics' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save topics' }));
  expect(await screen.findByText(/were changed elsewhere/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save topics' }));
  await waitFor(() => expect(sent.map(({ version }) => version)).toEqual([7, 8]));
});

it('does not overwrite with a restored selection what was saved elsewhere in the meantime', async () => {
  const drafts = fakeDrafts();
  const before = open({}, '?show=choose', drafts);
  await before.user.click(await topicCheckbox('Asking'));
  before.unmount();
  const sent: Goals[] = [];
  const listening = aTopic(A, 'Listening', { state: 'selected' });
  const program = { ...selecting, version: 8, topics: [listening, ...topics.slice(1)] };
  const { user } = open(
    {
      [`GET ${route}`]: () => json(program),
      [`PUT ${route}/goals`]: async (request) => {
        sent.push((await request.json()) as Goals);
        return sent.at(-1)?.version === 8 ? json(program) : problem(409, 'conflict');
      },
    },
    '?show=choose',
    drafts,
  );
  expect(await topicCheckbox('Asking')).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Save topics' }));
  expect(await screen.findByText(/were changed elsewhere/)).toBeInTheDocument();
  expect(await topicCheckbox('Asking')).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Save topics' }));
  await waitFor(() => expect(sent.map(({ version }) => version)).toEqual([7, 8]));
});

it('restores a selection that an earlier client stored', async () => {
  const drafts = fakeDrafts();
  const texts = { why: 'I tell too soon', ifThenPlan: '' };
  drafts.keep(aUser().userId, `goals/${PROGRAM_ID}`, JSON.stringify({ [B]: texts }));
  open({}, '?show=choose', drafts);
  expect(await topicCheckbox('Asking')).toBeChecked();
  expect(screen.getByLabelText('Reason')).toHaveValue('I tell too soon');
});

it('shows a selection that was saved elsewhere if nothing was changed here', async () => {
  let program = selecting;
  const { client } = open({ [`GET ${route}`]: () => json(program) }, '?show=choose');
  expect(await topicCheckbox('Listening')).not.toBeChecked();
  program = {
    ...selecting,
    version: 8,
    topics: [aTopic(A, 'Listening', { state: 'selected' }), ...topics.slice(1)],
  };
  client.store.dispatch(programsApi.util.invalidateTags(['Program']));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Listening' })).toBeChecked());
  expect(screen.queryByText(/Not saved yet/)).toBeNull();
});

it('keeps reason and plan of a topic that is cleared and selected again', async () => {
  const selected = aTopic(A, 'Listening', { state: 'selected', why: 'I tell too soon' });
  const other = aTopic(B, 'Asking', { state: 'selected' });
  const { user } = open(
    { [`GET ${route}`]: () => json({ ...selecting, topics: [selected, other] }) },
    '?show=choose',
  );
  const box = await topicCheckbox('Listening');
  await user.click(box);
  await user.click(box);
  expect(screen.getAllByLabelText('Reason')[0]).toHaveValue('I tell too soon');
  expect(screen.queryByText(/Not saved yet/)).toBeNull();
  await user.type(screen.getAllByLabelText('If-then plan')[0]!, 'If it is Monday');
  await user.click(box);
  await user.click(box);
  expect(screen.getAllByLabelText('If-then plan')[0]).toHaveValue('If it is Monday');
});

it('asks for confirmation before leaving with unsaved changes, and restores them after the session has ended', async () => {
  const { user, client } = open({});
  await user.click(await topicCheckbox('Asking'));
  await user.type(screen.getByLabelText('If-then plan'), 'If it is Monday');
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  const dialog = screen.getByRole('dialog', { name: 'Leave without saving?' });
  expect(dialog).toHaveTextContent('Your draft is kept, so you can continue when you return.');
  expect(within(dialog).getByRole('button', { name: 'Stay' })).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Your home')).toBeInTheDocument();

  act(() => {
    client.store.dispatch(sessionRejected({ reason: 'session-ended', status: 401, endpoint: 'getProgram' }));
    client.store.dispatch(signedIn({ user: aUser(), tokenExpiresAt: 2_000_000_000_000 }));
    client.visit(`/program/${PROGRAM_ID}`);
  });
  expect(await topicCheckbox('Asking')).toBeChecked();
  expect(screen.getByLabelText('If-then plan')).toHaveValue('If it is Monday');
});

it('opens the topic picker after an invitation is accepted', async () => {
  const invited = aProgram({
    enrolment: 'invited',
    invitedBy: 'Max Berg',
    topics,
    can: { answerInvitation: true, choose: false, finish: false, withdraw: false, beginAgain: false },
  });
  const { user } = open({
    [`GET ${route}`]: () => json(invited),
    [`PUT ${route}/invitation`]: () => json(selecting),
  });
  expect(await screen.findByText(/Max Berg invited you/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
  expect(
    await screen.findByRole('heading', { name: 'What do you want to get better at?' }),
  ).toBeInTheDocument();
});

it('shows who proposed a topic without selecting it', async () => {
  const proposed = [aTopic(A, 'Listening'), aTopic(B, 'Asking', { proposals: [proposal] })];
  open({ [`GET ${route}`]: () => json(aProgram({ ...selecting, topics: proposed })) });
  const box = await screen.findByRole('checkbox', { name: 'Asking' });
  expect(box).not.toBeChecked();
  expect(box).toHaveAccessibleDescription(/Proposed by Max Mustermann: “You would like it”/);
});

it('declines a proposal and undoes that with the same button, and keeps the selection', async () => {
  const answers: unknown[] = [];
  const withProposal = (declinedAt: string | null) => ({
    ...selecting,
    topics: [topics[0], aTopic(B, 'Asking', { proposals: [{ ...proposal, declinedAt }] })],
  });
  const { user } = open({
    [`GET ${route}`]: () => json(withProposal(null)),
    [`PUT ${route}/topics/${B}/proposals`]: async (request) => {
      const body = (await request.json()) as { declined: boolean };
      answers.push(body);
      return json(withProposal(body.declined ? '2026-11-21T10:00:00.000Z' : null));
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Listening' }));
  await user.click(screen.getByRole('button', { name: 'Decline proposal: Asking' }));
  const undo = await screen.findByRole('button', { name: 'Undo decline: Asking' });
  expect(undo).toHaveFocus();
  expect(screen.getByText(/You declined on/)).toBeInTheDocument();
  expect(await screen.findByRole('checkbox', { name: 'Listening' })).toBeChecked();
  await user.click(undo);
  expect(await screen.findByRole('button', { name: 'Decline proposal: Asking' })).toHaveFocus();
  expect(answers).toEqual([{ declined: true }, { declined: false }]);
});
