import type { RoomMessage } from '#contract/learning/coachingRoom.ts';
import { call, type Saga } from '#sagas/effects.ts';
import type { CoachingCall } from '#store/ports/coachingCall.ts';
import type { Realtime } from '#store/ports/realtime.ts';

/** One tab in the room. */
export interface RoomTab {
  tab: string;
  realtime: Realtime;
  channel: string;
  /** The tab of the other person that was seen last, and when. */
  other: { tab: string; at: number } | null;
  /** Present while camera or microphone are used. */
  call?: CoachingCall;
  calledTab?: string | undefined;
}

export function* send({ realtime, channel }: RoomTab, message: RoomMessage): Saga {
  try {
    yield* call(() => realtime.send(channel, message));
  } catch {
    // The next message or the next look at the server brings what was missed.
  }
}
