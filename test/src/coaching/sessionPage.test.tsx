import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import SessionPage from '#src/coaching/session/SessionPage.tsx';
import { Agreement } from '#src/coaching/setup/Agreement.tsx';
import { coachingApi } from '#store/coaching/coachingApi.ts';
import { notificationsReceived } from '#store/notifications/notificationsSlice.ts';
import { aRoom, aSession, lena, SESSION_ID, tomas } from '#test/fixtures/coaching.ts';
import { aUser } from '#test/fixtures/people.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

const user = aUser({ userId: lena.userId, timeZone: 'Europe/Berlin', locale: 'en-US' });
const screens = (
  <Routes>
    <Route path="/program/:programId/coaching/:sessionId" element={<SessionPage />} />
    <Route path="*" element={null} />
  </Routes>
);
const open = (path: string, answers: Record<string, Answer>) =>
  show(screens, { client: { user, answers, at: path } });
const openSession = (session: CoachingSession, answers: Record<string, Answer> = {}, hash = '') =>
  open(`/program/${PROGRAM_ID}/coaching/${SESSION_ID}?type=remote${hash}`, {
    [`GET /api/coaching/${SESSION_ID}`]: () => json(session),
    ...answers,
  });

afterEach(() => jest.useRealTimers());

it('names the reader next to each answer of the agreement, for screens that stack the table', async () => {
  show(<Agreement session={aSession()} room={aRoom()} />, { client: { user } });
  const row = await screen.findByRole('row', { name: /^Shared notes, agenda and actions/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => [cell.getAttribute('data-l'), cell.textContent]),
  ).toEqual([
    ['You', 'Can read'],
    [tomas.firstName, 'Can read'],
    ['Other managers', 'Cannot read'],
    ['Admins', 'Cannot read'],
  ]);
});

it.each([
  // Only a learner's ratings are averaged, for the coach or manager.
  ['learner', ['Can read', 'Cannot read']],
  ['coach', ['Can read', 'Only averages', 'Cannot read']],
  ['manager', ['Can read', 'Only averages', 'Cannot read']],
] as const)('explains only the answers that the agreement with a %s gives', async (relation, kinds) => {
  const { container } = show(<Agreement session={aSession({ relation })} room={aRoom()} />, {
    client: { user },
  });
  await screen.findByRole('table');
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(kinds.filter((kind) => cells.includes(kind))).toEqual(kinds);
  expect(container.querySelectorAll('.see-key li')).toHaveLength(kinds.length);
});

