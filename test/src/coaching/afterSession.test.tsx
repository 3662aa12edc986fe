import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import { More } from '#src/coaching/room/More.tsx';
import SessionPage from '#src/coaching/session/SessionPage.tsx';
import { EMPTY_FEEDBACK, readFeedbackDraft } from '#src/coaching/wrap-up/feedbackDraft.ts';
import { coachingApi } from '#store/coaching/coachingApi.ts';
import type { NotesContent } from '#store/coaching/room/notesContent.ts';
import { aRoom, aSession, lena, SESSION_ID, tomas } from '#test/fixtures/coaching.ts';
import { aUser } from '#test/fixtures/people.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { json, problem } from '#test/support/fakeApi.ts';
import { fakeVault } from '#test/support/fakeNotes.ts';

const user = aUser({ userId: lena.userId, timeZone: 'Europe/Berlin', locale: 'en-US' });
const PREVIOUS = 'pppppppppppppppp';
const document = {
  documentId: 'd'.repeat(16),
  version: 1,
  snapshot: 's'.repeat(40),
  envelope: 'e',
  isShared: true,
};
const anAction = (id: string, over = {}) => ({
  id,
  text: `Action ${id}`,
  ownerId: lena.userId,
  due: '',
  isDone: false,
  ...over,
});
const anItem = (id: string, over = {}) => ({
  id,
  text: `Item ${id}`,
  minutes: 10,
  order: 1,
  isDone: false,
  doneAt: 0,
  about: null,
  ...over,
});
const FINISHED = { finishedAt: '2026-03-12T14:40:00.000Z', togetherSeconds: 2_400 };

interface Opened {
  session?: Partial<CoachingSession>;
  room?: Partial<CoachingRoom>;
  contents?: Record<string, Partial<NotesContent>>;
  search?: string;
  planWith?: (typeof tomas)[];
  drafts?: ReturnType<typeof fakeDrafts>;
}

function open({
  session = {},
  room = {},
  contents = {},
  search = '',
  planWith = [tomas],
  drafts = fakeDrafts(),
}: Opened) {
  const edits: [string, unknown][] = [];
  let hasFeedback = false;
  const held = { state: 'held' as const, ended: { by: null, at: '2026-03-12T14:40:00.000Z', reason: null } };
  const view = show(
    <Routes>
      <Route path="/program/:programId/coaching/:sessionId" element={<SessionPage />} />
    </Routes>,
    {
      client: {
        user,
        drafts,
        at: `/program/${PROGRAM_ID}/coaching/${SESSION_ID}?type=remote${search}`,
        coaching: {
          vault: async () => fakeVault({ contents, onEdit: (scope, edit) => void edits.push([scope, edit]) }),
          call: () => Promise.reject(new Error('No call in this test')),
        },
        answers: {
          [`GET /api/coaching/${SESSION_ID}`]: () => json(aSession({ ...held, ...session })),
          [`GET /api/coaching/${SESSION_ID}/room`]: () =>
            json(
              aRoom({
                agreement: { mine: '2026-03-01T09:00:00.000Z', other: null },
                myKey: { publicKey: 'K'.repeat(87), wrappedKey: 'w', passkeys: [] },
                shared: document,
                ...FINISHED,
                hasFeedback,
                ...room,
              }),
            ),
          [`PUT /api/coaching/${SESSION_ID}/documents/own`]: () =>
            json({ documentId: document.documentId, version: 2 }),
          [`PUT /api/coaching/${SESSION_ID}/documents/shared`]: () =>
            json({ documentId: document.documentId, version: 2 }),
          [`PUT /api/coaching/${SESSION_ID}/feedback`]: () => {
            hasFeedback = true;
            return json({ done: true });
          },
          [`GET /api/programs/${PROGRAM_ID}/learners/${lena.userId}/coaching`]: () =>
            json({ programName: 'Lead with questions', relation: null, sessions: [], planWith }),
        },
      },
    },
  );
  return { ...view, edits };
}
const WRITTEN = {
  [`${SESSION_ID}/shared`]: {
    text: 'She waited.\nThen she asked.',
    agenda: [anItem('one', { isDone: true }), anItem('two', { order: 2 })],
    actions: [anAction('a')],
  },
  [`${SESSION_ID}/own/${lena.userId}`]: { text: 'I was nervous.' },
};

