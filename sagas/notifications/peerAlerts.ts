import type { Notification } from '#contract/notifications/notifications.ts';
import { call, fork, put, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { notificationsReceived, type ReceivedNotification } from '#store/notifications/notificationsSlice.ts';
import { peerLeft, selectPeerAlert } from '#store/peer-alert/peerAlertSlice.ts';
import { selectPersonById } from '#store/people/directory.ts';
import { peopleChanged } from '#store/presence/presenceSlice.ts';
import { isLive } from './isLive.ts';

/**
 * Raises an alert when a peer joins a coaching session: once per browser, but not while that session is on screen. It also
 * does so if the notification was missed during a short interruption, because the peer is still waiting.
 */
export function* watchForPeers(): Saga {
  yield takeEvery(notificationsReceived, alertOfItems);
  yield takeEvery(peopleChanged, dismissWhenPeerLeaves);
}

/** Only the newest counts: a peer who joined and left during an interruption is gone. */
function* alertOfItems({ payload }: ReturnType<typeof notificationsReceived>): Saga {
  const item = payload.items.findLast(({ type }) => type.startsWith('PEER_'));
  if (item?.type === 'PEER_JOINED_SESSION' && (yield* isLive(item.timetoken))) yield* fork(raise, item);
  if (item?.type === 'PEER_LEFT_SESSION') {
    const alert = yield* select(selectPeerAlert);
    if (alert?.sessionId === item.payload.extraPayload.sessionId) yield* put(peerLeft());
  }
}

/** Its code is loaded with the texts of notifications, which have the link. */
function* raise(item: ReceivedNotification & Notification<'PEER_JOINED_SESSION'>): Saga {
  const { raisePeerAlert } = yield* call(() => import('./raisePeerAlert.ts'));
  yield* call(raisePeerAlert, item);
}

function* dismissWhenPeerLeaves({ payload }: ReturnType<typeof peopleChanged>): Saga {
  const alert = yield* select(selectPeerAlert);
  const peer = alert?.userId == null ? null : yield* select(selectPersonById, alert.userId);
  if (peer && payload.left.includes(peer.uuid)) yield* put(peerLeft());
}
