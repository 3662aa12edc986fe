import { buffers } from 'redux-saga';
import {
  call,
  delay,
  fork,
  portEvents,
  ports,
  put,
  race,
  type Saga,
  select,
  take,
  takeEvery,
  takeFrom,
} from '#sagas/effects.ts';
import { lostMediaPath, roomPlaceOf } from '#store/coaching/room/roomPlace.ts';
import {
  callChanged,
  callRetried,
  roomNotesChanged,
  screenToggled,
  selectRoom,
} from '#store/coaching/room/roomSlice.ts';
import { locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';
import type { CallEvent, CoachingCall } from '#store/ports/coachingCall.ts';
import { closeMedia, holdMedia, openMedia } from './holdMedia.ts';
import type { RoomContext } from './roomContext.ts';
import { type RoomTab, send } from './roomTab.ts';
import { tryToMerge } from './saveNotes.ts';

/** Without a connection for this time, the room continues with notes only. */
const NOTES_ONLY_AFTER_MS = 30_000;

/** Audio and video with the other person, until the address asks for notes only. */
export function* holdCalls(context: RoomContext, here: RoomTab): Saga {
  while (true) {
    if (yield* call(wantsMedia)) {
      yield* call(openMedia, context);
      yield* race({
        own: call(holdMedia, context),
        call: call(holdCall, context, here),
        notes: call(untilNotesOnly),
      });
    }
    yield* call(closeMedia, context);
    while (!(yield* call(wantsMedia))) yield* take(locationChanged);
  }
}

export function* wantsMedia(): Saga<boolean> {
  return roomPlaceOf(yield* select(selectLocation))?.isNotesOnly !== true;
}
function* untilNotesOnly(): Saga {
  while (yield* call(wantsMedia)) yield* take(locationChanged);
}

function* holdCall(context: RoomContext, here: RoomTab): Saga {
  if (!context.media) return;
  const { call: media, opening } = context.media;
  const events = portEvents<CallEvent>('call', (emit) => media.listen(emit), buffers.expanding(32));
  try {
    yield* call(() => opening);
    here.call = media;
    yield takeEvery(screenToggled, toggleScreen, media);
    yield takeEvery(callRetried, function* retry(): Saga {
      here.calledTab = undefined;
      yield* call(connectToOther, context, here);
    });
    // Signals are encrypted with the key of the shared notes, which may become readable later.
    yield takeEvery(roomNotesChanged, function* connect(): Saga {
      yield* call(connectToOther, context, here);
    });
    yield* fork(connectToOther, context, here);
    yield* fork(fallBack, context);
    while (true) yield* handle(context, here, yield* takeFrom(events));
  } finally {
    delete here.call;
    here.calledTab = undefined;
    here.isCallConnected = false;
    events.close();
  }
}

/** If the connection does not come back, the notes stay open, and the person can try audio again. */
function* fallBack({ sessionId }: RoomContext): Saga {
  const { navigator } = yield* ports();
  const isLost = ({ payload }: ReturnType<typeof callChanged>) =>
    payload.state === 'reconnecting' || payload.state === 'failed';
  while (true) {
    if (!isLost(yield* take(callChanged))) continue;
    const { late } = yield* race({ late: delay(NOTES_ONLY_AFTER_MS), back: call(untilConnected) });
    const place = roomPlaceOf(yield* select(selectLocation));
    if (late === undefined || place?.show !== 'room' || place.sessionId !== sessionId) continue;
    yield* call(() => navigator.replace(lostMediaPath(place)));
  }
}
function* untilConnected(): Saga {
  while ((yield* take(callChanged)).payload.state !== 'connected') {
    // Other changes of the call.
  }
}

function* toggleScreen(media: CoachingCall): Saga {
  const { isSharing } = (yield* select(selectRoom)).call;
  if (isSharing) {
    yield* call(() => media.stopSharing());
    yield* put(callChanged({ isSharing: false }));
  } else if (yield* call(() => media.shareScreen())) yield* put(callChanged({ isSharing: true }));
}

/**
 * Signals are encrypted with the key of the shared notes. Until both people have the same one, because both set up their
 * notes at the same time, a signal would be lost, and the call would never connect.
 */
const haveSameKey = ({ room: { shared } }: RoomContext) => shared?.envelope != null && shared.isShared;

/** Connects to the most recently seen tab of the other person, whose messages repeat the attempt. */
export function* connectToOther(context: RoomContext, here: RoomTab): Saga {
  const { messagingKeys } = yield* ports();
  const { notes } = context;
  const isToConnect = () => here.call && here.other && here.calledTab !== here.other.tab && notes.shared;
  if (!isToConnect()) return;
  if (!haveSameKey(context)) yield* call(tryToMerge, context);
  const { call: media, other } = here;
  if (!media || !other || !isToConnect() || !haveSameKey(context)) return;
  here.calledTab = other.tab;
  const iceServers = messagingKeys.currentRoom()?.iceServers ?? [];
  yield* call(() => media.connect({ isPolite: here.tab > other.tab, iceServers }));
}

function* handle({ notes }: RoomContext, here: RoomTab, event: CallEvent): Saga {
  switch (event.kind) {
    case 'signal': {
      const [to, { shared }] = [here.other?.tab, notes];
      if (!to || !shared) return;
      const data = yield* call(() => shared.encryptText(event.data));
      yield* send(here, { kind: 'signal', tab: here.tab, to, data });
      return;
    }
    case 'state':
      here.isCallConnected = event.state === 'connected';
      return void (yield* put(callChanged({ state: event.state })));
    case 'other':
      return void (yield* put(
        callChanged({ isOtherMuted: event.isMuted, isOtherCameraOff: event.isCameraOff }),
      ));
    case 'ended':
      if (event.what === 'screen') yield* put(callChanged({ isSharing: false }));
      return;
    case 'quality':
      return void (yield* put(callChanged({ quality: event.quality })));
    case 'devices':
      return; // own devices: holdMedia.ts
  }
}
