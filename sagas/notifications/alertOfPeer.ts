import { put, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { isSamePath } from '#store/navigation/routes.ts';
import { notificationsArrivedLive } from '#store/notifications/notificationsSlice.ts';
import { coachingPath } from '#store/notifications/present.ts';
import { peerAlertRaised } from '#store/peer-alert/peerAlertSlice.ts';

/** A peer has joined a coaching session: said at once, unless the person is looking at that session. */
export function* alertOfPeers(): Saga {
  yield takeEvery(notificationsArrivedLive, alertOfPeer);
}

function* alertOfPeer({ payload }: ReturnType<typeof notificationsArrivedLive>): Saga {
  for (const item of payload.items) {
    const path = coachingPath(item.payload);
    const sessionId = item.payload.extraPayload?.sessionId;
    if (item.type !== 'PEER_JOINED_SESSION' || !path || !sessionId) continue;
    const { pathname } = yield* select(selectLocation);
    if (isSamePath(pathname, path.split('?')[0] ?? '')) continue;
    const {
      fromUserId: userId,
      payload: { programName = null },
    } = item;
    yield* put(peerAlertRaised({ userId, programName, sessionId, path }));
  }
}
