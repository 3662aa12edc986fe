import { ClipboardCheck, ClipboardList, House, Library, type LucideIcon, Sprout, Users } from 'lucide-react';
import type { SessionUser } from '#contract/session.ts';

export interface NavigationItem {
  path: string;
  label: string;
  icon: LucideIcon;
}

/** Items of the main navigation. Team needs direct reports, Content needs the right to author. */
export const navigationFor = ({ roles }: Pick<SessionUser, 'roles'>): NavigationItem[] => [
  { path: '/home', label: 'Home', icon: House },
  { path: '/program', label: 'Programs', icon: Sprout },
  { path: '/checkin', label: 'Check-in', icon: ClipboardCheck },
  { path: '/survey', label: 'Surveys', icon: ClipboardList },
  ...(roles.hasReports ? [{ path: '/team', label: 'Team', icon: Users }] : []),
  ...(roles.mayAuthor ? [{ path: '/content', label: 'Content', icon: Library }] : []),
];

/** The area that a learner's page belongs to: the manager's team; home for a coach without one. */
export const learnerArea = ({ roles }: Pick<SessionUser, 'roles'>) =>
  roles.hasReports ? { to: '/team', label: 'Team' } : { to: '/home', label: 'Home' };

/** Whether the address belongs to the area of a navigation item. The breadcrumb of a screen names the same area. */
export function isIn(pathname: string, path: string, user: Pick<SessionUser, 'roles' | 'userId'>) {
  const learner = /^\/program\/[^/]+\/sessions\/([0-9]+)\/?$/.exec(pathname)?.[1];
  if (learner !== undefined && Number(learner) !== user.userId) return path === learnerArea(user).to;
  return pathname === path || pathname.startsWith(`${path}/`);
}
