import type { Notification } from '#contract/notifications/notifications.ts';
import { delay, put, type Saga, select } from '#sagas/effects.ts';
import { claim } from '#sagas/page/claim.ts';
import { waitUntilVisible } from '#sagas/page/waitUntilVisible.ts';
import { findPerson } from '#sagas/people/findPerson.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { isSamePath } from '#store/navigation/routes.ts';
import type { ReceivedNotification } from '#store/notifications/notificationsSlice.ts';
import { linkOf } from '#store/notifications/present.ts';
import { peerAlertRaised } from '#store/peer-alert/peerAlertSlice.ts';
import { selectPresence } from '#store/presence/presenceSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** A tab that shows the session claims the event first, so that no other tab raises an alert. */
const AFTER_THE_VIEWER_MS = 200;

export function* raisePeerAlert(
  notification: ReceivedNotification & Notification<'PEER_JOINED_SESSION'>,
): Saga {
  const { id, payload } = notification;
  const { userId, extraPayload } = payload;
  const path = linkOf(notification)?.path;
  const me = yield* select(selectUser);
  if (!path || userId === me?.userId) return;
  // A hidden tab leaves the alert to the visible one. When it becomes visible, the peer may have left.
  const { hasWaited } = yield* waitUntilVisible();
  if (hasWaited && !(yield* isHere(userId))) return;
  if (!(yield* isAt(path))) yield* delay(AFTER_THE_VIEWER_MS);
  // Checked again: the user may have opened the session in the meantime.
  if (!(yield* claim(`peer-joined:${id}`)) || (yield* isAt(path))) return;
  yield* put(
    peerAlertRaised({
      userId,
      programName: payload.programName ?? null,
      sessionId: extraPayload.sessionId,
      path,
    }),
  );
}

function* isAt(path: string): Saga<boolean> {
  return isSamePath((yield* select(selectLocation)).pathname, path.split('?')[0] ?? '');
}

function* isHere(userId: number): Saga<boolean> {
  const person = yield* findPerson(userId);
  return person !== null && (yield* select(selectPresence, person.uuid)) === 'online';
}
