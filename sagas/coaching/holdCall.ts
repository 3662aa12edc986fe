import { buffers, eventChannel } from 'redux-saga';
import { call, fork, ports, put, type Saga, select, takeEvery, takeFrom } from '#sagas/effects.ts';
import { roomPlaceOf } from '#store/coaching/room/roomPlace.ts';
import {
  callChanged,
  cameraToggled,
  muteToggled,
  screenToggled,
  selectRoom,
} from '#store/coaching/room/roomSlice.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import type { CallEvent, CoachingCall } from '#store/ports/coachingCall.ts';
import type { RoomContext } from './roomContext.ts';
import { type RoomTab, send } from './roomTab.ts';

/** Audio and video while the person is in the room, unless they joined with notes only. */
export function* holdCall(context: RoomContext, here: RoomTab): Saga {
  const { coaching } = yield* ports();
  if (roomPlaceOf(yield* select(selectLocation))?.isNotesOnly) return;
  const media = yield* call(() => coaching.call());
  const events = eventChannel<CallEvent>((emit) => media.listen(emit), buffers.expanding(32));
  try {
    yield* put(callChanged({ mine: 'starting' }));
    const mine = yield* call(() => media.open());
    yield* put(callChanged({ mine }));
    here.call = media;
    yield takeEvery(muteToggled, function* toggle(): Saga {
      yield* call(apply, media, 'isMuted');
    });
    yield takeEvery(cameraToggled, function* toggle(): Saga {
      yield* call(apply, media, 'isCameraOff');
    });
    yield takeEvery(screenToggled, toggleScreen, media);
    yield* fork(connectToOther, context, here);
    while (true) yield* handle(context, here, yield* takeFrom(events));
  } finally {
    delete here.call;
    events.close();
    media.close();
    yield* put(callChanged({ mine: 'none', state: 'none', isMuted: false, isCameraOff: false }));
  }
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
