import { buffers, eventChannel } from 'redux-saga';
import { call, fork, ports, put, type Saga, select, takeEvery, takeFrom } from '#sagas/effects.ts';
import { roomPlaceOf } from '#store/coaching/room/roomPlace.ts';
import {
  callChanged,
  cameraToggled,
  muteToggled,
  roomNotesChanged,
  screenToggled,
  selectRoom,
} from '#store/coaching/room/roomSlice.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import type { CallEvent, CoachingCall } from '#store/ports/coachingCall.ts';
import type { RoomContext } from './roomContext.ts';
import { type RoomTab, send } from './roomTab.ts';

/** Opens camera and microphone, unless the person joined with notes only. It takes time, so the caller does not wait for it. */
export function* openMedia(): Saga<RoomTab['media']> {
  const { coaching } = yield* ports();
  if (roomPlaceOf(yield* select(selectLocation))?.isNotesOnly) return null;
  const media = yield* call(() => coaching.call());
  yield* put(callChanged({ mine: 'starting' }));
  return { call: media, opening: media.open() };
}

/** Audio and video while the person is in the room. */
export function* holdCall(context: RoomContext, here: RoomTab): Saga {
  if (!here.media) return;
  const { call: media, opening } = here.media;
  const events = eventChannel<CallEvent>((emit) => media.listen(emit), buffers.expanding(32));
  try {
    const mine = yield* call(() => opening);
    yield* put(callChanged({ mine }));
    here.call = media;
    yield takeEvery(muteToggled, function* toggle(): Saga {
      yield* call(apply, media, 'isMuted');
    });
    yield takeEvery(cameraToggled, function* toggle(): Saga {
      yield* call(apply, media, 'isCameraOff');
    });
    yield takeEvery(screenToggled, toggleScreen, media);
    // Signals are encrypted with the key of the shared notes, which may become readable later.
    yield takeEvery(roomNotesChanged, function* connect(): Saga {
      yield* call(connectToOther, context, here);
    });
    yield* fork(connectToOther, context, here);
    while (true) yield* handle(context, here, yield* takeFrom(events));
  } finally {
    delete here.call;
    events.close();
  }
}

export function* closeMedia(media: RoomTab['media']): Saga {
  if (!media) return;
  media.call.close();
  yield* put(callChanged({ mine: 'none', state: 'none', isMuted: false, isCameraOff: false }));
}

function* apply(media: CoachingCall, what: 'isMuted' | 'isCameraOff'): Saga {
  const next = !(yield* select(selectRoom)).call[what];
  yield* call(() => (what === 'isMuted' ? media.setMuted(next) : media.setCameraOff(next)));
  yield* put(callChanged({ [what]: next }));
}

function* toggleScreen(media: CoachingCall): Saga {
  const { isSharing } = (yield* select(selectRoom)).call;
  if (isSharing) {
    yield* call(() => media.stopSharing());
    yield* put(callChanged({ isSharing: false }));
  } else if (yield* call(() => media.shareScreen())) yield* put(callChanged({ isSharing: true }));
}

/** Connects to the tab of the other person that was seen last. */
export function* connectToOther({ notes }: RoomContext, here: RoomTab): Saga {
  const { messagingKeys } = yield* ports();
  const { call: media, other } = here;
  if (!media || !other || here.calledTab === other.tab || !notes.shared) return;
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
      else yield* put(callChanged({ ended: event.what }));
  }
}
