import { act, screen, within } from '@testing-library/react';
import type { NextCoaching } from '#contract/learning/coachingSummaries.ts';
import { NextSessionCard } from '#src/home/NextSessionCard.tsx';
import { aSummary, lena, tomas } from '#test/fixtures/coaching.ts';
import { aUser } from '#test/fixtures/people.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

const user = aUser({ userId: lena.userId, timeZone: 'Europe/Berlin', locale: 'en-US' });

afterEach(() => jest.useRealTimers());

describe('the card of the next session', () => {
  const nothing: NextCoaching = { session: null, room: null, wrapUp: null, cancelled: null, plan: null };
  const showCard = (next: Answer) =>
    show(<NextSessionCard />, { client: { user, answers: { 'GET /api/coaching/next': next } } });
  const plan = { programId: PROGRAM_ID, programName: 'Lead with questions', peer: tomas };

  it.each([
    ['a confirmed session', { session: aSummary() }, 'View session', '45 min with Tomás Herrera'],
    [
      'a session whose room is open',
      { session: aSummary({ startsAt: new Date(Date.now() + 10 * 60_000).toISOString() }) },
      'Join session',
      '45 min with Tomás Herrera',
    ],
    [
      'times to answer',
      {
        session: aSummary({
          state: 'proposed',
          startsAt: null,
          needsAnswer: true,
          proposed: ['2027-03-24T15:30:00.000Z'],
        }),
      },
      'Choose a time',
      'Tomás proposed 1 time',
    ],
    [
      'times that wait for the other person',
      { session: aSummary({ state: 'proposed', startsAt: null, proposed: ['2027-03-24T15:30:00.000Z'] }) },
      'View times',
      'You sent 1 time to Tomás',
    ],
    [
      'a past session without an outcome',
      { session: aSummary({ startsAt: '2020-03-24T15:30:00.000Z' }) },
      'Answer',
      'Did this session take place?',
    ],
    [
      'a cancelled session',
      { cancelled: aSummary({ state: 'cancelled' }), plan },
      'Plan session',
      'This session was cancelled.',
    ],
    [
      'a session that can be joined now',
      { session: aSummary(), room: { isOtherThere: true } },
      'Join session',
      'Tomás is in the room.',
    ],
    [
      'a held session without feedback',
      { wrapUp: aSummary({ state: 'held' }), plan },
      'Wrap up',
      /^Add actions and feedback\./,
    ],
    [
      'a session that was finished in its room',
      { wrapUp: aSummary({ state: 'scheduled' }), plan },
      'Wrap up',
      'Add actions and feedback.',
    ],
    [
      'a session that no one came to',
      { session: aSummary({ state: 'expired', startsAt: '2020-03-24T15:30:00.000Z' }) },
      'Answer',
      'Did this session take place?',
    ],
    ['nothing planned', { plan }, 'Plan session', /^No session planned\. Propose times to Tomás/],
  ])('shows %s', async (_name, next: Partial<NextCoaching>, link, text) => {
    showCard(() => json({ ...nothing, ...next }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: link })).toBeInTheDocument();
  });

  it('shows that the other person has left the room by closing their browser', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const room = { isOtherThere: true };
    showCard(() => json({ ...nothing, session: aSummary(), room }));
    await screen.findByText('Tomás is in the room.');
    room.isOtherThere = false;
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByText('The room is open.')).toBeVisible();
  });

  it('shows a session that waits for its wrap-up as the last one, above the next one', async () => {
    const next = aSummary({ sessionId: 'n'.repeat(16) });
    showCard(() => json({ ...nothing, wrapUp: aSummary({ state: 'held' }), session: next, plan }));
    const last = await screen.findByRole('region', { name: 'Last session' });
    expect(within(last).getByRole('link', { name: 'Wrap up' })).toBeInTheDocument();
    const card = screen.getByRole('region', { name: 'Next session' });
    expect(within(card).getByRole('link', { name: 'View session' })).toHaveAttribute(
      'href',
      expect.stringContaining(next.sessionId),
    );
  });

  it('calls a session the last one while it asks whether it took place', async () => {
    showCard(() => json({ ...nothing, session: aSummary({ startsAt: '2020-03-24T15:30:00.000Z' }) }));
    const last = await screen.findByRole('region', { name: 'Last session' });
    expect(last).toHaveTextContent('Did this session take place?');
    expect(screen.queryByRole('heading', { name: 'Next session' })).toBeNull();
  });

  it('shows no empty card below a session that waits for its wrap-up', async () => {
    showCard(() => json({ ...nothing, wrapUp: aSummary({ state: 'held' }) }));
    expect(await screen.findByRole('heading', { name: 'Last session' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Next session' })).toBeNull();
  });

  it('can be loaded again after an error', async () => {
    let fails = true;
    const { user: actor } = showCard(() => (fails ? problem(500, 'internal') : json(nothing)));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    fails = false;
    await actor.click(retry);
    expect(await screen.findByText(/^No session planned\. When you/)).toBeInTheDocument();
  });
});