describe('the page of a session', () => {
  const proposed = aSession({
    state: 'proposed',
    startsAt: null,
    confirmedAt: null,
    proposal: {
      by: 'other',
      at: '2027-03-01T09:00:00.000Z',
      times: [
        { startsAt: '2027-03-23T14:00:00.000Z', isFree: false },
        { startsAt: '2027-03-24T15:30:00.000Z', isFree: true },
      ],
    },
    can: { ...aSession().can, confirm: true },
  });

  it('lets the user confirm a proposed time that is still free', async () => {
    const sent: unknown[] = [];
    const { user: actor } = openSession(proposed, {
      [`PUT /api/coaching/${SESSION_ID}/confirmation`]: async (request) => {
        sent.push(await request.clone().json());
        return json(aSession());
      },
    });
    expect(await screen.findByRole('heading', { name: 'Tomás proposed 2 times' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Proposed times' })).toBeInTheDocument();
    const [taken, free] = screen.getAllByRole('radio');
    expect(taken).toBeDisabled();
    expect(free).not.toBeChecked();
    expect(free).toHaveAccessibleName(
      /Mar 24, 2027, 4:30 – 5:15 PM.*You, Berlin, CET.*11:30 AM – 12:15 PM.*Tomás, New York, EDT/,
    );
    // Without a choice, nothing is sent.
    await actor.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Choose one of the proposed times.');
    expect(screen.getByRole('group', { name: 'Proposed times' })).toHaveAccessibleDescription(
      'Choose one of the proposed times.',
    );
    expect(free).toHaveFocus();
    expect(sent).toEqual([]);
    await actor.click(free!);
    expect(screen.queryByRole('alert')).toBeNull();
    await actor.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/Friday, Mar 12, 3:00 – 3:45 PM/)).toBeInTheDocument();
    expect(screen.getByText('9:00 – 9:45 AM for Tomás, New York, EST')).toBeInTheDocument();
    expect(sent).toEqual([{ startsAt: '2027-03-24T15:30:00.000Z' }]);
    // The button is gone. A second Enter must not reschedule the session.
    await waitFor(() => expect(screen.getByRole('heading', { name: /^Friday, Mar 12/ })).toHaveFocus());
  });

  it('keeps the focus at a chosen time that is taken meanwhile, and says so', async () => {
    let session = proposed;
    const { user: actor, client } = openSession(proposed, {
      [`GET /api/coaching/${SESSION_ID}`]: () => json(session),
    });
    const [, free] = await screen.findAllByRole('radio');
    await actor.click(free!);
    const times = proposed.proposal!.times.map((time) => ({ ...time, isFree: false }));
    session = { ...proposed, proposal: { ...proposed.proposal!, times } };
    act(() => void client.store.dispatch(coachingApi.util.invalidateTags(['Coaching'])));
    expect(await screen.findByText(/Mar 24, .* is no longer free\.$/)).toHaveAttribute('role', 'status');
    expect(free).toHaveFocus();
    expect(free).toHaveAttribute('aria-disabled', 'true');
    await actor.click(free!);
    expect(free).not.toBeChecked();
  });

  it('is opened at the choice of times by a notification about them', async () => {
    const { client } = openSession(proposed, {}, '#choose-time');
    await screen.findByRole('heading', { name: 'Proposed times' });
    const [, free] = screen.getAllByRole('radio');
    expect(client.effects).toContain('target shown choose-time');
    // The page focuses the first control of the target that can be used.
    expect(document.querySelector('#choose-time input:not([disabled])')).toBe(free);
  });

  it('offers no proposed times after the confirmed time has come', async () => {
    const session = aSession({
      startsAt: '2026-03-01T09:00:00.000Z',
      proposal: {
        by: 'other',
        at: '2026-02-27T09:00:00.000Z',
        times: [{ startsAt: '2027-03-23T14:00:00.000Z', isFree: true }],
      },
      can: { ...aSession().can, propose: false, cancel: false, confirmHeld: true },
    });
    openSession(session);
    expect(await screen.findByRole('heading', { name: /^Sunday, Mar 1/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  it('shows why a time can no longer be confirmed', async () => {
    const message = 'One of you already has another session at this time. Choose another time.';
    const { user: actor } = openSession(proposed, {
      [`PUT /api/coaching/${SESSION_ID}/confirmation`]: () =>
        json({ code: 'conflict', message, requestId: 'r-1' }, 409),
    });
    await actor.click((await screen.findAllByRole('radio'))[1]!);
    await actor.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it('loads the room again when the session has moved', async () => {
    let opensAt = '2027-03-12T13:45:00.000Z';
    const moving = aSession({
      proposal: {
        by: 'other',
        at: '2027-03-01T09:00:00.000Z',
        times: [{ startsAt: '2027-03-24T15:30:00.000Z', isFree: true }],
      },
      can: { ...aSession().can, confirm: true },
    });
    const { user: actor } = openSession(moving, {
      [`GET /api/coaching/${SESSION_ID}/room`]: () => json(aRoom({ opensAt })),
      [`PUT /api/coaching/${SESSION_ID}/confirmation`]: () => {
        opensAt = '2027-03-24T15:15:00.000Z';
        return json(aSession({ startsAt: '2027-03-24T15:30:00.000Z' }));
      },
    });
    expect(await screen.findByText('The room opens on Mar 12, 2027 at 2:45 PM.')).toBeInTheDocument();
    expect(screen.getByRole('radio')).toBeChecked();
    await actor.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('The room opens on Mar 24, 2027 at 4:15 PM.')).toBeInTheDocument();
  });

  it('shows one line for two people in the same time zone', async () => {
    openSession(aSession({ ...proposed, myTimeZone: 'Europe/Berlin', otherTimeZone: 'Europe/Berlin' }));
    const [, free] = await screen.findAllByRole('radio');
    expect(free).toHaveAccessibleName(/4:30 – 5:15 PM\s*You and Tomás, Berlin, CET$/);
  });

  it('asks for a reason before it cancels', async () => {
    const { user: actor } = openSession(aSession(), {
      [`GET /api/programs/${PROGRAM_ID}/learners/${lena.userId}/coaching`]: () =>
        json({ programName: 'Lead with questions', relation: null, sessions: [], planWith: [tomas] }),
      [`PUT /api/coaching/${SESSION_ID}/cancellation`]: () =>
        json(
          aSession({
            state: 'cancelled',
            ended: { by: 'me', at: '2027-03-10T09:00:00.000Z', reason: 'I am ill.' },
          }),
        ),
    });
    await actor.click(await screen.findByRole('button', { name: 'Cancel session' }));
    const dialog = screen.getByRole('dialog');
    await actor.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'I am ill.');
    expect(within(dialog).getByRole('button', { name: 'Keep session' })).toBeInTheDocument();
    await actor.click(within(dialog).getByRole('button', { name: 'Cancel session' }));
    expect(await screen.findByText('“I am ill.”')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Plan session' })).toHaveAttribute(
      'href',
      `/program/${PROGRAM_ID}/plan-session?with=${tomas.userId}`,
    );
  });

  it('keeps the dialog for the reason when the other person confirms a time or proposes others', async () => {
    let session = proposed;
    const { user: actor, client } = openSession(session, {
      [`GET /api/coaching/${SESSION_ID}`]: () => json(session),
    });
    const refetch = () =>
      act(() => void client.store.dispatch(coachingApi.util.invalidateTags(['Coaching'])));
    await actor.click(await screen.findByRole('button', { name: 'Cancel session' }));
    const field = screen.getByRole('textbox', { name: 'Reason' });
    await actor.type(field, 'I am');
    session = {
      ...proposed,
      proposal: { ...proposed.proposal!, at: '2027-03-02T09:00:00.000Z' },
      programName: 'Lead with answers',
    };
    refetch();
    await screen.findByText('Lead with answers');
    await actor.keyboard(' on');
    session = aSession({ programName: 'Lead by listening' });
    refetch();
    await screen.findByText('Lead by listening');
    await actor.keyboard(' holiday.');
    expect(field).toBeInTheDocument();
    expect(field).toHaveFocus();
    expect(field).toHaveValue('I am on holiday.');
  });

  it('offers to cancel only the later sessions that have not begun', async () => {
    const one = (id: string, startsAt: string) => ({
      sessionId: id.repeat(16),
      startsAt,
      state: 'scheduled' as const,
    });
    const sessions = [
      { ...one('s', aSession().startsAt!), sessionId: SESSION_ID },
      one('b', '2026-01-12T14:00:00.000Z'),
      one('c', '2098-03-26T14:00:00.000Z'),
    ];
    const { user: actor } = openSession(aSession({ series: { everyWeeks: 1, count: 3, sessions } }));
    await actor.click(await screen.findByRole('button', { name: 'Cancel session' }));
    const name = 'Also cancel the later session of this series';
    expect(screen.getByRole('checkbox', { name })).not.toBeChecked();
  });

  it('shows no place that is missing after the session', async () => {
    openSession(aSession({ place: null, can: { ...aSession().can, setPlace: false } }));
    expect(await screen.findByRole('button', { name: 'Cancel session' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: /Meeting link|Place/ })).toBeNull();
  });

  it('opens a meeting link in a new tab, and offers no link for a session of another program', async () => {
    openSession(aSession({ place: 'https://meet.example/a' }));
    const link = await screen.findByRole('link', { name: 'Open meeting link' });
    expect(link).toHaveAttribute('href', 'https://meet.example/a');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('keeps a place that is being typed when the other person saves one', async () => {
    let session = aSession({ kind: 'in_person', place: null });
    const { user: actor, client } = openSession(session, {
      [`GET /api/coaching/${SESSION_ID}`]: () => json(session),
    });
    await actor.click(await screen.findByRole('button', { name: 'Add place' }));
    await actor.type(screen.getByLabelText('Where do you meet?'), 'Room 4');
    session = { ...session, place: 'Lobby', programName: 'Lead with answers' };
    act(() => void client.store.dispatch(coachingApi.util.invalidateTags(['Coaching'])));
    expect(await screen.findByRole('link', { name: 'Lead with answers' })).toBeInTheDocument();
    expect(screen.getByLabelText('Where do you meet?')).toHaveValue('Room 4');
    expect(
      screen.getByText(
        'The place was changed to “Lobby” while you were editing it. If you save, yours replaces it.',
      ),
    ).toBeVisible();
    await actor.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Lobby')).toBeInTheDocument();
  });

  it.each([
    ['that the user may not see', () => problem(404, 'not-found')],
    ['of another program', () => json(aSession({ programId: 'bbbbbbbbbbbbbbbb' }))],
  ])('shows that a session %s was not found', async (_which, answer) => {
    openSession(aSession(), { [`GET /api/coaching/${SESSION_ID}`]: answer });
    expect(await screen.findByRole('heading', { name: 'Session not found' })).toBeInTheDocument();
  });

  it('asks both people whether a past session took place', async () => {
    const { user: actor } = openSession(
      aSession({
        startsAt: '2026-03-12T14:00:00.000Z',
        can: { ...aSession().can, propose: false, cancel: false, confirmHeld: true, reportNoShow: true },
      }),
      {
        [`PUT /api/coaching/${SESSION_ID}/outcome`]: () =>
          json(aSession({ held: { me: true, other: false }, can: { ...aSession().can, propose: false } })),
      },
    );
    expect(await screen.findByRole('button', { name: 'Tomás did not come' })).toBeInTheDocument();
    await actor.click(screen.getByRole('button', { name: 'It took place' }));
    expect(
      await screen.findByText('You said that the session took place. Tomás has not answered yet.'),
    ).toBeInTheDocument();
  });
});

describe('the page of a session that expired', () => {
  const ended = { by: null, at: '2026-03-26T14:00:00.000Z', reason: null };
  const can = { ...aSession().can, propose: false, cancel: false };

  it('says which of the two people confirmed that it took place', async () => {
    const expired = aSession({ state: 'expired', startsAt: '2026-03-12T14:00:00.000Z', ended, can });
    openSession({ ...expired, held: { me: true, other: false } });
    const mine = 'Only you confirmed that this session took place';
    expect(await screen.findByRole('heading', { name: mine })).toBeInTheDocument();
    cleanup();
    openSession({ ...expired, held: { me: false, other: true } });
    const theirs = 'Only Tomás confirmed that this session took place';
    expect(await screen.findByRole('heading', { name: theirs })).toBeInTheDocument();
  });

  it('asks nothing about proposed times that were not chosen', async () => {
    const series = { everyWeeks: 2, count: 3, sessions: [] };
    openSession(aSession({ state: 'expired', startsAt: null, confirmedAt: null, ended, can, series }));
    const title = 'No time was chosen';
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    expect(screen.getByText('None of the proposed times was chosen.')).toBeInTheDocument();
    expect(screen.queryByText(/took place/)).toBeNull();
    expect(screen.queryByText(/are planned when/)).toBeNull();
  });
});

describe('the page of a session that has begun', () => {
  const begun = aSession({
    startsAt: '2026-03-12T14:00:00.000Z',
    can: { ...aSession().can, propose: false, cancel: false },
    held: { me: true, other: false },
  });
  const waiting = 'You said that the session took place. Tomás has not answered yet.';

  it('loads an answer of the other person when the page is opened again', async () => {
    let current = begun;
    const page = `/program/${PROGRAM_ID}/coaching/${SESSION_ID}?type=remote`;
    const { client } = open(page, { [`GET /api/coaching/${SESSION_ID}`]: () => json(current) });
    expect(await screen.findByText(waiting)).toBeInTheDocument();
    act(() => client.visit('/home'));
    current = aSession({
      ...begun,
      state: 'held',
      held: { me: true, other: true },
      ended: { by: null, at: '2026-03-12T15:00:00.000Z', reason: null },
    });
    act(() => client.visit(page));
    await waitFor(() => expect(screen.queryByText(waiting)).not.toBeInTheDocument());
  });

  it('announces the first answer, because the heading that gets the focus does not change', async () => {
    const asked = { ...begun, held: { me: false, other: false }, can: { ...begun.can, confirmHeld: true } };
    const { user: actor } = openSession(asked, {
      [`PUT /api/coaching/${SESSION_ID}/outcome`]: () => json(begun),
    });
    const question = await screen.findByText('Did the session take place? Both of you answer.');
    await actor.click(screen.getByRole('button', { name: 'It took place' }));
    await waitFor(() => expect(question).toHaveTextContent(waiting));
    expect(screen.getAllByRole('status')).toContain(question);
  });

  it('does not offer the room to a person who has said that the session took place', async () => {
    openSession(begun, { [`GET /api/coaching/${SESSION_ID}/room`]: () => json(aRoom({ isOpen: true })) });
    expect(await screen.findByText(waiting)).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Agenda' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Join session' })).toBeNull();
  });

  it('says when the room opens only before it opens', async () => {
    const room = (opensAt: number) => ({
      [`GET /api/coaching/${SESSION_ID}/room`]: () =>
        json(aRoom({ opensAt: new Date(opensAt).toISOString() })),
    });
    openSession(aSession(), room(Date.now() + 3_600_000));
    expect(await screen.findByText(/^The room opens on/)).toBeInTheDocument();
    cleanup();
    openSession(begun, room(Date.now() - 3_600_000));
    expect(await screen.findByRole('heading', { name: 'Agenda' })).toBeInTheDocument();
    expect(screen.queryByText(/^The room opens on/)).toBeNull();
  });

  it('shows and announces that the other person has joined, while the page is open', async () => {
    let otherJoinedAt: string | null = null;
    const { client } = openSession(aSession({ startsAt: new Date(Date.now() + 60_000).toISOString() }), {
      [`GET /api/coaching/${SESSION_ID}/room`]: () => json(aRoom({ isOpen: true, otherJoinedAt })),
    });
    expect(await screen.findByText('The room is open')).toBeInTheDocument();
    const regions = screen.getAllByRole('status');
    otherJoinedAt = '2026-11-23T09:00:00.000Z';
    const payload = { userId: tomas.userId, programId: PROGRAM_ID, extraPayload: { sessionId: SESSION_ID } };
    const joined = {
      id: 'j',
      timetoken: '1',
      fromUserId: tomas.userId,
      type: 'PEER_JOINED_SESSION',
    } as const;
    act(() => void client.store.dispatch(notificationsReceived({ items: [{ ...joined, payload }] })));
    await screen.findByText(/^Tomás has been in the room since/, {}, { timeout: 3_000 });
    expect(regions.filter((region) => region.isConnected).map((region) => region.textContent)).toContain(
      'Tomás is in the room',
    );
  });

  it('shows that the other person has left by closing their browser', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let otherJoinedAt: string | null = '2026-11-23T09:00:00.000Z';
    openSession(aSession({ startsAt: new Date(Date.now() + 60_000).toISOString() }), {
      [`GET /api/coaching/${SESSION_ID}/room`]: () => json(aRoom({ isOpen: true, otherJoinedAt })),
    });
    await screen.findByText(/^Tomás has been in the room since/);
    otherJoinedAt = null;
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByText('The room is open')).toBeVisible();
  });

  it('shows the place that the other person has set, before it is edited', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const session = aSession({ kind: 'in_person', place: 'Room 2' });
    openSession(session);
    expect(await screen.findByText('Room 2')).toBeVisible();
    session.place = 'Room 4';
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByText('Room 4')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(screen.getByLabelText('Where do you meet?')).toHaveValue('Room 4');
  });

  it('promises only the reminders that are still sent', async () => {
    openSession(begun);
    expect(await screen.findByText(waiting)).toBeInTheDocument();
    expect(screen.getByText(/^Confirmed by both on/)).toHaveTextContent(/^Confirmed by both on .* 2027\.$/);
    cleanup();
    openSession(aSession());
    expect(
      await screen.findByText(/Reminders are sent 24 hours before and 10 minutes before\.$/),
    ).toBeInTheDocument();
    cleanup();
    openSession(aSession({ startsAt: new Date(Date.now() + 3_600_000).toISOString() }));
    expect(await screen.findByText(/A reminder is sent 10 minutes before\.$/)).toBeInTheDocument();
  });
});
