import type { Need } from '#contract/home.ts';
import { dueByArea, isIn, learnerArea } from '#src/app/shell/navigation.ts';

const roles = { isAdmin: false, hasReports: true, mayAuthor: false };
const manager = { userId: 9, roles };
const coach = { userId: 9, roles: { ...roles, hasReports: false } };

it.each([
  ['a manager', '/program/a/sessions/21', manager, '/team'],
  ['a coach', '/program/a/sessions/21', coach, '/home'],
  ['the learner', '/program/a/sessions/9', manager, '/program'],
  ['a participant', '/program/a', manager, '/program'],
  ['a manager', '/admin/programs/insights/a', manager, '/program'],
  ['a person who coaches no one', '/program/coachees', manager, '/program'],
])('highlights one area for %s at %s', (_who, pathname, user, area) => {
  const areas = ['/home', '/program', '/team'].filter((path) => isIn({ pathname, search: '' }, path, user));
  expect(areas).toEqual([area]);
});

it('highlights Coachees on the page of a learner whom the manager of another team coaches', () => {
  const both = { userId: 9, roles: { ...roles, isCoach: true } };
  const at = { pathname: '/program/a/sessions/21', search: '' };
  const areasFor = (relation: 'manager' | 'coach' | undefined) =>
    ['/home', '/program', '/team', '/program/coachees'].filter((path) => isIn(at, path, both, relation));
  expect([areasFor('coach'), areasFor('manager'), areasFor(undefined)]).toEqual([
    ['/program/coachees'],
    ['/team'],
    ['/team'],
  ]);
  expect(learnerArea(both, 'coach').to).toBe('/program/coachees');
});

it('names the same area in the breadcrumb of a learner’s page', () => {
  expect([learnerArea(manager).to, learnerArea(coach).to]).toEqual(['/team', '/home']);
});

it('highlights Objectives only on the profile’s Objectives tab', () => {
  const at = (search: string) => isIn({ pathname: '/profile', search }, '/profile?show=objectives', manager);
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
