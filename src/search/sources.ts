import type { SessionUser } from '#contract/access/session.ts';
import type { NextCoaching } from '#contract/learning/coachingSummaries.ts';
import { catalogueTarget, topicTarget } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import type { SearchResults } from '#contract/search.ts';
import { adminPages } from '#src/admin/adminPages.tsx';
import { coacheesPath, navigationFor } from '#src/app/shell/navigation.ts';
import { teamCheckInsPath } from '#src/checkin/checkInTexts.ts';
import { planPath, sessionPath } from '#src/coaching/coachingPaths.ts';
import { topicPath } from '#src/content/contentAddress.ts';
import { newObjectivePath, objectivePath, objectivesPath } from '#src/objectives/objectivePaths.ts';
import { NEW_PROGRAM_PATH } from '#src/programs/setup/wizardPaths.ts';
import { topicOptionPath } from '#src/programs/topics/topicSelection.ts';
import { invitePath, personPath } from '#src/team/teamPaths.ts';
import type { SearchItem } from './searchItem.ts';

export interface SearchQuery {
  user: SessionUser;
  /** Whether every word of the text starts a word of the title. An empty text matches everything. */
  matches: (words: string) => boolean;
  /** The server's results; null until they have arrived. */
  found: SearchResults | null;
  /** Where the user can plan a session as a learner; null if nowhere, or if it is not known yet. */
  plan: NextCoaching['plan'];
  dayText: (instant: string) => string;
  /** The people whom the user has a conversation with. */
  partners: ReadonlySet<number>;
  /** Whether every word of the text starts a word of the name as it is written, with its accents. */
  isExact: (name: string) => boolean;
}

/** A group of results. It contains only items that the user may see, and actions that the user may take. */
export interface SearchSource {
  label: string;
  find: (query: SearchQuery) => SearchItem[];
  /** Its items do not depend on a response. */
  isLocal?: true;
}

const go = (path: string) => ({ kind: 'path', path }) as const;

/** Related people and conversation partners first, in each group exact matches first, then in the server's order. */
function inOrder(
  people: SearchResults['people'],
  partners: SearchQuery['partners'],
  isExact: SearchQuery['isExact'],
) {
  const rank = (person: SearchResults['people'][number]) =>
    (person.isRelated || partners.has(person.userId) ? 0 : 2) + (isExact(fullName(person)) ? 0 : 1);
  return people.toSorted((a, b) => rank(a) - rank(b));
}

const people: SearchSource = {
  label: 'People',
  find: ({ found, user, partners, isExact }) =>
    inOrder(found?.people ?? [], partners, isExact).flatMap(({ isReport, title, ...person }) => {
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
      const account: SearchItem = {
        ...row,
        id: `account/${userId}`,
        verb: 'Manage',
        target: go(`/admin/people/${userId}`),
      };
      return [...(isReport ? [page] : []), message, ...(user.isAdmin ? [account] : [])];
    }),
};

const programs: SearchSource = {
  label: 'Programs',
  find: ({ found }) =>
    (found?.programs ?? []).flatMap(({ programId, programName, canOpen, canInvite, canJoin }) => {
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
      const join: SearchItem = {
        ...row,
        detail: 'You can join',
        id: `join/${programId}`,
        verb: 'View',
        target: go(`/program#${catalogueTarget(programId)}`),
      };
      return [...(canOpen ? [open] : []), ...(canJoin ? [join] : []), ...(canInvite ? [invite] : [])];
    }),
};

const topics: SearchSource = {
  label: 'Topics',
  find: ({ found }) =>
    (found?.topics ?? []).map(({ topicId, title, programId, programName, isSelected }) => ({
      id: `topic/${programId}/${topicId}`,
      title,
      detail: programName,
      verb: 'Open',
      symbol: 'topic',
      person: null,
      target: go(
        isSelected ? `/program/${programId}#${topicTarget(topicId)}` : topicOptionPath(programId, topicId),
      ),
    })),
};

const surveys: SearchSource = {
  label: 'Surveys',
  find: ({ found }) =>
    (found?.surveys ?? []).flatMap(({ surveyId, surveyName, canAnswer, canEdit }) => {
      const row = { title: surveyName, detail: null, symbol: 'survey' as const, person: null };
      const answer: SearchItem = {
        ...row,
        id: `survey/${surveyId}`,
        verb: 'Answer',
        target: go(`/survey/participate/${surveyId}`),
      };
      const manage: SearchItem = {
        ...row,
        id: `survey-setup/${surveyId}`,
        verb: 'Manage',
        target: go(`/survey/edit/${surveyId}`),
      };
      return [...(canAnswer ? [answer] : []), ...(canEdit ? [manage] : [])];
    }),
};

