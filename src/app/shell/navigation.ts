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

/** Whether the address belongs to the area of a navigation item. */
export const isIn = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);
