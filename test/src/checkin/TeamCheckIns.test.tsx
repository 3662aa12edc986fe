import { act, screen, waitFor, within } from '@testing-library/react';
import type { CheckInReview, TeamCheckIns } from '#contract/learning/checkInReview.ts';
import CheckIn from '#src/checkin/CheckIn.tsx';
import { reviewPath } from '#src/checkin/checkInTexts.ts';
import { linesOf } from '#src/checkin/Trend.tsx';
import { RestoreFocus } from '#src/ui/overlays/RestoreFocus.tsx';
import { reviewApi } from '#store/checkIns/reviewApi.ts';
import { selectToast, toastUndone } from '#store/toasts/toastsSlice.ts';
import { aManager } from '#test/fixtures/checkIns.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

afterEach(() => jest.useRealTimers());

const [FIRST, SECOND] = ['a'.repeat(16), 'b'.repeat(16)];
const nina = { ...aManager, userId: 31, firstName: 'Nina', lastName: 'Vale', initials: 'NV' };
const omar = { ...aManager, userId: 32, firstName: 'Omar', lastName: 'Reed', initials: 'OR' };
const SENT = '2026-11-19T12:00:00.000Z';
const weeks = ['2026-11-09', '2026-11-16'];

const item = (checkInId: string, person: typeof nina, text: string) => ({
  checkInId,
  person,
  week: '2026-11-16',
  sentAt: SENT,
  reviewedAt: null,
  reasons: [{ kind: 'blocker' as const, text }],
});
const aTeam = (over: Partial<TeamCheckIns> = {}): TeamCheckIns => ({
  week: '2026-11-16',
  lastDay: '2026-11-22',
  nextWeek: '2026-11-23',
  queue: [item(FIRST, nina, 'Something is in the way.'), item(SECOND, omar, 'Mood fell from 4 to 2.')],
  reviewed: [],
  missing: [],
  question: null,
  nextQuestion: null,
  mood: weeks.map((week) => ({ week, mood: null })),
  minGroupSize: 5,
  reports: 2,
  ...over,
});
const aReview = (checkInId: string, person: typeof nina): CheckInReview => ({
  ...item(checkInId, person, 'Something is in the way.'),
  lastDay: '2026-11-22',
  version: 2,
  wasLate: false,
  state: 'submitted',
  answers: {
    mood: { value: 2 },
    workload: null,
    objectives: [],
    practice: null,
    win: { text: 'A calm handover' },
    blocker: null,
    question: null,
  },
  previous: null,
  comments: [],
  trend: weeks.map((week, index) => ({
    week,
    state: 'submitted' as const,
    mood: 4 - 2 * index,
    workload: null,
  })),
  can: { review: true },
});

function open(team = aTeam()) {
  const sent: { url: string; body: unknown }[] = [];
  const record = async (request: Request, answer: unknown) => {
    sent.push({ url: new URL(request.url).pathname, body: await request.json().catch(() => null) });
    return json(answer);
  };
  const page = (
    <RestoreFocus place="/checkin">
      <CheckIn />
    </RestoreFocus>
  );
  const shown = show(page, {
    client: {
      at: '/checkin?view=team',
      answers: {
        'GET /api/team/check-ins': () => json(team),
        [`GET /api/team/check-ins/${FIRST}`]: () => json(aReview(FIRST, nina)),
        [`GET /api/team/check-ins/${SECOND}`]: () => json(aReview(SECOND, omar)),
        [`POST /api/team/check-ins/${SECOND}/comments`]: (request) => record(request, aReview(SECOND, omar)),
        [`PUT /api/team/check-ins/${SECOND}/review`]: (request) => record(request, aReview(SECOND, omar)),
        [`POST /api/team/check-ins/people/${nina.userId}/reminder`]: (request) => record(request, team),
      },
    },
  });
  return { ...shown, sent };
}

