import { act, screen } from '@testing-library/react';
import type { PersonCheckIns } from '#contract/learning/checkInReview.ts';
import type { Access, TeamPerson } from '#contract/team.ts';
import { PersonHistory } from '#src/checkin/review/PersonHistory.tsx';
import { PersonPage } from '#src/team/PersonPage.tsx';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';

afterEach(() => jest.useRealTimers());

const lena = { userId: 21, firstName: 'Lena', lastName: 'Ott', initials: 'LO', userAvatar: null };
const asManager: Access = { relation: 'manager', since: '2026-03-02', until: null, readableUntil: null };

async function open(over: Partial<TeamPerson> = {}) {
  const person: TeamPerson = {
    person: lena,
    title: 'Service lead',
    timeZone: 'Europe/Berlin',
    pronouns: null,
    workingHours: null,
    helpTopics: [],
    access: asManager,
    reasons: [],
    programs: [],
    objectives: [],
    ...over,
  };
  show(<PersonPage userId={21} />, { client: { answers: { 'GET /api/team/21': () => json(person) } } });
  await screen.findByRole('heading', { name: 'Lena Ott' });
}

it.each<[string, Access]>([
  ['the manager', asManager],
  ['a coach', { ...asManager, relation: 'coach' }],
  ['a former manager', { ...asManager, until: '2026-06-01', readableUntil: '2026-07-01' }],
])('leads %s to the check-ins, and to a message', async (_who, access) => {
  await open({ access });
  expect(screen.getByRole('link', { name: 'Check-ins' })).toHaveAttribute(
    'href',
    '/checkin?view=team&person=21',
  );
  expect(screen.getByRole('button', { name: /^Message/ })).toBeVisible();
});

it('leads from the check-ins of a person back to the person', async () => {
  const history: PersonCheckIns = { person: lena, trend: [], data: [] };
  show(<PersonHistory userId={21} />, {
    client: { answers: { 'GET /api/team/check-ins/people/21': () => json(history) } },
  });
  expect(await screen.findByRole('link', { name: 'Lena Ott' })).toHaveAttribute('href', '/team?person=21');
});

it('shows check-ins that the person sends while the page is open', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const history: PersonCheckIns = { person: lena, trend: [], data: [] };
  const { client } = show(<PersonHistory userId={21} />, {
    client: { answers: { 'GET /api/team/check-ins/people/21': () => json(history) } },
  });
  await screen.findByRole('link', { name: 'Lena Ott' });
  await act(() => jest.advanceTimersByTimeAsync(15_000));
  expect(client.api.asked('GET /api/team/check-ins/people/21')).toBe(2);
});
