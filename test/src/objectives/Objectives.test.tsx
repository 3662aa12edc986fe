import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { chatChannel } from '#contract/channels.ts';
import type { NewObjective, ObjectiveEdit, Objectives } from '#contract/objectives.ts';
import Profile from '#src/profile/Profile.tsx';
import { selectOpenChannel } from '#store/chat/chatSelectors.ts';
import { chatDraftKey, selectDraft } from '#store/drafts/draftsSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { type Answer, json } from '../../support/fakeApi.ts';
import { show } from '../support/show.tsx';
import { aChange, anObjective, CHANGE_ID, OBJECTIVE_ID } from './anObjective.ts';

const one = `/api/objectives/${OBJECTIVE_ID}`;
const page = `/profile?show=objectives&objective=${OBJECTIVE_ID}`;
const list =
  (data: Objectives['data'], ideas: Objectives['ideas'] = []): Answer =>
  () =>
    json({ data, ideas });
const profile = () =>
  json({
    firstName: 'Lena',
    lastName: 'Ott',
    emailAddress: 'lena@example.org',
    title: null,
    timeZone: 'UTC',
    departmentName: null,
    managerName: null,
    userAvatar: null,
    initials: 'LO',
    lastProfileUpdate: '2026-11-01T09:00:00.000Z',
    version: 1,
  });
const open = (at: string, answers: Record<string, Answer>) =>
  show(
    <Routes>
      <Route path="/profile" element={<Profile />} />
    </Routes>,
    { client: { at, answers: { 'GET /api/profile': profile, 'GET /api/objectives': list([]), ...answers } } },
  );

it('makes an objective from an idea, after naming what is missing', async () => {
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
  await user.click(await screen.findByRole('button', { name: 'Start it' }));
  expect(screen.getByRole('alert')).toHaveTextContent('How you will see it is missing');
  await user.click(screen.getByRole('radio', { name: 'By a number' }));
  await user.type(screen.getByLabelText('From'), '0');
  await user.type(screen.getByLabelText('To'), '10');
  await user.click(screen.getByRole('button', { name: 'Start it' }));
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

it('shows what the manager changed with the reason, and opens the chat to discuss it', async () => {
  const answered: unknown[] = [];
  let objective = anObjective({ changes: [aChange()] });
  const { user, client } = open(page, {
    [`GET ${one}`]: () => json(objective),
    [`POST ${one}/changes/${CHANGE_ID}/response`]: async (request) => {
      answered.push(await request.json());
      objective = anObjective({ changes: [aChange({ response: 'disputed', can: { respond: false } })] });
      return json(objective);
    },
  });
  const change = await screen.findByRole('article', { name: 'Changed by Max Berg' });
  expect(change).toHaveTextContent('The quarter is short');
  expect(within(change).getByText('From 0 to 10 talks').tagName).toBe('DEL');
  expect(within(change).getByText('From 0 to 6 talks').tagName).toBe('INS');
  await user.click(within(change).getByRole('button', { name: 'Discuss' }));
  const me = selectUser(client.state());
  const channel = chatChannel(me?.tenantId ?? 0, me?.userId ?? 0, 9);
  await waitFor(() => expect(selectOpenChannel(client.state())).toBe(channel));
  expect(selectDraft(client.state(), chatDraftKey(channel))).toBe('About “Ask before I tell”: ');
  expect(answered).toEqual([{ response: 'disputed' }]);
});

it('says on the profile, where the news leads, what waits for an answer', async () => {
  open('/profile', { 'GET /api/objectives': list([anObjective({ changes: [aChange()] })]) });
  const waiting = await screen.findByRole('list', { name: 'Changes that wait for your answer' });
  expect(within(waiting).getByRole('link', { name: 'See change' })).toHaveAttribute('href', page);
});

it('lays both changes side by side and saves what is chosen of each on the newer version', async () => {
  const sent: ObjectiveEdit[] = [];
  const theirs = anObjective({ title: 'Ask first', why: 'It saves time', version: 4 });
  const { user } = open(page, {
    [`GET ${one}`]: () => json(anObjective()),
    [`PUT ${one}`]: async (request) => {
      const edit = (await request.json()) as ObjectiveEdit;
      sent.push(edit);
      if (edit.version === 3)
        return json({ code: 'conflict', message: 'Changed meanwhile.', requestId: 'r-1', theirs }, 409);
      return json(anObjective({ title: edit.title, version: 5 }));
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const title = screen.getByLabelText('Title');
  await user.clear(title);
  await user.type(title, 'Ask, then tell');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const both = await screen.findByRole('group', { name: 'Title changed on both sides' });
  expect(both).toHaveTextContent('You began with: Ask before I tell');
  expect(within(both).getByRole('radio', { name: 'Yours: Ask, then tell' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'There now: It saves time' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Save what is chosen' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ version: 4, title: 'Ask, then tell', why: 'It saves time' });
});

it('asks the manager for a reason and leaves the visibility to its owner', async () => {
  const { user, client } = open(page, {
    [`GET ${one}`]: () =>
      json(anObjective({ can: { edit: true, move: false, note: false, needsReason: true } })),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  expect(screen.queryByLabelText('Who may read it')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByLabelText('Reason')).toBeInvalid();
  expect(client.api.asked(`PUT ${one}`)).toBe(0);
});

it('keeps a note to oneself unless it is shared', async () => {
  const sent: unknown[] = [];
  const { user } = open(page, {
    [`GET ${one}`]: () => json(anObjective()),
    [`POST ${one}/notes`]: async (request) => {
      sent.push(await request.json());
      return json(anObjective());
    },
  });
  await user.type(await screen.findByLabelText('How does it go?'), 'Two talks today');
  await user.type(screen.getByLabelText('Where it stands, in talks'), '6');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  await waitFor(() => expect(screen.getByLabelText('How does it go?')).toHaveValue(''));
  expect(sent).toEqual([{ text: 'Two talks today', value: 6, isShared: false }]);
});
