import { isIn, learnerArea } from '#src/app/shell/navigation.ts';

const roles = { isAdmin: false, hasReports: true, mayAuthor: false };
const manager = { userId: 9, roles };
const coach = { userId: 9, roles: { ...roles, hasReports: false } };

it.each([
  ['a manager', '/program/a/sessions/21', manager, '/team'],
  ['a coach', '/program/a/sessions/21', coach, '/home'],
  ['the learner', '/program/a/sessions/9', manager, '/program'],
  ['a participant', '/program/a', manager, '/program'],
])('highlights for %s at %s one area', (_who, pathname, user, area) => {
  const areas = ['/home', '/program', '/team'].filter((path) => isIn(pathname, path, user));
  expect(areas).toEqual([area]);
});

it('names the same area in the breadcrumb of a learner', () => {
  expect([learnerArea(manager).to, learnerArea(coach).to]).toEqual(['/team', '/home']);
});
