import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { SessionUser } from '#contract/access/session.ts';
import type { NewObjective, ObjectiveEdit, Objectives } from '#contract/learning/objectives.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import { ObjectiveRow } from '#src/objectives/ObjectiveRow.tsx';
import Profile from '#src/profile/Profile.tsx';
import { selectOpenChannel } from '#store/chat/widgetSelectors.ts';
import { chatDraftKey, selectDraft } from '#store/drafts/draftsSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { aProfile, aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';
import { aChange, anObjective, CHANGE_ID, OBJECTIVE_ID } from './anObjective.ts';

afterEach(() => jest.useRealTimers());

const one = `/api/objectives/${OBJECTIVE_ID}`;
const page = `/profile?show=objectives&objective=${OBJECTIVE_ID}`;
const list =
  (data: Objectives['data'], ideas: Objectives['ideas'] = []): Answer =>
  () =>
    json({ data, ideas });
const profile = () => json(aProfile());
const open = (
  at: string,
  answers: Record<string, Answer>,
  user: Partial<SessionUser> = {},
  drafts = fakeDrafts(),
) =>
  show(
    <Routes>
      <Route path="/profile" element={<Profile />} />
    </Routes>,
    {
      client: {
        at,
        drafts,
        user: aUser(user),
        answers: { 'GET /api/profile': profile, 'GET /api/objectives': list([]), ...answers },
      },
    },
  );

