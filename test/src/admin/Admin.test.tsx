import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import Admin from '#src/admin/Admin.tsx';
import { anAdminOverview } from '#test/fixtures/adminOverview.ts';
import { anAdminPerson, anAdminPersonPage, aPeoplePage } from '#test/fixtures/adminPeople.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json } from '#test/support/fakeApi.ts';

const open = (at: string, { isAdmin = true, answers = {} as Record<string, Answer> } = {}) =>
  show(
    <Routes>
      <Route path="/admin/*" element={<Admin />} />
    </Routes>,
    { client: { at, user: aUser({ isAdmin }), answers } },
  );
const somePeople = {
  'GET /api/admin/people': () => json(aPeoplePage([anAdminPerson()])),
};

it('marks the current page in the section navigation and in the title of the tab', async () => {
  open('/admin/people', { answers: somePeople });
  expect(await screen.findByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Overview' })).not.toHaveAttribute('aria-current');
  expect(document.title).toBe('People · Trellis');
});

it('shows the name of a person in the title of the tab', async () => {
  const person = anAdminPersonPage({ firstName: 'Max', lastName: 'Berger' });
  const path = `/admin/people/${person.userId}`;
  open(path, { answers: { [`GET /api${path}`]: () => json(person) } });
  await waitFor(() => expect(document.title).toBe('Max Berger · Trellis'));
});

it.each(['/admin', '/admin/', '/admin/home'])('shows the overview at %s', async (at) => {
  open(at, { answers: { 'GET /api/admin/overview': () => json(anAdminOverview()) } });
  expect(await screen.findByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  expect(await screen.findByText(/^Demo\. Figures as of /)).toBeInTheDocument();
});

it('shows that an unknown page was not found', async () => {
  open('/admin/no-such-page');
  await screen.findByRole('navigation', { name: 'Administration' });
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
});

it('shows nothing of the area to people who are not administrators', async () => {
  const { client } = open('/admin/programs/insights/5/other', { isAdmin: false });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
  expect(screen.queryByRole('navigation')).toBeNull();
  await waitFor(() => expect(client.api.asked('GET /api/admin/people')).toBe(0));
});
