import { screen } from '@testing-library/react';
import EditProfile from '#src/profile/edit/EditProfile.tsx';
import Profile from '#src/profile/Profile.tsx';
import { aProfile } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';

it.each([
  ['/profile', <Profile key="profile" />],
  ['/profile/edit', <EditProfile key="edit" />],
])('shows at %s who can see which part of the profile, with the same text', async (at, page) => {
  show(page, {
    client: {
      at,
      answers: {
        'GET /api/profile': () => json(aProfile()),
        'GET /api/profile/visibility': () => json({ data: [] }),
        'GET /api/objectives': () => json({ data: [], ideas: [] }),
      },
    },
  });
  expect(
    await screen.findByText(
      /^Colleagues see your name, pronouns, email, title, department, picture and the topics you can help with\. Your manager and your coaches also see your time zone and working hours\./,
    ),
  ).toBeInTheDocument();
});
