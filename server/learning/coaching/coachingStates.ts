import type { CoachingState } from '#contract/learning/coachingSummaries.ts';

/** The data of a session that the rules need. */
export interface CoachingFacts {
  state: CoachingState;
  startsAt: Date | null;
  proposedBy: number | null;
  proposals: readonly Date[];
  /** Who has confirmed that the session took place. */
  heldBy: readonly number[];
}

export type CoachingAction =
  | { kind: 'confirm'; startsAt: Date }
  | { kind: 'propose' }
  | { kind: 'keep' }
  | { kind: 'cancel' }
  | { kind: 'held' }
  | { kind: 'other_missing' }
  | { kind: 'place' };

const CANCELLED = 'This session was cancelled. Plan a new session.';
const HELD = 'This session has already taken place.';
const NO_SHOW = 'This session ended because one person did not come. Plan a new session.';
const NOT_CHOSEN = 'None of the proposed times was chosen. Plan a new session.';
const EXPIRED = 'It is not confirmed that this session took place. Plan a new session.';
const BEGAN = 'This session has already begun.';
const NOT_CONFIRMED = 'This session has no confirmed time yet.';

/**
 * Why a participant may not do something with a session now; null if they may. These rules are only here: calls check them, and screens get their result (decision 0060).
 *
 *   proposed  → scheduled (confirm), cancelled, or expired when all its times have passed
 *   scheduled → scheduled (confirm another time), held (both say so), no_show, cancelled, or expired after some time
 *   expired   → held (both say so) or no_show, if it had a confirmed time
 *   held      → completed (wrap-up, or 3 days later)
 */
export function refusalOf(
  { state, startsAt, proposedBy, proposals, heldBy }: CoachingFacts,
  actorId: number,
  action: CoachingAction,
  now: Date,
): string | null {
  if (state === 'cancelled') return CANCELLED;
  if (state === 'held' || state === 'completed') return HELD;
  if (state === 'no_show') return NO_SHOW;
  if (state === 'expired' && startsAt === null) return NOT_CHOSEN;
  if (state === 'expired' && action.kind !== 'held' && action.kind !== 'other_missing') return EXPIRED;
  const hasBegun = startsAt !== null && startsAt <= now;
  switch (action.kind) {
    case 'confirm':
      if (hasBegun) return BEGAN;
      if (proposedBy === null) return 'No proposed time is waiting for an answer.';
      if (proposedBy === actorId) return 'You proposed these times. The other person has to confirm one.';
      if (!proposals.some((time) => time.getTime() === action.startsAt.getTime()))
        return 'This time is no longer proposed. Choose another one.';
      return action.startsAt <= now ? 'This time has passed. Propose other times.' : null;
    case 'propose':
      return hasBegun ? BEGAN : null;
    case 'keep':
      if (startsAt === null) return NOT_CONFIRMED;
      if (hasBegun) return BEGAN;
      return proposedBy === null ? 'No proposed time is waiting for an answer.' : null;
    case 'cancel':
      return hasBegun ? 'This session has already begun. Say whether it took place instead.' : null;
    case 'held':
    case 'other_missing':
      if (startsAt === null) return NOT_CONFIRMED;
      if (!hasBegun) return 'This session has not begun yet.';
      return action.kind === 'other_missing' && heldBy.length > 0
        ? 'One of you has already confirmed that this session took place.'
        : null;
    case 'place':
      return null;
  }
}
