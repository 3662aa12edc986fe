import type { SessionUser } from '#contract/access/session.ts';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import type { CoachingRoom, DocumentKind } from '#contract/learning/coachingRoom.ts';
import { retryUnless } from '#sagas/backoff.ts';
import { delay, run, type Saga } from '#sagas/effects.ts';
import { isFinalFailure, problemOf } from '#store/api/problemOf.ts';
import { coachingApi } from '#store/coaching/coachingApi.ts';
import { roomApi } from '#store/coaching/room/roomApi.ts';
import type { CoachingCall, OwnMedia } from '#store/ports/coachingCall.ts';
import type { CoachingVault, OpenNotes } from '#store/ports/coachingVault.ts';

/** The values that the workers of one session share. */
export interface RoomContext {
  user: SessionUser;
  sessionId: string;
  vault: CoachingVault;
  /** The session as the server last described it. */
  room: CoachingRoom;
  notes: Partial<Record<DocumentKind, OpenNotes>>;
  /** Camera and microphone, on the page before the room and in the room. */
  media: { call: CoachingCall; opening: Promise<OwnMedia> } | null;
  /** A channel that was granted before joining can be entered until this time. */
  channelUntil?: number;
}

export const ownerOf = ({ tenantId, userId }: SessionUser) => `${tenantId}.${userId}`;

/** A read that the page has begun is waited for in steps of this length. */
const BEGUN_MS = 100;

/** Reads the room until it succeeds. Throws if the person has no access to the session. */
export function* readRoom(sessionId: string): Saga<CoachingRoom> {
  return yield* read(() => requestRoom(sessionId));
}
const requestRoom = (sessionId: string) =>
  run(roomApi.endpoints.getCoachingRoom.initiate({ sessionId }, { subscribe: false, forceRefetch: true }));

/** Reads the room, and fails at once if that is not possible now. */
export function* readRoomOnce(sessionId: string): Saga<CoachingRoom> {
  return yield* read(
    () => requestRoom(sessionId),
    () => true,
  );
}

/** Reads the session like the room. */
export function* readSession(sessionId: string): Saga<CoachingSession> {
  return yield* read(() =>
    run(
      coachingApi.endpoints.getCoachingSession.initiate(
        { sessionId },
        { subscribe: false, forceRefetch: true },
      ),
    ),
  );
}

function* read<Result>(
  request: () => Saga<Result | undefined>,
  isFinal = (error: unknown) => isFinalFailure(problemOf(error)),
): Saga<Result> {
  while (true) {
    const result = yield* retryUnless(request, isFinal);
    // Undefined while another read of the same data is pending.
    if (result) return result;
    yield* delay(BEGUN_MS);
  }
}