it('shows the answers that the person has sent again', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { client } = open();
  expect(await screen.findByText('A calm handover')).toBeVisible();
  const again = aReview(FIRST, nina);
  client.api.on(`GET /api/team/check-ins/${FIRST}`, () =>
    json({ ...again, answers: { ...again.answers, win: { text: 'Two calm handovers' } } }),
  );
  await act(() => jest.advanceTimersByTimeAsync(15_000));
  expect(await screen.findByText('Two calm handovers')).toBeVisible();
});

it('moves with J and K, comments with C and marks a check-in as reviewed, without a mouse', async () => {
  const { user, sent } = open();
  expect(await screen.findByRole('heading', { name: 'Nina Vale' })).toBeVisible();
  const row = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement;
  expect(row('In the way')).toHaveTextContent('Not shared');
  await user.keyboard('j');
  expect(await screen.findByRole('heading', { name: 'Omar Reed' })).toBeVisible();
  await user.keyboard('k');
  expect(await screen.findByRole('heading', { name: 'Nina Vale' })).toBeVisible();
  await user.keyboard('j');
  await screen.findByRole('heading', { name: 'Omar Reed' });
  await user.keyboard('c');
  const field = screen.getByRole('textbox', { name: 'Comment for Omar' });
  expect(field).toHaveFocus();
  await user.keyboard('Just a joke');
  expect(field).toHaveValue('Just a joke');
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(sent).toEqual([
      { url: `/api/team/check-ins/${SECOND}/comments`, body: { text: 'Just a joke' } },
      { url: `/api/team/check-ins/${SECOND}/review`, body: { isReviewed: true, version: 2, sentAt: SENT } },
    ]),
  );
});

