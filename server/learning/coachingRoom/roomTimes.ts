import { wasHeld } from '#contract/learning/coaching.ts';
import { ROOM_CLOSES_AFTER_MS } from '#contract/learning/coachingRoom.ts';
import { ROOM_OPENS_BEFORE_MS } from '#contract/learning/coachingSummaries.ts';
import type { FullSession } from '#server/learning/coaching/index.ts';

const MINUTE_MS = 60_000;

/** When the room of a session is open; null without a confirmed time, and for sessions in person. */
export function roomTimes({ startsAt, minutes, kind }: Pick<FullSession, 'startsAt' | 'minutes' | 'kind'>) {
  if (startsAt === null || kind !== 'remote') return null;
  return {
    opensAt: new Date(startsAt.getTime() - ROOM_OPENS_BEFORE_MS),
    closesAt: new Date(startsAt.getTime() + minutes * MINUTE_MS + ROOM_CLOSES_AFTER_MS),
  };
}

/** Why a person of the session cannot be in its room now; null if they can. */
export function roomRefusal(session: FullSession, finishedAt: Date | null, now: Date): string | null {
  if (session.state === 'cancelled') return 'This session was cancelled.';
  if (session.state === 'no_show') return 'This session ended because one person did not come.';
  if (session.state === 'expired') return 'It is not confirmed that this session took place.';
  const times = roomTimes(session);
  if (times === null) return 'This session has no room.';
  if (finishedAt !== null) return 'This session is finished.';
  if (now < times.opensAt) return 'The room opens 15 minutes before the session.';
  if (now > times.closesAt) return 'The room of this session is closed.';
  // 10 minutes together make a session held only when it is finished, or after the room has closed.
  if (wasHeld(session)) return 'You both confirmed that this session took place.';
  return null;
}
