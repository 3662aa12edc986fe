import { retryUnless } from '#sagas/backoff.ts';
import { ports, run, type Saga } from '#sagas/effects.ts';
import { isFinalFailure, problemOf } from '#store/api/problemOf.ts';
import { roomApi } from '#store/coaching/room/roomApi.ts';
import type { RoomContext } from './roomContext.ts';

/**
 * The part of a grant's lifetime that may be over when the person enters the room. Renewal needs the rest.
 */
const EARLY_SHARE = 0.2;

const requestChannel = (sessionId: string) =>
  run(roomApi.endpoints.openCoachingChannel.initiate({ sessionId }, { track: false }));

/** False when the room is not open. */
export function* openChannel(sessionId: string): Saga<boolean> {
  try {
    yield* retryUnless(
      () => requestChannel(sessionId),
      (error) => isFinalFailure(problemOf(error)) || problemOf(error).status === 409,
    );
    return true;
  } catch {
    yield* run(
      roomApi.endpoints.getCoachingRoom.initiate({ sessionId }, { subscribe: false, forceRefetch: true }),
    );
    return false;
  }
}

/** Asks for the channel while the devices are checked, so that the person does not wait for it when joining. */
export function* openChannelEarly(context: RoomContext): Saga {
  try {
    const { expiresIn } = yield* requestChannel(context.sessionId);
    const { now } = yield* ports();
    context.channelUntil = now() + expiresIn * 1_000 * EARLY_SHARE;
  } catch {
    // Joining asks again, and shows the problem.
  }
}

/** Whether the channel was granted a moment ago. It can be used once. */
export function isGrantedEarly(context: RoomContext, now: number): boolean {
  const { channelUntil = 0 } = context;
  delete context.channelUntil;
  return now < channelUntil;
}