const objectives: SearchSource = {
  label: 'Objectives',
  find: ({ found }) =>
    (found?.objectives ?? []).map(({ objectiveId, title }) => ({
      id: `objective/${objectiveId}`,
      title,
      detail: null,
      verb: 'View',
      symbol: 'objective',
      person: null,
      target: go(objectivePath(objectiveId)),
    })),
};

const sessions: SearchSource = {
  label: 'Coaching sessions',
  find: ({ found, dayText }) =>
    (found?.sessions ?? []).map(({ other, startsAt, programName, ...session }) => ({
      id: `session/${session.sessionId}`,
      title: `Session with ${fullName(other)}`,
      detail: `${startsAt ? dayText(startsAt) : 'No time yet'}, ${programName}`,
      verb: 'View',
      symbol: 'session',
      person: null,
      target: go(sessionPath(session)),
    })),
};

const content: SearchSource = {
  label: 'Content library',
  find: ({ found }) =>
    (found?.content ?? []).map(({ topicId, title }) => ({
      id: `content/${topicId}`,
      title: title || 'Untitled topic',
      detail: null,
      verb: 'Edit',
      symbol: 'topic',
      person: null,
      target: go(topicPath(topicId)),
    })),
};

const departments: SearchSource = {
  label: 'Departments',
  find: ({ found }) =>
    (found?.departments ?? []).map(({ departmentId, name }) => ({
      id: `department/${departmentId}`,
      title: name,
      detail: 'Administration',
      verb: 'View people',
      symbol: 'department',
      person: null,
      target: go(`/admin/people?department=${departmentId}`),
    })),
};

/** Additional search words of a screen. */
const screensOf = (user: SessionUser): { title: string; path: string; words?: string }[] => [
  ...navigationFor(user).map(({ label, path }) => ({
    title: label,
    path,
    ...(path === objectivesPath && { words: 'growth goals' }),
  })),
  { title: 'Your profile', path: '/profile', words: 'about me' },
  { title: 'Edit profile', path: '/profile/edit', words: 'picture name time zone settings' },
  { title: 'Calendar', path: '/profile/calendar', words: 'days off busy times' },
  { title: 'Notification settings', path: '/profile/notifications', words: 'email mail quiet hours' },
  { title: 'Password and devices', path: '/profile/devices', words: 'passkeys sign-in security' },
  { title: 'My data', path: '/profile/my-data', words: 'export erase privacy' },
  { title: 'Data that leaves this browser', path: '/privacy', words: 'privacy analytics' },
  ...(user.isAdmin
    ? adminPages
        .filter(({ path }) => !path.includes(':'))
        .map(({ label, title, path }) => ({ title: label ?? title, path, words: 'administration' }))
    : []),
];
const screens: SearchSource = {
  label: 'Screens',
  isLocal: true,
  find: ({ user, matches }) =>
    screensOf(user)
      .filter(({ title, words = '' }) => matches(`Go to ${title} ${words}`))
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

interface Action {
  title: string;
  /** Additional search words. */
  words?: string;
  detail?: string;
  target: SearchItem['target'];
}

const actionsOf = ({
  user: { roles, isAdmin },
  plan,
}: Pick<SearchQuery, 'user' | 'plan'>): readonly Action[] => [
  { title: 'Start a conversation', target: { kind: 'newConversation' } },
  { title: 'New objective', words: 'add create goal', target: go(newObjectivePath) },
  { title: 'View check-in', words: 'send check-in answer', target: go('/checkin') },
  ...(plan
    ? [
        {
          title: 'Plan session',
          detail: `With ${fullName(plan.peer)}, ${plan.programName}`,
          target: go(planPath(plan.programId, { with: plan.peer.userId })),
        },
      ]
    : []),
  ...(roles.isCoach ? [{ title: 'Plan session with a coachee', target: go(coacheesPath) }] : []),
  ...(roles.hasReports ? [{ title: 'Review check-ins', words: 'team', target: go(teamCheckInsPath) }] : []),
  ...(roles.hasReports || isAdmin
    ? [
        { title: 'Invite to a program', target: go(invitePath()) },
        { title: 'Create a program', target: go(NEW_PROGRAM_PATH) },
      ]
    : []),
  { title: 'Sign out', words: 'log out logout', target: { kind: 'signOut' } },
];
const actions: SearchSource = {
  label: 'Actions',
  isLocal: true,
  find: ({ user, plan, matches }) =>
    actionsOf({ user, plan })
      .filter(({ title, detail = '', words = '' }) => matches(`${title} ${detail} ${words}`))
      .map(({ title, detail = null, target }) => ({
        id: `action/${title}`,
        title,
        detail,
        verb: '',
        symbol: 'action',
        person: null,
        target,
      })),
};

/** All search sources, in the order of the list. A new area adds a source here. */
export const searchSources: readonly SearchSource[] = [
  people,
  programs,
  topics,
  objectives,
  surveys,
  sessions,
  content,
  departments,
  actions,
  screens,
];
