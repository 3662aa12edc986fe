import type { SessionUser } from '#contract/access/session.ts';
import { topicTarget } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import type { SearchResults } from '#contract/search.ts';
import { adminPages } from '#src/admin/adminPages.tsx';
import { navigationFor } from '#src/app/shell/navigation.ts';
import { newObjectivePath, objectivesPath } from '#src/objectives/objectivePaths.ts';
import { invitePath, personPath } from '#src/team/teamPaths.ts';
import type { SearchItem } from './searchItem.ts';

export interface SearchQuery {
  user: SessionUser;
  /** Whether every word of the text starts a word of the title. An empty text matches everything. */
  matches: (words: string) => boolean;
  /** The server's results; null until they have arrived. */
  found: SearchResults | null;
}

/** A group of results. It contains only what the user may see or do. */
export interface SearchSource {
  label: string;
  find: (query: SearchQuery) => SearchItem[];
}

const go = (path: string) => ({ kind: 'path', path }) as const;

const people: SearchSource = {
  label: 'People',
  find: ({ found }) =>
    (found?.people ?? []).flatMap(({ isReport, title, ...person }) => {
      const { userId, initials, userAvatar } = person;
      const row = {
        title: fullName(person),
        detail: title,
        symbol: 'person' as const,
        person: { userId, initials, userAvatar },
      };
      const message: SearchItem = {
        ...row,
        id: `message/${userId}`,
        verb: 'Message',
        target: { kind: 'message', userId },
      };
      const page: SearchItem = {
        ...row,
        id: `person/${userId}`,
        verb: 'View',
        target: go(personPath(userId)),
      };
      return isReport ? [page, message] : [message];
    }),
};

const programs: SearchSource = {
  label: 'Programs',
  find: ({ found }) =>
    (found?.programs ?? []).flatMap(({ programId, programName, canOpen, canInvite }) => {
      const row = { title: programName, detail: null, symbol: 'program' as const, person: null };
      const open: SearchItem = {
        ...row,
        id: `program/${programId}`,
        verb: 'Open',
        target: go(`/program/${programId}`),
      };
      const invite: SearchItem = {
        ...row,
        id: `invite/${programId}`,
        verb: 'Invite people',
        target: go(invitePath(programId)),
      };
      return [...(canOpen ? [open] : []), ...(canInvite ? [invite] : [])];
    }),
};

const topics: SearchSource = {
  label: 'Topics',
  find: ({ found }) =>
    (found?.topics ?? []).map(({ topicId, title, programId, programName }) => ({
      id: `topic/${programId}/${topicId}`,
      title,
      detail: programName,
      verb: 'Open',
      symbol: 'topic',
      person: null,
      target: go(`/program/${programId}#${topicTarget(topicId)}`),
    })),
};

/** Additional search words of a screen. */
const screensOf = (user: SessionUser): { title: string; path: string; words?: string }[] => [
  ...navigationFor(user).map(({ label, path }) => ({ title: label, path })),
  { title: 'Your objectives', path: objectivesPath, words: 'growth goals' },
  { title: 'Your profile', path: '/profile', words: 'about me' },
  { title: 'Edit profile', path: '/profile/edit', words: 'picture name time zone settings' },
  { title: 'Data that leaves this browser', path: '/privacy', words: 'privacy analytics' },
  ...(user.isAdmin
    ? adminPages.flatMap(({ label, path }) => (label ? [{ title: label, path, words: 'admin' }] : []))
    : []),
];
const screens: SearchSource = {
  label: 'Screens',
  find: ({ user, matches }) =>
    screensOf(user)
      .filter(({ title, words = '' }) => matches(`${title} ${words}`))
      .map(({ title, path }) => ({
        id: `screen${path}`,
        title,
        detail: path.startsWith('/admin/') ? 'Administration' : null,
        verb: 'Go to',
        symbol: 'screen',
        person: null,
        target: go(path),
      })),
};

const actionsOf = ({ roles, isAdmin }: SessionUser): { title: string; target: SearchItem['target'] }[] => [
  { title: 'Start a conversation', target: { kind: 'newConversation' } },
  { title: 'Add an objective', target: go(newObjectivePath) },
  ...(roles.hasReports || isAdmin ? [{ title: 'Invite to a program', target: go(invitePath()) }] : []),
];
const actions: SearchSource = {
  label: 'Actions',
  find: ({ user, matches }) =>
    actionsOf(user)
      .filter(({ title }) => matches(title))
      .map(({ title, target }) => ({
        id: `action/${title}`,
        title,
        detail: null,
        verb: '',
        symbol: 'action',
        person: null,
        target,
      })),
};

/** All search sources, in the order of the list. A new area adds a source here. */
export const searchSources: readonly SearchSource[] = [people, programs, topics, actions, screens];
