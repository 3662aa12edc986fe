import type { Objective } from '#contract/learning/objectives.ts';
import type { Program } from '#contract/learning/programs.ts';
import { fullName } from './people.ts';

/**
 * The rules for who sees what, as texts for every screen and for `/api/…/visibility` (decision 0029). A screen that
 * says who can read something uses these texts.
 */

/** The parts of a profile that every colleague sees, and who can see the other parts. */
export const PROFILE_VISIBILITY =
  'Colleagues see your name, pronouns, email, title, department, picture and the topics you can help with. Your manager, your coaches and the people who plan sessions with you also see your time zone and working hours.';

/** The additional data that administrators see. */
export const ADMINISTRATORS_VISIBILITY =
  'Administrators also see your account, your programs with your progress, when you last used Trellis, and on how many devices you are signed in. Of what you write, they can read only three things: the note in a request to join a program, your answers in surveys with names, and, without your name, comments in other surveys.';

/**
 * Data that only the person can read: its name in lists, the rule for other people, and the sentence for the person.
 */
export const privateData = {
  practice: {
    thing: 'Reflections and challenge answers',
    rule: 'Only the person who wrote them can read them.',
    own: 'Only you can read this. Your coach and your manager can only see that the step is done.',
  },
  topicPlans: {
    thing: 'Reasons and if-then plans of selected topics',
    rule: 'Only the person who wrote them can read them.',
    own: 'Only you can read your reasons and if-then plans for topics.',
  },
  objectives: {
    thing: 'Private objectives and drafts',
    rule: 'Only the owner can see them. Their number is hidden as well.',
    own: 'Only you can read this objective, with its reason and if-then plan.',
  },
  chats: {
    thing: 'Chats with other people',
    rule: 'Only the two people in a chat can read it.',
  },
  readiness: {
    thing: 'Readiness answers',
    rule: 'Only the person who answered can see them.',
    own: 'Only you can see your answers and your result.',
  },
} as const;

/** Who can read the readiness answers and their result, for the person who answered. */
export const readinessVisibility = ({ isShared }: { isShared: boolean }): string =>
  isShared
    ? 'Only you can see your answers. You and your coaches can see your latest result.'
    : privateData.readiness.own;

/** Objectives that are shared with the manager or coach. */
export const SHARED_OBJECTIVES_RULE =
  'The owner decides for each objective: private, coach only, or coach and manager. The reason and the if-then plan are shared with it.';

const objectiveReaders: Record<Objective['visibility'], string> = {
  private: privateData.objectives.own,
  coach: 'You and your coaches can read this objective, with its reason and if-then plan.',
  manager: 'You, your coaches and your manager can read this objective, with its reason and if-then plan.',
};

/** Who can read an objective, for its owner. New coaches and managers do not see what ended before (decision 0029). */
export function objectiveVisibility({ state, visibility }: Pick<Objective, 'state' | 'visibility'>): string {
  const readers = objectiveReaders[visibility];
  if (visibility === 'private' || state === 'active') return readers;
  if (state === 'draft') return `Only you can read this draft. When you start it: ${readers}`;
  return visibility === 'coach'
    ? `${readers} A coach who was assigned after it ended cannot.`
    : `${readers} A coach or manager who was assigned after it ended cannot.`;
}

/** Who can see what of a program, for its learner. A program can be hidden from managers, but not from its coach. */
export function programVisibility({
  coach,
  manager,
  managerVisible,
}: Pick<Program, 'coach' | 'manager' | 'managerVisible'>): string {
  const seen = 'your selected topics and your progress, but not your reasons, plans or reflections.';
  const name = coach && fullName(coach);
  if (coach && coach.userId === manager?.userId) return `Your coach and manager, ${name}, can see ${seen}`;
  if (managerVisible)
    return name ? `Your coach, ${name}, and your manager can see ${seen}` : `Your manager can see ${seen}`;
  const hidden = 'Your manager cannot see your progress.';
  return name ? `Your coach, ${name}, can see ${seen} ${hidden}` : hidden;
}

/** Who will see what of a program, for a person who has not joined it. Its coach is assigned when they join. */
export const joiningVisibility = ({ managerVisible }: Pick<Program, 'managerVisible'>): string =>
  managerVisible
    ? 'Your manager, and a coach if you get one, can see your selected topics and your progress, but not what you write.'
    : 'A coach, if you get one, can see your selected topics and your progress, but not what you write. Your manager cannot see your progress.';
