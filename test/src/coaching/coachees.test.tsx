import { act, screen, waitFor, within } from '@testing-library/react';
import type { Coachee, Coachees as CoacheesData } from '#contract/learning/coachees.ts';
import Coachees from '#src/coaching/coachees/Coachees.tsx';
import { baseApi } from '#store/api/baseApi.ts';
import { lena, SESSION_ID, tomas } from '#test/fixtures/coaching.ts';
import { aUser } from '#test/fixtures/people.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';

const aCoachee = (over: Partial<Coachee> = {}): Coachee => ({
  learner: lena,
  programId: PROGRAM_ID,
  programName: 'Lead with questions',
  reason: 'planned',
  at: null,
  sessionId: SESSION_ID,
  next: null,
  proposed: 0,
  lastHeldAt: null,
  ...over,
});
const nobody = { ...lena, userId: 31, firstName: 'Kwame', lastName: 'Mensah' };
const open = (coachees: CoacheesData) =>
  show(<Coachees />, {
    client: {
      user: aUser({ userId: tomas.userId }),
      at: '/program/coachees',
      answers: {
        'GET /api/coaching/coachees': () => json(coachees),
        'GET /api/coaching/actions': () => json({ myKey: null, sessions: [] }),
      },
    },
  });

afterEach(() => jest.useRealTimers());

it('reads the coachees again when the window gets the focus', async () => {
  const { client } = open({ data: [], ratings: [] });
  const asked = () => client.api.asked('GET /api/coaching/coachees');
  await waitFor(() => expect(asked()).toBe(1));
  act(() => void client.store.dispatch(baseApi.internalActions.onFocus()));
  await waitFor(() => expect(asked()).toBe(2));
});

it('shows that a coachee has left a room by closing their browser', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const coachees: CoacheesData = { data: [aCoachee({ reason: 'in_room' })], ratings: [] };
  open(coachees);
  expect(await screen.findByText('In the room now')).toBeVisible();
  coachees.data = [aCoachee()];
  await act(() => jest.advanceTimersByTimeAsync(15_000));
  await waitFor(() => expect(screen.queryByText('In the room now')).toBeNull());
});

it('lists coachees with the reason for attention and one action each', async () => {
  open({
    data: [
      aCoachee({
        learner: nobody,
        reason: 'none_planned',
        sessionId: null,
        lastHeldAt: '2026-02-17T10:00:00.000Z',
      }),
      aCoachee({ next: { sessionId: SESSION_ID, startsAt: '2027-03-12T14:00:00.000Z' } }),
    ],
    ratings: [],
  });
  expect(
    await screen.findByText('2 people in 1 program. 1 person needs your attention.'),
  ).toBeInTheDocument();
  const quiet = screen.getByRole('row', { name: /Kwame Mensah/ });
  expect(within(quiet).getByText(/^No session planned for more than 21 days/)).toBeInTheDocument();
  expect(within(quiet).getByRole('link', { name: 'Plan session: Kwame Mensah' })).toHaveAttribute(
    'href',
    `/program/${PROGRAM_ID}/plan-session?learner=31`,
  );
  expect(screen.getByRole('link', { name: 'View session: Lena Fischer' })).toBeInTheDocument();
  expect(
    screen.getByText(/^No ratings to show yet\. Averages are shown for groups of at least 5 rated sessions/),
  ).toBeInTheDocument();
});

it('shows averages of ratings by group, and an empty state without coachees', async () => {
  open({
    data: [],
    ratings: [
      {
        from: '2026-01-05T10:00:00.000Z',
        until: '2026-02-05T10:00:00.000Z',
        sessions: 6,
        listened: 4.5,
        chosen: 4,
        nextStep: 3.8,
      },
    ],
  });
  expect(await screen.findByText('No coachees yet')).toBeInTheDocument();
  const group = screen.getByRole('row', { name: /^6, / });
  expect(
    within(group)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['4.5', '4.0', '3.8']);
});