it('stays at a check-in whose review with E fails, and says why', async () => {
  const { user, client } = open();
  client.api.on(`PUT /api/team/check-ins/${FIRST}/review`, () => problem(409, 'check-in-changed'));
  await screen.findByRole('heading', { name: 'Nina Vale' });
  await user.keyboard('e');
  expect(await screen.findByText('Your review was not saved')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Nina Vale' })).toBeInTheDocument();
});

it('leaves the user at the check-in to which they have moved while a review with E was saved', async () => {
  const { user, client } = open();
  const answer = Promise.withResolvers<void>();
  client.api.on(`PUT /api/team/check-ins/${FIRST}/review`, async () => {
    await answer.promise;
    return json({ ...aReview(FIRST, nina), state: 'reviewed' });
  });
  await screen.findByRole('heading', { name: 'Nina Vale' });
  await user.keyboard('ej');
  await screen.findByRole('heading', { name: 'Omar Reed' });
  answer.resolve();
  await waitFor(() => expect(selectToast(client.state())?.text).toMatch(/reviewed/));
  expect(screen.getByRole('heading', { name: 'Omar Reed' })).toBeInTheDocument();
});

it('sends a comment once if the check-in is marked as reviewed while the comment is being sent', async () => {
  const { user, client, sent } = open();
  const answer = Promise.withResolvers<void>();
  const comments: unknown[] = [];
  client.api.on(`POST /api/team/check-ins/${FIRST}/comments`, async (request) => {
    comments.push(await request.json());
    await answer.promise;
    return json(aReview(FIRST, nina));
  });
  await user.type(await screen.findByRole('textbox', { name: 'Comment for Nina' }), 'Well done');
  await user.click(screen.getByRole('button', { name: 'Send comment' }));
  await user.click(screen.getByRole('button', { name: 'Mark as reviewed' }));
  answer.resolve();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Comment for Nina' })).toHaveValue(''));
  expect(comments).toEqual([{ text: 'Well done' }]);
  expect(sent).toEqual([]);
});

it('moves the focus to the next check-in, and to the end of the list after the last one', async () => {
  const team = aTeam();
  const { user, client } = open(team);
  for (const [id, person] of [
    [FIRST, nina],
    [SECOND, omar],
  ] as const) {
    client.api.on(`PUT /api/team/check-ins/${id}/review`, () => {
      const reviewed = team.queue.find(({ checkInId }) => checkInId === id)!;
      team.queue = team.queue.filter((one) => one !== reviewed);
      team.reviewed = [...team.reviewed, { ...reviewed, reviewedAt: '2026-11-20T12:00:00.000Z' }];
      return json({ ...aReview(id, person), state: 'reviewed' });
    });
  }
  await screen.findByRole('heading', { name: 'Nina Vale' });
  screen.getByRole('button', { name: 'Mark as reviewed' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Omar Reed' })).toHaveFocus());
  screen.getByRole('button', { name: 'Mark as reviewed' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'All check-ins reviewed' })).toHaveFocus());
});

it('stays at a check-in when a more important one arrives', async () => {
  const team = aTeam({ queue: [item(FIRST, nina, 'Something is in the way.')] });
  const { user, client } = open(team);
  const field = await screen.findByRole('textbox', { name: 'Comment for Nina' });
  await user.type(field, 'Well');
  team.queue = [item(SECOND, omar, 'Mood fell from 4 to 2.'), ...team.queue];
  client.store.dispatch(reviewApi.util.invalidateTags(['TeamCheckIn']));
  expect(await screen.findByText('2 of 2 to review')).toBeVisible();
  await user.keyboard(' done');
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Well done');
});

it('stays at a check-in that leaves the queue while the user writes', async () => {
  const team = aTeam();
  const { user, client } = open(team);
  const field = await screen.findByRole('textbox', { name: 'Comment for Nina' });
  await user.type(field, 'Well');
  const [reviewed] = team.queue.splice(0, 1);
  team.reviewed = [{ ...reviewed!, reviewedAt: '2026-11-20T12:00:00.000Z' }];
  client.store.dispatch(reviewApi.util.invalidateTags(['TeamCheckIn']));
  expect(await screen.findByText('1 of 1 reviewed')).toBeVisible();
  await user.keyboard(' joke');
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Well joke');
  await user.tab();
  expect(field).toBeInTheDocument();
});

it('goes on to a check-in that waits from one that has left the queue, and through the reviewed ones otherwise', async () => {
  const reviewedAt = '2026-11-20T12:00:00.000Z';
  const team = aTeam({ reviewed: [{ ...item('c'.repeat(16), omar, 'Sent late.'), reviewedAt }] });
  const { user, client } = open(team);
  client.api.on(`GET /api/team/check-ins/${'c'.repeat(16)}`, () => json(aReview('c'.repeat(16), omar)));
  await user.type(await screen.findByRole('textbox', { name: 'Comment for Nina' }), 'Well');
  const [reviewed] = team.queue.splice(0, 1);
  team.reviewed = [...team.reviewed, { ...reviewed!, reviewedAt }];
  client.store.dispatch(reviewApi.util.invalidateTags(['TeamCheckIn']));
  expect(await screen.findByText('2 of 2 reviewed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next check-in' }));
  expect(await screen.findByText('1 of 1 to review')).toBeVisible();
  await user.keyboard('j');
  expect(await screen.findByText('1 of 2 reviewed')).toBeVisible();
  await user.keyboard('j');
  expect(await screen.findByText('2 of 2 reviewed')).toBeVisible();
});

