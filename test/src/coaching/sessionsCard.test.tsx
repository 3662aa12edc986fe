import { screen, within } from '@testing-library/react';
import type { CoachingSummary } from '#contract/learning/coachingSummaries.ts';
import { SessionsCard } from '#src/coaching/lists/SessionsCard.tsx';
import { aSummary, lena, tomas } from '#test/fixtures/coaching.ts';
import { aUser } from '#test/fixtures/people.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';

const past = (n: number, state: CoachingSummary['state']) =>
  aSummary({ sessionId: `${n}`.repeat(16), state, startsAt: `2026-02-0${n}T10:00:00.000Z` });

it('lists open sessions first, then past ones from the latest, and folds a long list', async () => {
  const open = aSummary({
    sessionId: 'o'.repeat(16),
    state: 'scheduled',
    startsAt: '2026-03-20T10:00:00.000Z',
  });
  const unanswered = aSummary({ sessionId: 'u'.repeat(16), state: 'expired', startsAt: null });
  const sessions = [
    unanswered,
    past(1, 'held'),
    past(4, 'cancelled'),
    past(2, 'completed'),
    past(3, 'held'),
    open,
  ];
  show(<SessionsCard programId={PROGRAM_ID} userId={lena.userId} />, {
    client: {
      user: aUser({ userId: lena.userId, timeZone: 'UTC', locale: 'en-US' }),
      answers: {
        [`GET /api/programs/${PROGRAM_ID}/learners/${lena.userId}/coaching`]: () =>
          json({ programName: 'Lead with questions', relation: null, sessions, planWith: [tomas] }),
      },
    },
  });
  const card = await screen.findByRole('region', { name: 'Sessions' });
  const ids = within(card)
    .getAllByRole('link', { hidden: true })
    .flatMap((link) => /coaching\/(.)/.exec(link.getAttribute('href') ?? '')?.[1] ?? []);
  expect(ids).toEqual(['o', '4', '3', '2', '1', 'u']);
  const folded = within(card).getByText('3 more sessions').closest('details');
  expect(folded).not.toHaveAttribute('open');
  expect(within(folded!).getAllByRole('link', { hidden: true })).toHaveLength(3);
  expect(folded).toHaveTextContent('No time chosen45 min with Tomás Herrera');
});
