import fc from 'fast-check';
import type { SessionUser } from '#contract/access/session.ts';
import { guard, type Place } from '#store/navigation/guard.ts';
import { routePaths } from '#store/navigation/routes.ts';
import type { SessionState } from '#store/session/sessionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';

type Who = Pick<SessionState, 'status' | 'user'>;
const signedOut: Who = { status: 'signedOut', user: null };
const unknown: Who = { status: 'unknown', user: null };
const someone = (over: Partial<SessionUser> = {}): Who => ({ status: 'signedIn', user: aUser(over) });
const learner = someone();
const admin = someone({ isAdmin: true });
const withoutProfile = someone({ lastProfileUpdate: null, propensityScore: null });
const withoutScore = someone({ propensityScore: null });
const scoreOfNought = someone({ propensityScore: 0 });

const placeOf = (address: string): Place => {
  const { pathname, search, hash } = new URL(address, 'https://trellis.example');
  return { pathname, search, hash };
};
const verdictOn = (address: string, who: Who) => {
  const verdict = guard(placeOf(address), who);
  return verdict.kind === 'redirect' ? verdict.to : verdict.kind;
};
const encoded = encodeURIComponent;

const table: [who: string, session: Who, address: string, verdict: string][] = [
  ['a signed-out user', signedOut, '/', `/login?redirectUrl=${encoded('/home')}`],
  ['a signed-out user', signedOut, '/login', 'allow'],
  ['a signed-out user', signedOut, '/home', `/login?redirectUrl=${encoded('/home')}`],
  ['a signed-out user', signedOut, '/team', `/login?redirectUrl=${encoded('/team')}`],
  [
    'a signed-out user',
    signedOut,
    '/program/5/coaching/9?type=remote#now',
    `/login?redirectUrl=${encoded('/program/5/coaching/9?type=remote#now')}`,
  ],
  [
    'a signed-out user',
    signedOut,
    '/profile/edit?redirectUrl=%2Fteam',
    `/login?redirectUrl=${encoded('/team')}`,
  ],
  [
    'a signed-out user',
    signedOut,
    '/survey/propensity?redirectUrl=%2F%2Fevil.example',
    `/login?redirectUrl=${encoded('/survey/propensity?redirectUrl=%2F%2Fevil.example')}`,
  ],
  [
    'a signed-out user',
    signedOut,
    '/admin/programs/create/',
    `/login?redirectUrl=${encoded('/admin/programs/create/')}`,
  ],
  ['a signed-out user', signedOut, '/not-found', 'allow'],
  ['a signed-out user', signedOut, '/no/such/place', '/not-found'],
  ['a signed-out user', signedOut, '/setup?redirectUrl=%2Fadmin%2Fhome', 'allow'],
  ['not yet known', unknown, '/team', 'wait'],
  ['not yet known', unknown, '/login', 'wait'],
  ['not yet known', unknown, '/not-found', 'allow'],
  ['a learner', learner, '/', '/home'],
  ['a learner', learner, '/home', 'allow'],
  ['a learner', learner, '/home/', 'allow'],
  ['a learner', learner, '/login', '/home'],
  ['a learner', learner, '/login?redirectUrl=%2Fteam', '/team'],
  ['a learner', learner, '/login?redirectUrl=https%3A%2F%2Fevil.example', '/home'],
  ['a learner', learner, '/login?redirectUrl=%2Flogin', '/home'],
  ['a learner', learner, '/admin', '/home'],
  ['a learner', learner, '/admin/home', '/home'],
  ['a learner', learner, '/admin/programs/insights/5', 'allow'],
  ['a learner', learner, '/admin/programs/create/', 'allow'],
  ['a learner', learner, '/admin/programs/create', '/home'],
  ['a learner', learner, '/admin/users?x=admin/programs/insights/', '/home'],
  ['a learner', learner, '/admin/people?x=admin/programs/create/', '/home'],
  ['a learner', learner, '/admin/xadmin/programs/create/', '/home'],
  ['a learner', learner, '/admin/users#admin/programs/insights/', '/home'],
  ['a learner', learner, '/admin/users/admin/programs/insights/5', '/home'],
  ['a learner', learner, '/admin/xprograms/insights/5', '/home'],
  ['a learner', learner, '/nowhere/admin/programs/insights/5', '/not-found'],
  ['an admin', admin, '/admin', 'allow'],
  ['an admin', admin, '/sign-on?redirectUrl=%2Fteam', 'allow'],
  ['an admin', admin, '/sign-on?done=1&redirectUrl=%2Fteam', '/team'],
  ['an admin', admin, '/sign-on?done=1&redirectUrl=%2F%2Fevil.example', '/home'],
  ['a signed-out user', signedOut, '/sign-on?done=1&redirectUrl=%2Fteam', 'allow'],
  ['an admin', admin, '/setup', 'allow'],
  ['an admin', admin, '/setup?redirectUrl=%2Fadmin%2Fhome', '/admin/home'],
  ['an admin', admin, '/admin/home', 'allow'],
  ['an admin without a profile', someone({ isAdmin: true, lastProfileUpdate: null }), '/admin/home', 'allow'],
  ['a new user', withoutProfile, '/admin/programs/create/', 'allow'],
  ['a new user', withoutProfile, '/admin/home', '/home'],
  ['a new user', withoutProfile, '/home', `/profile/edit?redirectUrl=${encoded('/home')}`],
  ['a new user', withoutProfile, '/team', `/profile/edit?redirectUrl=${encoded('/team')}`],
  ['a new user', withoutProfile, '/profile', `/profile/edit?redirectUrl=${encoded('/profile')}`],
  ['a new user', withoutProfile, '/profile/edit', 'allow'],
  ['a new user', withoutProfile, '/survey/propensity', 'allow'],
  ['a new user', withoutProfile, '/survey', `/profile/edit?redirectUrl=${encoded('/survey')}`],
  ['without a score', withoutScore, '/team', `/survey/propensity?redirectUrl=${encoded('/team')}`],
  ['without a score', withoutScore, '/profile/edit', 'allow'],
  ['with a score of 0', scoreOfNought, '/team', 'allow'],
];

