import { delay, fork, put, type Saga, select, takeEvery } from '#sagas/effects.ts';
import { isLive } from '#sagas/notifications/isLive.ts';
import { claim } from '#sagas/page/claim.ts';
import { untilVisible } from '#sagas/page/untilVisible.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { isSamePath } from '#store/navigation/routes.ts';
import { type NotificationNews, notificationsArrivedLive } from '#store/notifications/notificationsSlice.ts';
import { coachingPath } from '#store/notifications/present.ts';
import { peerAlertRaised, peerLeft, selectPeerAlert } from '#store/peer-alert/peerAlertSlice.ts';
import { selectPersonById } from '#store/people/directory.ts';
import { peopleChanged, selectPresence } from '#store/presence/presenceSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** A tab that looks at the session comes first: then no other tab needs to call the person there. */
const AFTER_THE_VIEWER_MS = 200;

/** A peer has joined a coaching session: said once in a browser, unless the person is looking at that session. */
export function* alertOfPeers(): Saga {
  yield takeEvery(notificationsArrivedLive, alertOfArrivals);
  yield takeEvery(peopleChanged, endWhenPeerLeaves);
}

function* alertOfArrivals({ payload }: ReturnType<typeof notificationsArrivedLive>): Saga {
  for (const item of payload.items)
    if (item.type === 'PEER_JOINED_SESSION' && (yield* isLive(item.timetoken)))
      yield* fork(alertOfPeer, item);
}

export function* alertOfPeer({ id, fromUserId: userId, payload }: NotificationNews): Saga {
  const path = coachingPath(payload);
  const sessionId = payload.extraPayload?.sessionId;
  const me = yield* select(selectUser);
  if (!path || !sessionId || userId === me?.userId) return;
  // A tab that nobody sees leaves it to the one that is looked at; later it may be too late.
  const { hasWaited } = yield* untilVisible();
  if (hasWaited && !(yield* isHere(userId))) return;
  if (!(yield* isAt(path))) yield* delay(AFTER_THE_VIEWER_MS);
  // Asked again at the end: meanwhile one may have followed another alert there.
  if (!(yield* claim(`peer-joined:${id}`)) || (yield* isAt(path))) return;
  yield* put(peerAlertRaised({ userId, programName: payload.programName ?? null, sessionId, path }));
}

function* isAt(path: string): Saga<boolean> {
  return isSamePath((yield* select(selectLocation)).pathname, path.split('?')[0] ?? '');
}

function* isHere(userId: number | null): Saga<boolean> {
  const person = userId === null ? null : yield* select(selectPersonById, userId);
  return person !== null && (yield* select(selectPresence, person.uuid)) === 'online';
}

/** Nobody waits there any more. */
function* endWhenPeerLeaves({ payload }: ReturnType<typeof peopleChanged>): Saga {
  const alert = yield* select(selectPeerAlert);
  const peer = alert?.userId == null ? null : yield* select(selectPersonById, alert.userId);
  if (peer && payload.left.includes(peer.uuid)) yield* put(peerLeft());
}