it('creates an objective from an idea after it shows missing fields', async () => {
  const sent: NewObjective[] = [];
  const idea = {
    topicId: 'b'.repeat(16),
    topicTitle: 'Asking',
    title: 'Asks before telling',
    ifThenPlan: null,
  };
  const { user, client } = open('/profile?show=objectives', {
    'GET /api/objectives': list([], [idea]),
    'POST /api/objectives': async (request) => {
      sent.push((await request.json()) as NewObjective);
      return json(anObjective());
    },
    [`GET ${one}`]: () => json(anObjective()),
  });
  await user.click(await screen.findByRole('link', { name: 'Use this idea: Asks before telling' }));
  await user.click(await screen.findByRole('button', { name: 'Start objective' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Success measure is missing');
  await user.click(screen.getByRole('radio', { name: 'As a number' }));
  await user.type(screen.getByLabelText('Start value'), '0');
  await user.type(screen.getByLabelText('Target value'), '10');
  await user.click(screen.getByRole('button', { name: 'Start objective' }));
  await waitFor(() => expect(client.path()).toBe(page));
  expect(sent).toEqual([
    expect.objectContaining({
      title: 'Asks before telling',
      topicId: idea.topicId,
      measure: { kind: 'number', unit: null, from: 0, to: 10 },
      visibility: 'private',
      state: 'active',
    }),
  ]);
});

it('asks before it clears the form of a new objective, and removes the errors too', async () => {
  const { user } = open('/profile?show=objectives', {});
  await user.click(await screen.findByRole('link', { name: 'Create objective' }));
  await user.type(await screen.findByLabelText('Title'), 'My own');
  await user.click(screen.getByRole('button', { name: 'Start objective' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Success measure is missing');
  await user.click(screen.getByRole('button', { name: 'Clear form' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Clear the form?' }));
  expect(screen.getByLabelText('Title')).toHaveValue('My own');
  await user.click(dialog.getByRole('button', { name: 'Clear form' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Title')).toHaveValue('');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks before an idea replaces an objective that was started and not saved', async () => {
  const idea = {
    topicId: 'b'.repeat(16),
    topicTitle: 'Asking',
    title: 'Asks before telling',
    ifThenPlan: null,
  };
  const { user, client } = open('/profile?show=objectives', { 'GET /api/objectives': list([], [idea]) });
  await user.click(await screen.findByRole('link', { name: 'Create objective' }));
  await user.type(await screen.findByLabelText('Title'), 'My own');
  act(() => client.visit('/profile?show=objectives'));
  await user.click(await screen.findByRole('link', { name: 'Use this idea: Asks before telling' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Replace your unsaved objective?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep my objective' }));
  expect(await screen.findByLabelText('Title')).toHaveValue('My own');
  act(() => client.visit('/profile?show=objectives'));
  await user.click(await screen.findByRole('link', { name: 'Use this idea: Asks before telling' }));
  await user.click(screen.getByRole('button', { name: 'Use the idea' }));
  expect(await screen.findByLabelText('Title')).toHaveValue('Asks before telling');
});

it('shows a change by the manager; discussing the change opens the chat without answering it', async () => {
  const { user, client } = open(page, {
    [`GET ${one}`]: () => json(anObjective({ changes: [aChange()] })),
  });
  const change = await screen.findByRole('article', { name: 'Changed by Max Berg' });
  expect(change).toHaveTextContent('The quarter is short');
  expect(within(change).getByText('From 0 to 10 talks').tagName).toBe('DEL');
  expect(within(change).getByText('From 0 to 6 talks').tagName).toBe('INS');
  await user.click(within(change).getByRole('button', { name: 'Discuss change' }));
  const me = selectUser(client.state());
  const channel = chatChannel(me?.tenantId ?? 0, me?.userId ?? 0, 9);
  await waitFor(() => expect(selectOpenChannel(client.state())).toBe(channel));
  expect(selectDraft(client.state(), chatDraftKey(channel))).toBe('About “Ask before I tell”: ');
  expect(client.api.asked(`POST ${one}/changes/${CHANGE_ID}/response`)).toBe(0);
  expect(within(change).getByRole('button', { name: 'Accept change' })).toBeInTheDocument();
  expect(within(change).getByRole('button', { name: 'Restore previous version' })).toBeInTheDocument();
});

it('lists changes awaiting an answer on the profile, to which notifications link', async () => {
  open('/profile', { 'GET /api/objectives': list([anObjective({ changes: [aChange()] })]) });
  const waiting = await screen.findByRole('list', { name: 'Changes awaiting your response' });
  expect(within(waiting).getByRole('link', { name: 'Review change' })).toHaveAttribute(
    'href',
    `${page}#change-${CHANGE_ID}`,
  );
});

it('shows both versions after a conflict and saves the selected parts on top of the newer version', async () => {
  const sent: ObjectiveEdit[] = [];
  const theirs = anObjective({ title: 'Ask first', why: 'It saves time', version: 4 });
  const { user } = open(page, {
    [`GET ${one}`]: () => json(anObjective()),
    [`PUT ${one}`]: async (request) => {
      const edit = (await request.json()) as ObjectiveEdit;
      sent.push(edit);
      if (edit.version === 3)
        return json(
          { code: 'conflict', message: 'The objective has changed.', requestId: 'r-1', theirs },
          409,
        );
      return json(anObjective({ title: edit.title, version: 5 }));
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const title = screen.getByLabelText('Title');
  await user.clear(title);
  await user.type(title, 'Ask, then tell');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const both = await screen.findByRole('group', { name: 'Title (both versions changed)' });
  expect(both).toHaveTextContent('Original version: Ask before I tell');
  expect(within(both).getByRole('radio', { name: 'Your version: Ask, then tell' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Current version: It saves time' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Save selected versions' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ version: 4, title: 'Ask, then tell', why: 'It saves time' });
});

it('shows both versions of an unsaved change if the objective was changed before a reload', async () => {
  const drafts = fakeDrafts();
  const before = open(page, { [`GET ${one}`]: () => json(anObjective()) }, {}, drafts);
  await before.user.click(await screen.findByRole('button', { name: 'Edit' }));
  await before.user.type(screen.getByLabelText('Title'), ' again');
  before.unmount();
  const theirs = anObjective({ title: 'Ask first', version: 4 });
  const { user } = open(page, { [`GET ${one}`]: () => json(theirs) }, {}, drafts);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  expect(await screen.findByRole('radio', { name: 'Current version: Ask first' })).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Your version: Ask before I tell again' })).toBeChecked();
});

it('requires a reason from the manager, who cannot change the visibility', async () => {
  const { user, client } = open(page, {
    [`GET ${one}`]: () =>
      json(anObjective({ can: { edit: true, move: false, note: false, needsReason: true } })),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  expect(screen.queryByLabelText('Visibility')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByLabelText('Reason')).toBeInvalid();
  expect(client.api.asked(`PUT ${one}`)).toBe(0);
});

it('saves a note as private unless it is shared', async () => {
  const sent: unknown[] = [];
  const { user } = open(page, {
    [`GET ${one}`]: () => json(anObjective()),
    [`POST ${one}/notes`]: async (request) => {
      sent.push(await request.json());
      return json(anObjective());
    },
  });
  await user.type(await screen.findByLabelText('How is it going?'), 'Two talks today');
  await user.type(screen.getByLabelText('Current value (talks)'), '6');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  await waitFor(() => expect(screen.getByLabelText('How is it going?')).toHaveValue(''));
  expect(sent).toEqual([{ text: 'Two talks today', value: 6, isShared: false }]);
});

it('reads the value of a note in the user’s number format', async () => {
  const sent: unknown[] = [];
  const { user } = open(
    page,
    {
      [`GET ${one}`]: () => json(anObjective()),
      [`POST ${one}/notes`]: async (request) => {
        sent.push(await request.json());
        return json(anObjective());
      },
    },
    { locale: 'de-DE' },
  );
  await user.type(await screen.findByLabelText('How is it going?'), 'Halfway');
  const value = screen.getByLabelText('Current value (talks)');
  await user.type(value, '2.5');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  expect(value).toHaveAccessibleDescription('Current value is not a number like 3,5');
  await user.clear(value);
  await user.type(value, '2,5');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  await waitFor(() => expect(sent).toMatchObject([{ value: 2.5 }]));
});

it('saves a new value without a text', async () => {
  const sent: unknown[] = [];
  const { user } = open(page, {
    [`GET ${one}`]: () => json(anObjective()),
    [`POST ${one}/notes`]: async (request) => {
      sent.push(await request.json());
      return json(anObjective());
    },
  });
  const save = await screen.findByRole('button', { name: 'Save note' });
  await user.click(save);
  expect(screen.getByLabelText('How is it going?')).toHaveAccessibleDescription('Your note is missing');
  await user.type(screen.getByLabelText('Current value (talks)'), '6');
  await user.click(save);
  await waitFor(() => expect(sent).toEqual([{ text: 'New value', value: 6, isShared: false }]));
});

it('asks for confirmation before an objective at 40% is marked as achieved', async () => {
  const route = `PUT ${one}/state`;
  const achieved = anObjective({ state: 'achieved' });
  const { user, client } = open(page, {
    [`GET ${one}`]: () => json(anObjective()),
    [route]: () => json(achieved),
  });
  await user.click(await screen.findByRole('button', { name: 'Mark as achieved' }));
  const dialog = await screen.findByRole('dialog', { name: 'Mark “Ask before I tell” as achieved?' });
  expect(dialog).toHaveTextContent('The current value is 4, from 0 to 10 talks (40% of the way).');
  expect(client.api.asked(route)).toBe(0);
  await user.click(within(dialog).getByRole('button', { name: 'Mark as achieved' }));
  await waitFor(() => expect(client.api.asked(route)).toBe(1));
});

it('shows the objective as it is after a change of its state was refused', async () => {
  let objective = anObjective();
  const { user } = open(page, {
    [`GET ${one}`]: () => json(objective),
    [`PUT ${one}/state`]: () => {
      objective = anObjective({ state: 'dropped', version: 4 });
      return problem(409, 'conflict');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Drop objective' }));
  expect(await screen.findByRole('button', { name: 'Reopen objective' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('The objective was changed elsewhere.');
});

it('shows the trend of the values, and shows a small celebration and the readers of an achieved objective', async () => {
  const note = (noteId: string, value: number | null, at: string) => ({
    noteId,
    value,
    at,
    text: 'A note',
    isShared: false,
  });
  const notes = [
    note('1'.repeat(16), 10, '2026-11-20T09:00:00.000Z'),
    note('2'.repeat(16), null, '2026-11-15T09:00:00.000Z'),
    note('3'.repeat(16), 4, '2026-11-08T09:00:00.000Z'),
  ];
  let objective = anObjective({ notes, standing: { now: 10, percent: 100 } });
  const { user } = open(page, {
    [`GET ${one}`]: () => json(objective),
    [`PUT ${one}/state`]: () => {
      objective = anObjective({ ...objective, state: 'achieved', can: { ...objective.can, note: false } });
      return json(objective);
    },
  });
  const progress = await screen.findByRole('region', { name: 'Progress' });
  expect(within(progress).getByText('10, from 0 to 10 talks (100% of the way)')).toBeVisible();
  expect(within(progress).getByText('It was 4 on Nov 8.')).toBeVisible();
  expect(
    within(progress).getByRole('img', {
      name: 'Trend in talks, from 0 to 10. Nov 1: 0, Nov 8: 4, Nov 20: 10',
    }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Mark as achieved' }));
  const achieved = await screen.findByRole('region', { name: 'Objective achieved' });
  expect(within(achieved).getByText('3 notes since Nov 1.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reopen objective' })).toHaveFocus());
  expect(screen.getAllByText('Only you')).toHaveLength(3);
  expect(screen.getByText(/^You, your coaches and your manager can read this objective/)).toBeVisible();
});

it('writes a unit that starts with a percent sign in the same way everywhere', async () => {
  const objective = anObjective({
    measure: { kind: 'number', unit: '% on time', from: 60, to: 90 },
    standing: { now: 90, percent: 100 },
    notes: [
      { noteId: '1'.repeat(16), value: 90, at: '2026-11-20T09:00:00.000Z', text: 'A note', isShared: false },
    ],
  });
  open(page, { [`GET ${one}`]: () => json(objective) });
  const progress = await screen.findByRole('region', { name: 'Progress' });
  expect(within(progress).getByText('90%, from 60 to 90% on time (100% of the way)')).toBeVisible();
  expect(
    within(progress).getByText('Dotted line: the start value of 60. Dashed line: the target of 90% on time.'),
  ).toBeVisible();
});

it.each([
  [true, 'Response needed'],
  [false, 'No response yet'],
])('says whether the viewer can answer a change (%s)', (respond, text) => {
  const objective = anObjective({ changes: [aChange({ can: { respond } })] });
  show(<ObjectiveRow objective={objective} to="/objectives" />);
  expect(screen.getByText(text)).toBeVisible();
});

it('shows what the other person changes while the page is open', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const stored = { current: anObjective() };
  open(page, { [`GET ${one}`]: () => json(stored.current) });
  await screen.findByRole('heading', { level: 1, name: stored.current.title });
  stored.current = anObjective({ title: 'Asks first', state: 'achieved' });
  await act(() => jest.advanceTimersByTimeAsync(15_000));
  expect(await screen.findByRole('heading', { level: 1, name: 'Asks first' })).toBeVisible();
});