describe('the guard', () => {
  it.each(table)('%s with the session %j may open %s or is redirected', (_who, session, address, verdict) => {
    expect(verdictOn(address, session)).toBe(verdict);
  });

  it('ends after at most two redirects from any address and never loops', () => {
    const address = fc
      .tuple(
        fc.constantFrom(...routePaths, '/nowhere', '/admin/programs/insights/5', '//home', '/program//5'),
        fc.constantFrom(
          '',
          '?redirectUrl=%2Fteam',
          '?redirectUrl=%2Flogin',
          '?redirectUrl=%2Fprofile%2Fedit%3FredirectUrl%3D%252Fteam',
          '?x=1',
        ),
      )
      .map(([path, search]) => `${path.replace(/:\w+/g, '5').replace('*', 'home')}${search}`);
    const session = fc.record({
      isAdmin: fc.boolean(),
      lastProfileUpdate: fc.constantFrom(null, '2026-01-05T08:00:00.000Z'),
      propensityScore: fc.constantFrom(null, 0, 62),
    });
    fc.assert(
      fc.property(address, fc.option(session, { nil: null }), (start, over) => {
        const who = over === null ? signedOut : someone(over);
        let at = start;
        for (let redirects = 0; redirects <= 2; redirects++) {
          // Splits the address like a browser. It never contains a host here.
          const [path = '/', rest = ''] = at.split(/(?=[?#])/, 2);
          const verdict = guard({ pathname: path, search: rest.startsWith('?') ? rest : '', hash: '' }, who);
          if (verdict.kind !== 'redirect') return;
          at = verdict.to;
        }
        throw new Error(`${start} was sent on more than twice, at last to ${at}`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps the redirect target through every gate', () => {
    const wanted = '/program/5/coaching/9?type=remote';
    const gates = [signedOut, withoutProfile, withoutScore].map((who) => verdictOn(wanted, who));
    for (const gate of gates)
      expect(new URL(gate, 'https://x.example').searchParams.get('redirectUrl')).toBe(wanted);
  });
});