describe('the page of a session that is over', () => {
  it('shows both notes; only the private ones can be changed', async () => {
    const { edits, user: actor } = open({ contents: WRITTEN });
    const shared = await screen.findByRole('region', { name: 'Shared notes' });
    expect(shared).toHaveTextContent('She waited. Then she asked.');
    expect(within(shared).queryByRole('textbox')).toBeNull();
    const field = within(screen.getByRole('region', { name: 'Private notes' })).getByRole('textbox');
    expect(field).toHaveValue('I was nervous.');
    await actor.type(field, '!');
    expect(edits).toEqual([[`${SESSION_ID}/own/${lena.userId}`, { kind: 'text', text: 'I was nervous.!' }]]);
  });

  it('lists the agenda without controls, and the actions once', async () => {
    open({
      contents: {
        ...WRITTEN,
        [`${SESSION_ID}/shared`]: { ...WRITTEN[`${SESSION_ID}/shared`], carried: ['a'] },
      },
    });
    const agenda = await screen.findByRole('region', { name: 'Agenda' });
    await waitFor(() => expect(within(agenda).getAllByRole('listitem')).toHaveLength(2));
    const [first, second] = within(agenda).getAllByRole('listitem');
    expect(within(first!).getByRole('img', { name: 'Done' })).toBeInTheDocument();
    expect(within(second!).getByRole('img', { name: 'Not done' })).toBeInTheDocument();
    expect(within(agenda).queryAllByRole('checkbox')).toEqual([]);
    expect(within(agenda).queryAllByRole('button')).toEqual([]);
    expect(within(agenda).queryAllByRole('textbox')).toEqual([]);
    expect(screen.getAllByText('Action a')).toHaveLength(1);
  });

  it.each(['room', 'join'])('is shown at the copied address of its %s', async (place) => {
    const { client } = open({ contents: WRITTEN, search: `&show=${place}` });
    await waitFor(() => expect(client.state().navigation.location.search).toBe('?type=remote'));
    expect(await screen.findByRole('region', { name: 'Shared notes' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Finish session' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Ready to join?' })).toBeNull();
  });

  it('offers the wrap-up only while the server accepts feedback', async () => {
    open({ contents: WRITTEN, session: { state: 'expired' } });
    expect(await screen.findByRole('link', { name: 'Wrap up your session' })).toBeInTheDocument();
    for (const session of [
      { state: 'no_show' as const, noShow: 'other' as const },
      { state: 'completed' as const },
    ]) {
      cleanup();
      open({ contents: WRITTEN, session });
      expect(await screen.findByRole('heading', { name: 'Agenda' })).toBeInTheDocument();
      expect(screen.queryByRole('link', { name: 'Wrap up your session' })).toBeNull();
    }
  });

  it('offers to plan a session only while one can be planned', async () => {
    const possible = open({ contents: WRITTEN });
    expect(await screen.findByRole('link', { name: 'Plan session' })).toBeInTheDocument();
    possible.unmount();
    open({ contents: WRITTEN, planWith: [] });
    expect(await screen.findByRole('region', { name: 'Shared notes' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Plan session' })).toBeNull();
  });
});

it.each([
  ['held', { finishedAt: null }, true],
  // The room was read before the other person confirmed.
  ['held', { finishedAt: null, isOpen: true }, true],
  ['held', { finishedAt: null, hasFeedback: true }, false],
  ['completed', { finishedAt: null }, false],
] as const)(
  'offers the wrap-up of a %s session that no one finished, and not to join it: %j',
  async (state, room, isOffered) => {
    open({ session: { state }, room, contents: WRITTEN });
    expect(await screen.findByRole('region', { name: 'Shared notes' })).toBeInTheDocument();
    expect(screen.queryAllByRole('link', { name: 'Wrap up your session' })).toHaveLength(isOffered ? 1 : 0);
    expect(screen.queryByRole('button', { name: 'Join session' })).toBeNull();
  },
);

it('shows agreed actions and the notes of last time once before the next session', async () => {
  open({
    session: { state: 'scheduled', ended: null },
    room: {
      finishedAt: null,
      previous: { sessionId: PREVIOUS, startsAt: '2026-03-05T14:00:00.000Z', shared: document },
    },
    contents: {
      [`${PREVIOUS}/shared`]: {
        text: 'Wait longer.',
        actions: [anAction('open'), anAction('kept', { isDone: true })],
      },
      [`${SESSION_ID}/shared`]: { actions: [anAction('open')], carried: ['open'] },
    },
  });
  const last = await screen.findByRole('region', { name: 'Last time' });
  expect(within(last).getByText('Notes of last time').closest('details')).toHaveTextContent('Wait longer.');
  expect(within(last).getAllByRole('checkbox')).toHaveLength(1);
  expect(within(last).getByRole('checkbox', { name: 'Kept: Action open' })).not.toBeChecked();
  expect(within(last).getByText('Action kept')).toBeInTheDocument();
  expect(screen.getAllByText('Action open')).toHaveLength(1);
});

describe('the setup before a session', () => {
  const before = { state: 'scheduled' as const, ended: null };
  const key = { publicKey: 'K'.repeat(87), wrappedKey: 'w', passkeys: [] };
  it.each([
    [
      { agreement: { mine: null, other: null }, myKey: null },
      'agree on who can see what and save your recovery code.',
    ],
    // A second coach: the recovery code is saved already.
    [{ agreement: { mine: null, other: null }, myKey: key }, 'agree on who can see what.'],
    [
      { agreement: { mine: '2026-03-01T09:00:00.000Z', other: null }, myKey: null },
      'save your recovery code.',
    ],
  ])('names only the steps that are left: %#', async (room, rest) => {
    open({ session: before, room: { ...room, finishedAt: null } });
    expect(await screen.findByText(`Before you write the agenda, ${rest}`)).toBeInTheDocument();
  });
});

it('offers the security code in the settings of the room, which every window has', async () => {
  const room = aRoom({
    myKey: { publicKey: 'K'.repeat(87), wrappedKey: 'w', passkeys: [] },
    otherKey: 'O'.repeat(87),
  });
  const { user: actor } = show(<More room={room} name="Tomás" />, { client: { user } });
  await actor.click(screen.getByRole('button', { name: 'More' }));
  await actor.click(await screen.findByRole('button', { name: 'Compare security code' }));
  const dialog = await screen.findByRole('dialog', { name: 'Compare the security code' });
  expect(dialog).toHaveTextContent('Read it to Tomás, who finds it under “More” in the room');
});

it('keeps an action and an agenda item that are typed but not added when the session ends', async () => {
  const at = `/program/${PROGRAM_ID}/coaching/${SESSION_ID}?type=remote`;
  const drafts = fakeDrafts();
  const view = open({
    session: { state: 'scheduled', ended: null },
    room: { finishedAt: null },
    contents: WRITTEN,
    drafts,
  });
  const { user: actor, client, edits } = view;
  await actor.type(await screen.findByRole('textbox', { name: 'New agenda item' }), 'Ask Ana');
  await actor.selectOptions(screen.getByRole('combobox', { name: 'Minutes' }), '20');
  act(() => client.visit(`${at}&show=wrap-up`));
  await actor.type(await screen.findByRole('textbox', { name: 'New action' }), 'Call Ben');
  await actor.selectOptions(screen.getByRole('combobox', { name: 'Who' }), tomas.firstName);
  client.api.on(`GET /api/coaching/${SESSION_ID}`, () =>
    json(aSession({ state: 'held', ended: { by: null, at: FINISHED.finishedAt, reason: null } })),
  );
  act(() => {
    client.store.dispatch(coachingApi.util.invalidateTags(['Coaching']));
    client.visit(at);
  });
  const action = await screen.findByRole('textbox', { name: 'New action' });
  expect(action).toHaveValue('Call Ben');
  expect(screen.getByRole('combobox', { name: 'Who' })).toHaveDisplayValue(tomas.firstName);
  const late = screen.getByRole('region', { name: 'Agenda item not added yet' });
  expect(within(late).getByRole('textbox')).toHaveValue('Ask Ana');
  await actor.click(within(late).getByRole('button', { name: 'Add agenda item' }));
  expect(screen.getByText('“Ask Ana” is added to the agenda.')).toHaveAttribute('role', 'status');
  expect(late).not.toBeInTheDocument();
  expect(edits).toMatchObject([
    [`${SESSION_ID}/shared`, { kind: 'agenda', item: { text: 'Ask Ana', minutes: 20, order: 3 } }],
  ]);
  // They are as confidential as the notes, which are stored in encrypted form only.
  expect([...drafts.kept]).toEqual([]);
});

it('keeps the focus in an agenda item that is being typed when the session ends', async () => {
  const { user: actor, client } = open({
    session: { state: 'scheduled', ended: null },
    room: { finishedAt: null },
    contents: WRITTEN,
  });
  await actor.type(await screen.findByRole('textbox', { name: 'New agenda item' }), 'Ask');
  client.api.on(`GET /api/coaching/${SESSION_ID}`, () =>
    json(aSession({ state: 'held', ended: { by: null, at: FINISHED.finishedAt, reason: null } })),
  );
  act(() => void client.store.dispatch(coachingApi.util.invalidateTags(['Coaching'])));
  const late = await screen.findByRole('region', { name: 'Agenda item not added yet' });
  await actor.keyboard(' Ana');
  expect(within(late).getByRole('textbox')).toHaveValue('Ask Ana');
});

describe('the wrap-up', () => {
  const wrapUp = { contents: WRITTEN, search: '&show=wrap-up' };
  it.each([
    [true, 'The session counts as held. The step that needed it is completed.'],
    [false, 'The session counts as held.'],
  ])('says whether the session completed a step: %s', async (completedStep, text) => {
    open({ ...wrapUp, room: { completedStep } });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('offers no actions while the shared notes are not encrypted for the person', async () => {
    open({ ...wrapUp, room: { shared: { ...document, envelope: null, isShared: false } } });
    expect(
      await screen.findByText(/shared notes and actions are not encrypted for your key yet/),
    ).toBeVisible();
    expect(screen.queryByLabelText('New action')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Private notes' })).toBeVisible();
  });

  it('moves the focus to the first missing rating, and to the result once it is sent', async () => {
    const { user: actor } = open(wrapUp);
    const listened = await screen.findByRole('group', { name: 'I was listened to' });
    const send = screen.getByRole('button', { name: 'Send feedback' });
    await actor.click(within(listened).getByRole('radio', { name: '4' }));
    await actor.click(send);
    const chosen = screen.getByRole('group', { name: 'We worked on what I chose' });
    expect(within(chosen).getByRole('radio', { name: '1' })).toHaveFocus();
    expect(chosen).toHaveAccessibleDescription('Choose 1 to 5.');
    expect(screen.getByRole('alert')).toHaveTextContent('I leave with a next step: choose 1 to 5');
    expect(screen.getByRole('alert')).not.toHaveTextContent('I was listened to');
    await actor.click(within(chosen).getByRole('radio', { name: '5' }));
    const next = screen.getByRole('group', { name: 'I leave with a next step' });
    await actor.click(within(next).getByRole('radio', { name: '3' }));
    await actor.click(send);
    expect(await screen.findByRole('heading', { name: 'Your feedback is sent' })).toHaveFocus();
    expect(screen.getByRole('region', { name: 'Feedback' })).toHaveTextContent('counts as held');
  });

  it('removes the error of the last attempt when the user goes on', async () => {
    const { user: actor, client } = open(wrapUp);
    client.api.on(`PUT /api/coaching/${SESSION_ID}/feedback`, () => problem(503, 'unavailable'));
    for (const name of ['I was listened to', 'We worked on what I chose', 'I leave with a next step']) {
      const group = await screen.findByRole('group', { name });
      await actor.click(within(group).getByRole('radio', { name: '4' }));
    }
    await actor.click(screen.getByRole('button', { name: 'Send feedback' }));
    expect(await screen.findByText('Not sent yet')).toBeVisible();
    await actor.type(screen.getByRole('textbox', { name: 'Comment (optional)' }), 'T');
    expect(screen.queryByText('Not sent yet')).toBeNull();
  });

  it('keeps ratings that are not sent yet as a draft, and deletes them when they are sent', async () => {
    const drafts = fakeDrafts();
    const ratingOf = async (name: string, value: string) =>
      within(await screen.findByRole('group', { name })).getByRole('radio', { name: value });
    const first = open({ ...wrapUp, drafts });
    await first.user.click(await ratingOf('I was listened to', '4'));
    await first.user.click(await ratingOf('We worked on what I chose', '5'));
    first.unmount();
    // After a reload.
    const { user: actor } = open({ ...wrapUp, drafts });
    await waitFor(async () => expect(await ratingOf('I was listened to', '4')).toBeChecked());
    expect(await ratingOf('We worked on what I chose', '5')).toBeChecked();
    await actor.click(await ratingOf('I leave with a next step', '3'));
    await actor.click(screen.getByRole('button', { name: 'Send feedback' }));
    await screen.findByRole('heading', { name: 'Your feedback is sent' });
    expect([...drafts.kept]).toEqual([]);
  });

  it.each([
    ['{"comment":"Thanks"}', { ...EMPTY_FEEDBACK, comment: 'Thanks' }],
    ['{"comment":"","listened":6}', null],
    ['[]', null],
  ])('reads a draft from the browser: %s', (kept, draft) => {
    expect(readFeedbackDraft(JSON.parse(kept))).toEqual(draft);
  });

  it('says that the notes are saved only after something was written', async () => {
    const { user: actor } = open({ ...wrapUp, contents: {} });
    const notes = await screen.findByRole('region', { name: 'Shared notes' });
    expect(notes).not.toHaveTextContent('Saved');
    await actor.type(within(notes).getByRole('textbox'), 'W');
    await waitFor(() => expect(notes).toHaveTextContent('Saved'), { timeout: 3_000 });
  });

  it('says who finished the session, but not to that person', async () => {
    const { unmount } = open({ ...wrapUp, room: { finishedBy: tomas.userId } });
    expect(await screen.findByText(/^Tomás [^.]*finished the session at 3:40\sPM\./)).toBeVisible();
    unmount();
    open({ ...wrapUp, room: { finishedBy: lena.userId } });
    await screen.findByRole('heading', { name: 'Wrap up your session' });
    expect(screen.queryByText(/finished the session/)).toBeNull();
  });

  it('comes after the agreement, which can be left', async () => {
    open({ ...wrapUp, room: { agreement: { mine: null, other: null }, myKey: null } });
    await screen.findByRole('heading', { name: 'Who can see what' });
    expect(screen.queryByText(/first session/)).toBeNull();
    const session = `/program/${PROGRAM_ID}/coaching/${SESSION_ID}?type=remote`;
    expect(screen.getByRole('link', { name: 'Not now' })).toHaveAttribute('href', session);
    const breadcrumb = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(within(breadcrumb).getByRole('link')).toHaveAttribute('href', session);
  });

  it('has a title that follows the state', async () => {
    open({ ...wrapUp, room: { hasFeedback: true } });
    expect(await screen.findByRole('heading', { name: 'Session wrapped up' })).toBeVisible();
    expect(screen.getByText('Your feedback is sent')).toBeVisible();
    expect(screen.queryByText(/about 3 minutes/)).toBeNull();
  });

  it('keeps the form while a comment that was left over is written again', async () => {
    const drafts = fakeDrafts();
    drafts.kept.set(`${lena.userId}/session-feedback/${SESSION_ID}`, '{"comment":"Thanks"}');
    const { user: actor } = open({ ...wrapUp, room: { hasFeedback: true }, drafts });
    const field = await screen.findByRole('textbox', { name: 'Comment (optional)' });
    expect(field).toHaveValue('Thanks');
    await actor.clear(field);
    expect(field).toHaveFocus();
    await actor.keyboard('Well done');
    expect(field).toHaveValue('Well done');
    await actor.clear(field);
    // No comment is sent then.
    expect(screen.queryByRole('button', { name: 'Send comment' })).toBeNull();
    await actor.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('heading', { name: 'Your feedback is sent' })).toHaveFocus();
  });

  it('announces an added and a removed action, and says that an action has no text', async () => {
    const { user: actor, edits } = open(wrapUp);
    await actor.click(await screen.findByRole('button', { name: 'Add action' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Write the action first.');
    await actor.type(screen.getByRole('textbox', { name: 'New action' }), 'Call Ana{Enter}');
    expect(await screen.findByText('“Call Ana” is added to the actions.')).toHaveAttribute('role', 'status');
    expect(edits).toMatchObject([[`${SESSION_ID}/shared`, { kind: 'action', action: { text: 'Call Ana' } }]]);
    await actor.click(screen.getByRole('button', { name: 'Remove: Action a' }));
    expect(screen.getByText('“Action a” is removed from the actions.')).toHaveAttribute('role', 'status');
  });

  it('says what happens to the agenda only if there was one', async () => {
    const shared = WRITTEN[`${SESSION_ID}/shared`];
    const { unmount } = open(wrapUp);
    expect(await screen.findByText('1 agenda item moves to your next session.')).toBeInTheDocument();
    unmount();
    open({ ...wrapUp, contents: { ...WRITTEN, [`${SESSION_ID}/shared`]: { ...shared, agenda: [] } } });
    expect(await screen.findByDisplayValue(/She waited/)).toBeInTheDocument();
    expect(screen.queryByText(/agenda item/)).toBeNull();
  });

  it('asks a coach about the learner', async () => {
    open({ ...wrapUp, session: { relation: 'learner' } });
    expect(await screen.findByRole('group', { name: 'We worked on what Tomás chose' })).toBeInTheDocument();
    expect(screen.getByText('No screen shows these 3 ratings to Tomás.')).toBeInTheDocument();
  });

  it('lets both people complete the shared notes, and offers no plan that is not possible', async () => {
    open({ ...wrapUp, planWith: [] });
    expect(await screen.findByRole('textbox', { name: 'Shared notes' })).toHaveValue(
      'She waited.\nThen she asked.',
    );
    expect(screen.getByRole('textbox', { name: 'Private notes' })).toHaveValue('I was nervous.');
    expect(screen.queryByRole('link', { name: 'Plan session' })).toBeNull();
  });
});
