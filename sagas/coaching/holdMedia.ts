import { buffers } from 'redux-saga';
import { call, portEvents, ports, put, type Saga, select, takeEvery, takeFrom } from '#sagas/effects.ts';
import {
  callChanged,
  cameraToggled,
  deviceChosen,
  muteToggled,
  selectRoom,
} from '#store/coaching/room/roomSlice.ts';
import type { CallEvent, CoachingCall, Devices } from '#store/ports/coachingCall.ts';
import type { RoomContext } from './roomContext.ts';

/**
 * Opens camera and microphone for the page before the room and for the room. It takes time, so the caller does not wait for
 * it.
 */
export function* openMedia(context: RoomContext): Saga {
  if (context.media) return;
  const { coaching } = yield* ports();
  const media = yield* call(() => coaching.call());
  yield* put(callChanged({ mine: 'starting' }));
  context.media = { call: media, opening: media.open() };
}

export function* closeMedia(context: RoomContext): Saga {
  if (!context.media) return;
  context.media.call.close();
  context.media = null;
  const off = { isMuted: false, isCameraOff: false, isSharing: false, ended: null, devices: null };
  const quality = 'high' as const;
  yield* put(callChanged({ mine: 'none', state: 'none', quality, ...off }));
}

/** Camera and microphone of this person: which devices, on or off. */
export function* holdMedia(context: RoomContext): Saga {
  if (!context.media) return;
  const { call: media, opening } = context.media;
  const events = portEvents<CallEvent>('call', (emit) => media.listen(emit), buffers.expanding(32));
  try {
    const mine = yield* call(() => opening);
    yield* put(callChanged({ mine }));
    yield takeEvery(muteToggled, function* toggle(): Saga {
      yield* call(apply, media, 'isMuted');
    });
    yield takeEvery(cameraToggled, function* toggle(): Saga {
      yield* call(apply, media, 'isCameraOff');
    });
    yield takeEvery(deviceChosen, function* choose({ payload }: ReturnType<typeof deviceChosen>): Saga {
      try {
        yield* call(() => media.choose(payload.kind, payload.id));
        if (payload.kind === (yield* select(selectRoom)).call.ended) yield* put(callChanged({ ended: null }));
      } catch {
        yield* put(callChanged({ ended: payload.kind === 'speaker' ? null : payload.kind }));
      }
    });
    if (mine === 'ready' || mine === 'audio')
      yield* put(callChanged({ devices: yield* call(() => media.devices()) }));
    while (true) {
      const event = yield* takeFrom(events);
      if (event.kind === 'devices') {
        yield* put(callChanged({ devices: event.devices }));
        yield* call(replaceEnded, media, event.devices);
      }
      if (event.kind === 'ended' && event.what !== 'screen') yield* put(callChanged({ ended: event.what }));
    }
  } finally {
    events.close();
  }
}

/** A device that was unplugged is replaced as soon as another one of its kind is available. */
function* replaceEnded(media: CoachingCall, devices: Devices): Saga {
  const { ended } = (yield* select(selectRoom)).call;
  const [device] = ended ? devices[ended] : [];
  if (!ended || !device) return;
  try {
    yield* call(() => media.choose(ended, device.id));
    yield* put(callChanged({ ended: null }));
  } catch {
    // The other device cannot be used either, so the screen still shows the problem.
  }
}

function* apply(media: CoachingCall, what: 'isMuted' | 'isCameraOff'): Saga {
  const next = !(yield* select(selectRoom)).call[what];
  yield* call(() => (what === 'isMuted' ? media.setMuted(next) : media.setCameraOff(next)));
  yield* put(callChanged({ [what]: next }));
}
