import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { TeamPerson } from '#contract/team.ts';
import { NavigationLinks } from '#src/app/shell/NavigationLinks.tsx';
import PlanPage from '#src/coaching/planning/PlanPage.tsx';
import SessionPage from '#src/coaching/session/SessionPage.tsx';
import Team from '#src/team/Team.tsx';
import { aSession, lena, SESSION_ID, tomas } from '#test/fixtures/coaching.ts';
import { aUser } from '#test/fixtures/people.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json } from '#test/support/fakeApi.ts';

const manager = aUser({ userId: 9, roles: { isAdmin: false, hasReports: true, mayAuthor: false } });
const coach = aUser({ userId: 9, roles: { ...manager.roles, hasReports: false, isCoach: true } });
const both = aUser({ userId: 9, roles: { ...manager.roles, isCoach: true } });
const learner = aUser({ userId: lena.userId });

/** Screens with the main navigation. */
function open(at: string, user: typeof manager, answers: Record<string, Answer>) {
  show(
    <>
      <nav aria-label="Main">
        <NavigationLinks user={user} />
      </nav>
      <Routes>
        <Route path="/program/:programId/coaching/:sessionId" element={<SessionPage />} />
        <Route path="/program/:programId/plan-session" element={<PlanPage />} />
        <Route path="/team" element={<Team />} />
      </Routes>
    </>,
    { client: { user, at, answers } },
  );
  return {
    breadcrumb: async () =>
      within(await screen.findByRole('navigation', { name: 'Breadcrumb' })).getByRole('link'),
    highlighted: () =>
      within(screen.getByRole('navigation', { name: 'Main' }))
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === 'page')
        .map(({ textContent }) => textContent),
  };
}

const sessionUrl = `/program/${PROGRAM_ID}/coaching/${SESSION_ID}?type=remote`;
const session = (over: Parameters<typeof aSession>[0]) => ({
  [`GET /api/coaching/${SESSION_ID}`]: () => json(aSession({ ...over, kind: 'in_person' })),
});
const withLena = { other: lena, relation: 'learner' } as const;

it.each([
  ['Team to a manager', manager, 'manager', 'Team'],
  ['Coachees to a coach', coach, 'coach', 'Coachees'],
  ['Coachees to a coach with a team', both, 'coach', 'Coachees'],
  ['Team to a manager who is also a coach', both, 'manager', 'Team'],
] as const)('shows %s on the page of a session', async (_who, user, peerRelation, area) => {
  const { breadcrumb, highlighted } = open(sessionUrl, user, session({ ...withLena, peerRelation }));
  expect(await breadcrumb()).toHaveAccessibleName('Lena Fischer');
  await waitFor(() => expect(highlighted()).toEqual([area]));
});

it('shows Programs to the learner on the page of a session', async () => {
  const { breadcrumb, highlighted } = open(sessionUrl, learner, session({ other: tomas, relation: 'coach' }));
  expect(await breadcrumb()).toHaveAccessibleName('Lead with questions');
  expect(highlighted()).toEqual(['Programs']);
});

it.each([
  ['manager', 'Team'],
  ['coach', 'Coachees'],
] as const)('shows the area of a %s while they plan a session', async (relation, area) => {
  const at = `/program/${PROGRAM_ID}/plan-session?learner=${lena.userId}`;
  const { breadcrumb, highlighted } = open(at, both, {
    [`GET /api/programs/${PROGRAM_ID}/learners/${lena.userId}/coaching`]: () =>
      json({ programName: 'Lead with questions', relation, sessions: [], planWith: [lena] }),
  });
  expect(await breadcrumb()).toHaveAccessibleName('Lena Fischer');
  await waitFor(() => expect(highlighted()).toEqual([area]));
});

const person: TeamPerson = {
  person: lena,
  title: null,
  timeZone: 'UTC',
  pronouns: null,
  workingHours: null,
  helpTopics: [],
  access: { relation: 'coach', since: '2026-01-05', until: null, readableUntil: null },
  programs: [],
  objectives: [],
};

it.each([
  ['a coach', coach, 'coach', 'Coachees'],
  ['a coach with a team', both, 'coach', 'Coachees'],
  ['the manager', both, 'manager', 'Team'],
] as const)(
  'highlights what the breadcrumb names on the page of a person for %s',
  async (_who, user, relation, area) => {
    const { breadcrumb, highlighted } = open(`/team?person=${lena.userId}`, user, {
      [`GET /api/team/${lena.userId}`]: () =>
        json({ ...person, access: { ...person.access, relation } } satisfies TeamPerson),
    });
    expect(await breadcrumb()).toHaveAccessibleName(area);
    await waitFor(() => expect(highlighted()).toEqual([area]));
  },
);

it('says on the page of a person why they need attention', async () => {
  const text = 'Lead with questions was due 5 Nov.';
  const path = `/program/${PROGRAM_ID}/sessions/${lena.userId}`;
  open(`/team?person=${lena.userId}`, both, {
    [`GET /api/team/${lena.userId}`]: () =>
      json({ ...person, reasons: [{ kind: 'overdue', text, verb: 'Message', path }] } satisfies TeamPerson),
  });
  const attention = await screen.findByRole('region', { name: 'Needs your attention' });
  expect(within(attention).getByText(text)).toHaveAttribute('href', path);
});
