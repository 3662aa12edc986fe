import type { Notification } from '#contract/notifications/notifications.ts';
import { call, delay, fork, put, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { claim } from '#sagas/page/claim.ts';
import { waitUntilVisible } from '#sagas/page/waitUntilVisible.ts';
import { findPerson } from '#sagas/people/findPerson.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { isSamePath } from '#store/navigation/routes.ts';
import {
  liveNotificationsReceived,
  type ReceivedNotification,
} from '#store/notifications/notificationsSlice.ts';
import { peerAlertRaised, peerLeft, selectPeerAlert } from '#store/peer-alert/peerAlertSlice.ts';
import { selectPersonById } from '#store/people/directory.ts';
import { peopleChanged, selectPresence } from '#store/presence/presenceSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { isLive } from './isLive.ts';

/** A tab that shows the session claims the event first, so that no other tab raises an alert. */
const AFTER_THE_VIEWER_MS = 200;

/** Raises an alert when a peer joins a coaching session: once per browser, but not while that session is on screen. */
export function* watchForPeers(): Saga {
  yield takeEvery(liveNotificationsReceived, alertOfItems);
  yield takeEvery(peopleChanged, dismissWhenPeerLeaves);
}

function* alertOfItems({ payload }: ReturnType<typeof liveNotificationsReceived>): Saga {
  for (const item of payload.items) {
    if (item.type === 'PEER_JOINED_SESSION' && (yield* isLive(item.timetoken)))
      yield* fork(raisePeerAlert, item);
    if (item.type === 'PEER_LEFT_SESSION') {
      const alert = yield* select(selectPeerAlert);
      if (alert?.sessionId === item.payload.extraPayload.sessionId) yield* put(peerLeft());
    }
  }
}

export function* raisePeerAlert(
  notification: ReceivedNotification & Notification<'PEER_JOINED_SESSION'>,
): Saga {
  const { id, payload } = notification;
  const { userId, extraPayload } = payload;
  const { linkOf } = yield* call(() => import('#store/notifications/present.ts'));
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

function* dismissWhenPeerLeaves({ payload }: ReturnType<typeof peopleChanged>): Saga {
  const alert = yield* select(selectPeerAlert);
  const peer = alert?.userId == null ? null : yield* select(selectPersonById, alert.userId);
  if (peer && payload.left.includes(peer.uuid)) yield* put(peerLeft());
}