it('goes through the reviewed check-ins from one that a link has opened', async () => {
  const earlier = { ...item('c'.repeat(16), omar, 'Sent late.'), reviewedAt: '2026-11-20T12:00:00.000Z' };
  const { client } = open(aTeam({ reviewed: [earlier] }));
  client.api.on(`GET /api/team/check-ins/${earlier.checkInId}`, () => json(aReview(earlier.checkInId, omar)));
  client.visit(reviewPath(earlier.checkInId));
  expect(await screen.findByText('1 of 1 reviewed')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next check-in' })).toHaveAttribute('aria-disabled', 'true');
});

it('goes back to the first check-in that waits after a review of the last one with E', async () => {
  const { user } = open(aTeam({ reviewed: [item('c'.repeat(16), omar, 'Sent late.')] }));
  await screen.findByRole('heading', { name: 'Nina Vale' });
  await user.keyboard('j');
  await screen.findByRole('heading', { name: 'Omar Reed' });
  await user.keyboard('e');
  expect(await screen.findByRole('heading', { name: 'Nina Vale' })).toBeVisible();
});

it('stays at a check-in in which the user writes before its review with E was saved', async () => {
  const { user, client } = open();
  const answer = Promise.withResolvers<void>();
  client.api.on(`PUT /api/team/check-ins/${FIRST}/review`, async () => {
    await answer.promise;
    return json({ ...aReview(FIRST, nina), state: 'reviewed' });
  });
  const field = await screen.findByRole('textbox', { name: 'Comment for Nina' });
  await user.keyboard('ecThanks');
  answer.resolve();
  await waitFor(() => expect(selectToast(client.state())?.text).toMatch(/reviewed/));
  await user.keyboard(' again');
  expect(field).toHaveValue('Thanks again');
});

it('keeps the text of a follow-up when its dialog is closed, until it is added', async () => {
  const { user, client } = open();
  client.api.on(`POST /api/team/check-ins/${FIRST}/follow-ups`, () => json({ followUps: [] }));
  const openDialog = async () => {
    await user.click(await screen.findByRole('button', { name: 'Create action' }));
    return within(await screen.findByRole('dialog', { name: 'Create action' }));
  };
  let dialog = await openDialog();
  await user.type(dialog.getByLabelText('What you will do'), 'Ask Ana');
  await user.keyboard('{Escape}');
  dialog = await openDialog();
  expect(dialog.getByLabelText('What you will do')).toHaveValue('Ask Ana');
  expect(dialog.getByText('Your unsaved changes were restored.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Create action' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  dialog = await openDialog();
  expect(dialog.getByLabelText('What you will do')).toHaveValue('');
  await user.type(dialog.getByLabelText('What you will do'), 'Ask Ben');
  await user.click(dialog.getByRole('button', { name: 'Discard changes' }));
  dialog = await openDialog();
  expect(dialog.getByLabelText('What you will do')).toHaveValue('');
});

it('names the period of each check-in if a person has sent two', async () => {
  open(
    aTeam({
      queue: [
        item(FIRST, nina, 'Something is in the way.'),
        { ...item(SECOND, nina, 'Mood fell from 4 to 2.'), week: '2026-11-09' },
      ],
    }),
  );
  expect(
    await screen.findByRole('link', { name: /Nina Vale\s*Check-in from Nov 16(, 2026)?\. Something/ }),
  ).toBeVisible();
  expect(
    screen.getByRole('link', { name: /Nina Vale\s*Check-in from Nov 9(, 2026)?\. Mood fell/ }),
  ).toBeVisible();
});

it.each([
  { earlier: [], text: /2 check-ins to review\.$/ },
  { earlier: [SECOND], text: /2 check-ins to review, 1 from an earlier period\.$/ },
  { earlier: [FIRST, SECOND], text: /2 check-ins to review, from earlier periods\.$/ },
])('counts $earlier.length check-ins from earlier periods', async ({ earlier, text }) => {
  const { queue } = aTeam();
  open(
    aTeam({
      queue: queue.map((one) => (earlier.includes(one.checkInId) ? { ...one, week: '2026-11-09' } : one)),
      reviewed: [{ ...item('c'.repeat(16), omar, 'Sent late.'), reviewedAt: '2026-11-20T12:00:00.000Z' }],
    }),
  );
  expect(await screen.findByText(text)).toBeVisible();
  expect(await screen.findByText('1 of 2 to review')).toBeVisible();
});

it('undoes a review that was made with E', async () => {
  const { user, sent, client } = open();
  await screen.findByRole('heading', { name: 'Nina Vale' });
  expect(screen.getByText('reviewed and next')).toBeInTheDocument();
  await user.keyboard('j');
  await screen.findByRole('heading', { name: 'Omar Reed' });
  await user.keyboard('e');
  await waitFor(() => expect(selectToast(client.state())).toMatchObject({ canUndo: true }));
  client.store.dispatch(toastUndone({ id: selectToast(client.state())?.id ?? '' }));
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ isReviewed: false, version: 2, sentAt: SENT }));
  await waitFor(() => expect(selectToast(client.state())?.canUndo).not.toBe(true));
});

