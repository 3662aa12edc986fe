import type { RoomMessage } from '#contract/learning/coachingRoom.ts';
import { call, type Saga } from '#sagas/effects.ts';
import type { CoachingCall } from '#store/ports/coachingCall.ts';
import type { Realtime } from '#store/ports/realtime.ts';

/** One tab in the room. */
export interface RoomTab {
  tab: string;
  realtime: Realtime;
  channel: string;
  /** The most recently seen tab of the other person, and when it was seen. */
  other: { tab: string; at: number } | null;
  /** The other tab may have missed a change, so it is notified when the document is saved. */
  hasMissed: boolean;
  /** Whether this tab is connected to the messaging service. */
  isConnected: boolean;
  /** Present while camera or microphone are used. */
  call?: CoachingCall;
  /** Whether video and audio of the other person arrive. */
  isCallConnected: boolean;
  calledTab?: string | undefined;
}

/** False if the message was not sent. */
export function* send({ realtime, channel }: RoomTab, message: RoomMessage): Saga<boolean> {
  try {
    yield* call(() => realtime.send(channel, message));
    return true;
  } catch {
    return false; // `here` is sent every few seconds, and missed changes are in the stored document
  }
}
