import { screen } from '@testing-library/react';
import type { Profile as ProfileData } from '#contract/profile.ts';
import EditProfile from '#src/profile/EditProfile.tsx';
import Profile from '#src/profile/Profile.tsx';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';

const profile: ProfileData = {
  firstName: 'Lena',
  lastName: 'Ott',
  emailAddress: 'lena@demo.example',
  title: null,
  timeZone: 'Europe/Berlin',
  departmentName: null,
  managerName: null,
  userAvatar: null,
  initials: 'LO',
  lastProfileUpdate: null,
  version: 1,
};

it.each([
  ['/profile', <Profile key="profile" />],
  ['/profile/edit', <EditProfile key="edit" />],
])('says at %s who sees which part of the profile, in the same words', async (at, page) => {
  show(page, {
    client: {
      at,
      answers: {
        'GET /api/profile': () => json(profile),
        'GET /api/profile/visibility': () => json({ data: [] }),
        'GET /api/objectives': () => json({ data: [], ideas: [] }),
      },
    },
  });
  expect(
    await screen.findByText(
      /^Colleagues see your name, email, title, department and picture\. Your manager and your coaches also see your time zone\./,
    ),
  ).toBeInTheDocument();
});
