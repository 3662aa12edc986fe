import { screen } from '@testing-library/react';
import type { Access, TeamPerson } from '#contract/team.ts';
import { PersonPage } from '#src/team/PersonPage.tsx';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';

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
const checkIns = () => screen.queryByRole('link', { name: 'Check-ins' });

it('leads the manager to the check-ins and to a message', async () => {
  await open();
  expect(checkIns()).toHaveAttribute('href', '/checkin?view=team&person=21');
  expect(screen.getByRole('button', { name: /^Message/ })).toBeVisible();
});

it.each<[string, Access]>([
  ['a coach', { ...asManager, relation: 'coach' }],
  ['a former manager', { ...asManager, until: '2026-06-01', readableUntil: '2026-07-01' }],
])('does not lead %s to check-ins', async (_who, access) => {
  await open({ access });
  expect(checkIns()).toBeNull();
});
