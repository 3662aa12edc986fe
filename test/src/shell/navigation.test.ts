import type { Need } from '#contract/home.ts';
import { dueByArea, isIn, learnerArea, learnerAt, navigationFor } from '#src/app/shell/navigation.ts';

const roles = { isAdmin: false, hasReports: true, mayAuthor: false };
const manager = { userId: 9, roles };
const coach = { userId: 9, roles: { ...roles, hasReports: false } };

const areas = ['/home', '/program', '/team', '/program/coachees'];

it.each([
  ['a participant', '/program/a', manager, '/program'],
  ['a manager', '/admin/programs/insights/a', manager, '/program'],
  ['a person who coaches no one', '/program/coachees', manager, '/program'],
])('highlights one area for %s at %s', (_who, pathname, user, area) => {
  const highlighted = navigationFor(user).filter(({ path }) =>
    isIn({ pathname, search: '' }, path, user, null),
  );
  expect(highlighted.map(({ path }) => path)).toEqual([area]);
});

it.each([
  ['/program/a/sessions/21', '', { programId: 'a', userId: 21 }],
  ['/program/a/plan-session', '?learner=21', { programId: 'a', userId: 21 }],
  ['/program/a/plan-session', '?session=s', null],
  ['/team', '?person=21&objective=o', { programId: null, userId: 21 }],
  ['/team', '', null],
  ['/program/a/coaching/s', '', null],
  ['/checkin', '?person=21', null],
])('reads the learner from %s%s', (pathname, search, learner) => {
  expect(learnerAt({ pathname, search })).toEqual(learner);
});

it('highlights the area that the breadcrumb names on a screen about a learner', () => {
  const both = { userId: 9, roles: { ...roles, isCoach: true } };
  const onlyCoach = { userId: 9, roles: { ...roles, hasReports: false, isCoach: true } };
  const at = { pathname: '/program/a/coaching/s', search: '' };
  const relations = ['coach', 'manager', undefined] as const;
  const areasOf = (user: typeof both) =>
    relations.map((relation) => areas.filter((path) => isIn(at, path, user, { relation })));
  expect(areasOf(both)).toEqual([['/program/coachees'], ['/team'], ['/team']]);
  expect(areasOf(onlyCoach)).toEqual([['/program/coachees'], ['/program/coachees'], ['/program/coachees']]);
  for (const user of [both, onlyCoach])
    expect(relations.map((relation) => [learnerArea(user, relation).to])).toEqual(areasOf(user));
});

it('names the area in the breadcrumb of a learner’s page', () => {
  expect([learnerArea(manager).label, learnerArea(coach).label]).toEqual(['Team', 'Home']);
});

it('highlights Objectives only on the profile’s Objectives tab', () => {
  const at = (search: string) =>
    isIn({ pathname: '/profile', search }, '/profile?show=objectives', manager, null);
  expect([at(''), at('?show=objectives'), at('?show=objectives&objective=new')]).toEqual([false, true, true]);
});

it('counts items that are due in each area, but not items that wait for other people', () => {
  const need = (path: string, group: Need['group'] = 'week') => ({ path, group }) as Need;
  const due = dueByArea(
    [
      need('/program/a#step-1', 'overdue'),
      need('/program/a', 'waiting'),
      need('/program/b'),
      need('/program/b/sessions/21?show=topics', 'today'),
      need('/team?person=21'),
      need('/profile?show=objectives&objective=x#change-1'),
      need('/survey/propensity'),
    ],
    manager,
  );
  expect(Object.fromEntries(due)).toEqual({
    '/program': 2,
    '/profile?show=objectives': 1,
    '/checkin': 0,
    '/survey': 1,
    '/team': 2,
  });
});

it('counts items about a learner in the area of their page, for a person who manages and coaches', () => {
  const user = { userId: 9, roles: { ...roles, isCoach: true } };
  const need = (path: string, relation?: Need['relation']) => ({ path, relation, group: 'week' }) as Need;
  const due = dueByArea(
    [
      need('/program/a/sessions/21?show=topics', 'coach'),
      need('/program/a/sessions/22?show=topics', 'manager'),
      need('/program/a/coaching/s', 'coach'),
      need('/program/a/coaching/t', 'manager'),
      need('/program/a/coaching/own'),
    ],
    user,
  );
  expect(Object.fromEntries(due)).toMatchObject({ '/program': 1, '/team': 2, '/program/coachees': 2 });
});