it('does not say that check-ins were reviewed when no check-in was sent', async () => {
  open(aTeam({ queue: [], reviewed: [] }));
  expect(await screen.findByRole('heading', { name: 'No check-ins to review' })).toBeVisible();
  expect(screen.getByText(/No check-ins to review\.$/)).toBeVisible();
  expect(screen.queryByText(/reviewed every check-in/)).toBeNull();
});

it('shows that everything is reviewed, and shows a protected mood like an empty one', async () => {
  open(aTeam({ queue: [], reviewed: [item(FIRST, nina, 'Something is in the way.')] }));
  expect(await screen.findByRole('heading', { name: 'All check-ins reviewed' })).toBeVisible();
  expect(screen.queryByText('reviewed and next')).toBeNull();
  const mood = screen.getByRole('region', { name: 'Team mood' });
  expect(mood).toHaveTextContent('Protected or no answers');
  expect(within(mood).queryByRole('img')).toBeNull();
});

it('reminds a person who is late', async () => {
  const late = {
    person: nina,
    state: 'late' as const,
    isOptional: false,
    dueAt: '2026-11-20T17:00:00.000Z',
    remindedAt: null,
    can: { remind: true },
  };
  const newcomer = { person: omar, state: 'open' as const, isOptional: true, can: { remind: false } };
  const { user, sent } = open(aTeam({ missing: [late, { ...late, ...newcomer }] }));
  await user.click(await screen.findByRole('button', { name: 'Remind Nina Vale' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Remind Omar Reed' })).toBeNull();
  expect(screen.getByText('Joined after this check-in opened, so it is optional.')).toBeVisible();
});

it('says why a person was not reminded who has sent the check-in meanwhile, away from the next button', async () => {
  const missing = (person: typeof nina) => ({
    person,
    state: 'late' as const,
    isOptional: false,
    dueAt: '2026-11-20T17:00:00.000Z',
    remindedAt: null,
    can: { remind: true },
  });
  const team = aTeam({ missing: [missing(nina), missing(omar)] });
  const { user, client } = open(team);
  client.api.on(`POST /api/team/check-ins/people/${nina.userId}/reminder`, () => {
    team.missing = team.missing.slice(1);
    return problem(422, 'not-possible');
  });
  (await screen.findByRole('button', { name: 'Remind Nina Vale' })).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Nina Vale was not reminded\./);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remind Nina Vale' })).toBeNull());
  expect(screen.getByRole('heading', { name: 'Not sent yet' })).toHaveFocus();
});

it('shows a trend as a line with a gap for each period without an answer, and as a table', async () => {
  expect(linesOf([3, null, 3, 3].map((value, index) => ({ week: `${index}`, value })))).toMatch(
    /^M[\d. ]+M[\d. ]+L[\d. ]+$/,
  );
  const { user } = open();
  const mood = await screen.findByRole('region', { name: 'Mood' });
  expect(within(mood).getByRole('img')).toHaveAccessibleName(/Nov 9: 4, Nov 16: 2$/);
  await user.click(within(mood).getByRole('button', { name: 'Show as a table' }));
  expect(within(mood).getByRole('row', { name: 'Nov 16 2' })).toBeVisible();
});
