import { screen } from '@testing-library/react';
import EditProfile from '#src/profile/edit/EditProfile.tsx';
import Profile from '#src/profile/Profile.tsx';
import { aProfile } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';

const noReadiness = {
  latest: null,
  earlier: [],
  draft: null,
  alpha: null,
  againFrom: null,
  suggestions: [],
  isShared: false,
  coaches: [],
};

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
        'GET /api/propensity': () => json(noReadiness),
      },
    },
  });
  expect(
    await screen.findByText(
      /^Colleagues see your name, pronouns, email, title, department, picture and the topics you can help with\. Your manager, your coaches and the people who plan sessions with you also see your time zone and working hours\./,
    ),
  ).toBeInTheDocument();
});

it.each([
  [false, 'Only you can see your answers and your result.'],
  [true, 'Only you can see your answers. You and your coaches can see your latest result.'],
])('says who can see the readiness result when isShared is %s', async (isShared, text) => {
  show(<Profile />, {
    client: {
      at: '/profile',
      answers: {
        'GET /api/profile': () => json(aProfile()),
        'GET /api/profile/visibility': () => json({ data: [] }),
        'GET /api/objectives': () => json({ data: [], ideas: [] }),
        'GET /api/propensity': () => json({ ...noReadiness, isShared }),
      },
    },
  });
  expect(await screen.findByText(text)).toBeInTheDocument();
});
