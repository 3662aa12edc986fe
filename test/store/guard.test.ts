import fc from 'fast-check';
import type { SessionUser } from '#contract/session.ts';
import { guard, type Place } from '#store/navigation/guard.ts';
import { routePaths } from '#store/navigation/routes.ts';
import type { SessionState } from '#store/session/sessionSlice.ts';
import { aUser } from '../fixtures/people.ts';

type Who = Pick<SessionState, 'status' | 'user'>;
const nobody: Who = { status: 'signedOut', user: null };
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
  ['nobody', nobody, '/', `/login?redirectUrl=${encoded('/home')}`],
  ['nobody', nobody, '/login', 'allow'],
  ['nobody', nobody, '/home', `/login?redirectUrl=${encoded('/home')}`],
  ['nobody', nobody, '/team', `/login?redirectUrl=${encoded('/team')}`],
  [
    'nobody',
    nobody,
    '/program/5/coaching/9?type=remote#now',
    `/login?redirectUrl=${encoded('/program/5/coaching/9?type=remote#now')}`,
  ],
  ['nobody', nobody, '/profile/edit?redirectUrl=%2Fteam', `/login?redirectUrl=${encoded('/team')}`],
  [
    'nobody',
    nobody,
    '/survey/propensity?redirectUrl=%2F%2Fevil.example',
    `/login?redirectUrl=${encoded('/survey/propensity?redirectUrl=%2F%2Fevil.example')}`,
  ],
  ['nobody', nobody, '/admin/programs/create/', `/login?redirectUrl=${encoded('/admin/programs/create/')}`],
  ['nobody', nobody, '/not-found', 'allow'],
  ['nobody', nobody, '/no/such/place', '/not-found'],
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
  ['a learner', learner, '/admin/users#admin/programs/insights/', '/home'],
  ['a learner', learner, '/admin/users/admin/programs/insights/5', '/home'],
  ['a learner', learner, '/admin/xprograms/insights/5', '/home'],
  ['a learner', learner, '/nowhere/admin/programs/insights/5', '/not-found'],
  ['an admin', admin, '/admin', 'allow'],
  ['an admin', admin, '/admin/home', 'allow'],
  ['somebody new', withoutProfile, '/home', `/profile/edit?redirectUrl=${encoded('/home')}`],
  ['somebody new', withoutProfile, '/team', `/profile/edit?redirectUrl=${encoded('/team')}`],
  ['somebody new', withoutProfile, '/profile', `/profile/edit?redirectUrl=${encoded('/profile')}`],
  ['somebody new', withoutProfile, '/profile/edit', 'allow'],
  ['somebody new', withoutProfile, '/survey/propensity', 'allow'],
  ['somebody new', withoutProfile, '/survey', `/profile/edit?redirectUrl=${encoded('/survey')}`],
  ['without a score', withoutScore, '/team', `/survey/propensity?redirectUrl=${encoded('/team')}`],
  ['without a score', withoutScore, '/profile/edit', 'allow'],
  ['with a score of 0', scoreOfNought, '/team', 'allow'],
];

describe('the guard', () => {
  it.each(table)('%s: %3$s', (_who, session, address, verdict) => {
    expect(verdictOn(address, session)).toBe(verdict);
  });

  it('ends in at most two redirects wherever one starts, and never sends anybody in a circle', () => {
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
        const who = over === null ? nobody : someone(over);
        let at = start;
        for (let redirects = 0; redirects <= 2; redirects++) {
          // As the browser reads it: the address bar never holds a host here.
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

  it('keeps the wanted place through every gate', () => {
    const wanted = '/program/5/coaching/9?type=remote';
    const gates = [nobody, withoutProfile, withoutScore].map((who) => verdictOn(wanted, who));
    for (const gate of gates)
      expect(new URL(gate, 'https://x.example').searchParams.get('redirectUrl')).toBe(wanted);
  });
});
