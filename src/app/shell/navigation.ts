import {
  CalendarDays,
  ClipboardCheck,
  ClipboardList,
  House,
  Library,
  type LucideIcon,
  Sprout,
  Target,
  Users,
} from 'lucide-react';
import type { SessionUser } from '#contract/access/session.ts';
import type { Need } from '#contract/home.ts';
import type { LearnerProgram } from '#contract/learning/learners.ts';
import { objectivesPath } from '#src/objectives/objectivePaths.ts';

export interface NavigationItem {
  path: string;
  label: string;
  icon: LucideIcon;
}

export const coacheesPath = '/program/coachees';

/** Items of the main navigation. Team requires direct reports, Coachees a learner, Content the right to author. */
export const navigationFor = ({ roles }: Pick<SessionUser, 'roles'>): NavigationItem[] => [
  { path: '/home', label: 'Home', icon: House },
  { path: '/program', label: 'Programs', icon: Sprout },
  { path: objectivesPath, label: 'Objectives', icon: Target },
  { path: '/checkin', label: 'Check-in', icon: ClipboardCheck },
  { path: '/survey', label: 'Surveys', icon: ClipboardList },
  ...(roles.hasReports ? [{ path: '/team', label: 'Team', icon: Users }] : []),
  ...(roles.isCoach ? [{ path: coacheesPath, label: 'Coachees', icon: CalendarDays }] : []),
  ...(roles.mayAuthor ? [{ path: '/content', label: 'Content', icon: Library }] : []),
];

/**
 * The areas open after the profile and the readiness questions are completed, as in the route guard (decision 0007).
 */
export const isLocked = ({
  lastProfileUpdate,
  propensityScore,
}: Pick<SessionUser, 'lastProfileUpdate' | 'propensityScore'>) =>
  lastProfileUpdate === null || propensityScore === null;

type Relation = LearnerProgram['relation'];

/** A screen about a learner of the viewer. The relation is undefined until the response has arrived. */
export interface LearnerScreen {
  relation: Relation | undefined;
}

interface Place {
  pathname: string;
  search: string;
}

/** The learner whom the address names: a learner's page, a person of the team, or the plan of a session. */
export function learnerAt({ pathname, search }: Place): { programId: string | null; userId: number } | null {
  const query = new URLSearchParams(search);
  const [, programId = null, , userId = query.get('learner')] =
    /^\/program\/([^/]+)\/(sessions\/([0-9]+)|plan-session)\/?$/.exec(pathname) ?? [];
  const id = Number(programId ? userId : /^\/team\/?$/.test(pathname) && query.get('person'));
  return Number.isSafeInteger(id) && id > 0 ? { programId, userId: id } : null;
}

/**
 * The area of a screen about a learner: Team for a manager, Coachees for a coach. Until the relation is known, a
 * person with a team is treated as the manager.
 */
export const learnerArea = ({ roles }: Pick<SessionUser, 'roles'>, relation?: Relation) =>
  roles.hasReports && !(relation === 'coach' && roles.isCoach)
    ? { to: '/team', label: 'Team' }
    : roles.isCoach
      ? { to: coacheesPath, label: 'Coachees' }
      : { to: '/home', label: 'Home' };

/**
 * Whether the address belongs to the area of a navigation item. The breadcrumb of a screen names the same area.
 * `learner` is set if the screen is about a learner of the viewer.
 */
export function isIn(
  { pathname, search }: Place,
  path: string,
  user: Pick<SessionUser, 'roles'>,
  learner: LearnerScreen | null,
) {
  const isObjectives = pathname === '/profile' && new URLSearchParams(search).get('show') === 'objectives';
  if (path === objectivesPath) return isObjectives;
  if (learner) return path === learnerArea(user, learner.relation).to;
  // Users who coach no one have no separate item for the page; it belongs to Programs.
  if (path === '/program' && pathname === coacheesPath) return user.roles.isCoach !== true;
  // Creating programs and viewing their insights belong to Programs, for managers too.
  const isPrograms = path === '/program' && pathname.startsWith('/admin/programs/');
  return isPrograms || pathname === path || pathname.startsWith(`${path}/`);
}

/** The number of due needs by area. Home lists all needs; needs that wait for other people are not due. */
export function dueByArea(needs: readonly Need[], user: Pick<SessionUser, 'roles' | 'userId'>) {
  const due = needs.filter(({ group }) => group !== 'waiting');
  const areas = navigationFor(user).filter(({ path }) => path !== '/home');
  const isDueIn = ({ path, relation }: Need, area: string) => {
    const place = new URL(path, 'https://trellis.invalid');
    const isOther = relation || (learnerAt(place) ?? user).userId !== user.userId;
    return isIn(place, area, user, isOther ? { relation } : null);
  };
  return new Map(areas.map(({ path }) => [path, due.filter((need) => isDueIn(need, path)).length]));
}
