import { dialogOpened, selectOpenDialog } from '#store/dialogs/dialogsSlice.ts';
import { profileApi } from '#store/profile/profileApi.ts';
import { sessionRejected } from '#store/session/sessionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json } from '#test/support/fakeApi.ts';

const start = clientsUnderFakeTimers();
const none = { kind: 'none' } as const;

describe('the start-up rule', () => {
  it.each([
    ['/?url=%2Fprogram', '/program'],
    ['/home?url=%2Fprogram%2Faaaaaaaaaaaaaaaa%3Fshow%3Dtopics', '/program/aaaaaaaaaaaaaaaa?show=topics'],
    ['/?url=%2F%2Fevil.example', '/home'],
    ['/?url=https%3A%2F%2Fevil.example', '/home'],
    ['/?url=%2Fab', '/home'],
    ['/?url=%2Funknown', '/not-found'],
  ])('reads the address %s and opens %s', async (at, expected) => {
    const lena = start({ at });
    await pass(100);
    expect(lena.path()).toBe(expected);
  });

  it('applies only at start-up, and not if the same address is opened later', async () => {
    const lena = start({ at: '/?url=%2Fprogram' });
    await pass(100);
    lena.visit('/team?url=%2Fcheckin');
    await pass(100);
    expect(lena.path()).toBe('/team?url=%2Fcheckin');
  });

  it('runs before the guards, so that the login page gets its target as redirectUrl', async () => {
    const lena = start({ at: '/?url=%2Fteam', restored: none });
    await pass(100);
    expect(lena.path()).toBe('/login?redirectUrl=%2Fteam');
  });
});

it('scrolls to the target of the address after a navigation and at the start, in that order', async () => {
  const lena = start({ at: '/home#needs' });
  await pass(100);
  lena.visit('/program/aaaaaaaaaaaaaaaa#complete-bbbbbbbbbbbbbbbb');
  lena.visit('/home');
  await pass(100);
  expect(lena.effects.filter((effect) => effect.endsWith(' shown') || effect.startsWith('target'))).toEqual([
    'target shown needs',
    'top shown',
    'target shown complete-bbbbbbbbbbbbbbbb',
    'top shown',
  ]);
});

it('guides a new user through login, profile and readiness questions to the requested page', async () => {
  const saved = {
    firstName: 'Lena',
    lastName: 'Larsen',
    emailAddress: 'lena@demo.example',
    title: null,
    timeZone: 'Europe/Berlin',
    pronouns: null,
    locale: null,
    workingHours: null,
    helpTopics: [],
    departmentName: null,
    managerName: null,
    userAvatar: null,
    initials: 'LL',
    lastProfileUpdate: '2026-11-21T10:00:00.000Z',
    version: 2,
  };
  const target = '/program/aaaaaaaaaaaaaaaa/coaching/bbbbbbbbbbbbbbbb?type=remote';
  const wanted = encodeURIComponent(target);
  const lena = start({
    at: target,
    restored: none,
    user: aUser({ lastProfileUpdate: null, propensityScore: null }),
    answers: { 'PUT /api/profile': () => json(saved) },
  });
  await pass(100);
  expect(lena.path()).toBe(`/login?redirectUrl=${wanted}`);
  lena.tokens.say({ kind: 'signedIn', expiresAt: 2_000_000_000_000 });
  await pass(100);
  expect(lena.path()).toBe(`/profile/edit?redirectUrl=${wanted}`);
  const { firstName, lastName, title, timeZone } = saved;
  void lena.store.dispatch(
    profileApi.endpoints.saveProfile.initiate({ firstName, lastName, title, timeZone, version: 1 }),
  );
  await pass(100);
  lena.visit(target); // like the screen after saving
  await pass(100);
  expect(lena.path()).toBe(`/survey/propensity?redirectUrl=${wanted}`);
});

it('closes dialogs when the session is rejected', async () => {
  const lena = start();
  await pass(100);
  lena.store.dispatch(dialogOpened('userMenu'));
  lena.store.dispatch(sessionRejected({ reason: 'session-ended', status: 403, endpoint: 'getHome' }));
  expect(selectOpenDialog(lena.state())).toBeNull();
});

it('sets the title of the browser tab to the name of the screen', async () => {
  const lena = start({ at: '/team' });
  await pass(100);
  expect(lena.effects.filter((effect) => effect.startsWith('title')).at(-1)).toBe('title Team · Trellis');
});

it('names the tab after the objectives, which have their own item in the navigation', async () => {
  const lena = start({ at: '/profile?show=objectives' });
  await pass(100);
  expect(lena.effects.filter((effect) => effect.startsWith('title')).at(-1)).toBe(
    'title Objectives · Trellis',
  );
});
