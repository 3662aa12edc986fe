import { nanoid } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { wasHeld } from '#contract/learning/coaching.ts';
import { PRESENCE_EVERY_MS, type RoomMessage, roomMessageSchema } from '#contract/learning/coachingRoom.ts';
import { retryUnless, waitToRetry } from '#sagas/backoff.ts';
import {
  call,
  delay,
  dispatch,
  fork,
  portEvents,
  ports,
  put,
  race,
  run,
  type Saga,
  select,
  take,
  takeFrom,
} from '#sagas/effects.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { roomApi } from '#store/coaching/room/roomApi.ts';
import { roomPath, roomPlaceOf } from '#store/coaching/room/roomPlace.ts';
import {
  callChanged,
  otherEnteredRoom,
  otherLeftRoom,
  roomConnectionChanged,
  roomContinuedHere,
  roomEntered,
  roomLeft,
  roomMet,
  roomSavingChanged,
} from '#store/coaching/room/roomSlice.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import type { RealtimeEvent } from '#store/ports/realtime.ts';
import { connectToOther, holdCalls, wantsMedia } from './holdCall.ts';
import { closeMedia, openMedia } from './holdMedia.ts';
import { isGrantedEarly, openChannel } from './roomChannel.ts';
import { type RoomContext, readSession } from './roomContext.ts';
import { type RoomTab, send } from './roomTab.ts';
import { mergeStored, save, tryToMerge } from './saveNotes.ts';

/** How often a tab reports that it is in the room. */
const HERE_EVERY_MS = 4_000;
/** Without a message or a video frame for this time, the other person counts as absent. */
const SILENT_AFTER_MS = 12_000;
/** Last messages that take longer than this are lost. */
const STOPS_AFTER_MS = 10_000;
const UPDATE_EVERY_MS = 150;
/** Larger changes are read from the server. */
const UPDATE_MAX_LENGTH = 20_000;

/** Enters the room and stays until it is cancelled, the meeting is finished or another tab of the person enters. */
export function* joinRoom(context: RoomContext): Saga {
  while (true) {
    const isElsewhere = yield* call(stay, context);
    if (!isElsewhere) return;
    yield* take(roomContinuedHere);
  }
}

/** True when another tab has taken over. */
function* stay(context: RoomContext): Saga<boolean> {
  // The camera opens while the channel is granted.
  if (yield* call(wantsMedia)) yield* call(openMedia, context);
  const { sessionId } = context;
  const { connectRoom, messagingKeys, now, serverNow } = yield* ports();
  const isAccepted = isGrantedEarly(context, now()) || (yield* call(openChannel, sessionId));
  const access = messagingKeys.currentRoom();
  if (!isAccepted || !access) {
    yield* call(closeMedia, context);
    return false;
  }
  const realtime = yield* retryUnless(
    () => call(() => connectRoom(access)),
    () => false,
  );
  const here: RoomTab = {
    tab: nanoid(),
    realtime,
    channel: access.channel,
    other: null,
    hasMissed: false,
    isConnected: false,
    isCallConnected: false,
  };
  yield* put(roomEntered({ clockOffset: serverNow() - now() }));
  let isElsewhere = false;
  try {
    const { elsewhere } = yield* race({
      elsewhere: call(receive, context, here, access.uuid),
      workers: call(work, context, here),
    });
    isElsewhere = elsewhere === true;
    return isElsewhere;
  } finally {
    let sent: Promise<unknown> = Promise.resolve();
    if (!isElsewhere) {
      sent = realtime.send(here.channel, { kind: 'leave', tab: here.tab }).catch(() => undefined);
      void (yield* dispatch(roomApi.endpoints.leaveCoachingRoom.initiate({ sessionId }, { track: false })));
    }
    // The messages of a finish and of leaving are sent first, also by a slow device.
    const late = new Promise((done) => setTimeout(done, STOPS_AFTER_MS));
    void Promise.race([sent, late]).then(() => setTimeout(() => realtime.stop(), 500));
    yield* put(roomLeft({ isElsewhere }));
    yield* call(closeMedia, context);
  }
}

function* work(context: RoomContext, here: RoomTab): Saga {
  yield* fork(reportPresence, context);
  yield* fork(sayHere, here);
  yield* fork(announceFinish, here);
  yield* fork(sendUpdates, context, here);
  yield* fork(tellSaved, here);
  yield* fork(noticeSilence, here);
  yield* fork(holdCalls, context, here);
  yield* call(renewAccess, context, here);
}

/** Tells the server, which notifies the other person and counts the time together. */
function* reportPresence(context: RoomContext): Saga {
  const { sessionId } = context;
  for (let attempt = 1; ; ) {
    try {
      const presence = yield* run(
        roomApi.endpoints.reportRoomPresence.initiate({ sessionId }, { track: false }),
      );
      yield* put(roomMet({ at: presence.metAt ? Date.parse(presence.metAt) : null }));
      attempt = 1;
      yield* delay(PRESENCE_EVERY_MS);
    } catch (error) {
      if (problemOf(error).status === 409) {
        // The meeting is over or the session cancelled: the page shows it.
        yield* call(mergeStored, context);
        yield* call(showEnd, context);
        return;
      }
      yield* waitToRetry(attempt++);
    }
  }
}

/** A meeting that was finished, or that both people confirmed as held, continues with the wrap-up. */
function* showEnd({ room, sessionId }: RoomContext): Saga {
  const { navigator } = yield* ports();
  const place = roomPlaceOf(yield* select(selectLocation));
  const isOver = room.finishedAt !== null || (!room.isOpen && wasHeld(yield* call(readSession, sessionId)));
  if (!isOver || place?.show !== 'room' || place.sessionId !== sessionId) return;
  // Ends this saga, because the person leaves the room.
  yield* call(() => navigator.replace(roomPath(place, 'wrap-up')));
}

/** The other person's page follows immediately. */
function* announceFinish(here: RoomTab): Saga {
  yield* take({ match: roomApi.endpoints.finishCoachingRoom.matchFulfilled });
  yield* send(here, { kind: 'changed', tab: here.tab });
}

function* sayHere(here: RoomTab): Saga {
  while (true) {
    yield* delay(HERE_EVERY_MS);
    yield* send(here, { kind: 'here', tab: here.tab });
  }
}

function* sendUpdates({ notes }: RoomContext, here: RoomTab): Saga {
  while (true) {
    yield* delay(UPDATE_EVERY_MS);
    const data = yield* call(async () => (await notes.shared?.takeUpdate()) ?? null);
    if (data === null) continue;
    if (data.length > UPDATE_MAX_LENGTH) {
      // Announced again when it is saved, which can take longer.
      here.hasMissed = true;
      yield* delay(1_500);
      yield* send(here, { kind: 'changed', tab: here.tab });
    } else if (!(yield* send(here, { kind: 'update', tab: here.tab, data }))) here.hasMissed = true;
  }
}

/** A change that did not reach the other tab is read from the server, once it has been saved. */
function* tellSaved(here: RoomTab): Saga {
  while (true) {
    const { payload } = yield* take(roomSavingChanged);
    if (payload.kind === 'shared' && payload.saving === 'saved' && here.hasMissed)
      here.hasMissed = !(yield* send(here, { kind: 'changed', tab: here.tab }));
  }
}

function* noteLeft(here: RoomTab): Saga {
  const { serverNow } = yield* ports();
  here.calledTab = undefined;
  here.isCallConnected = false;
  yield* call(() => here.call?.disconnect());
  yield* put(callChanged({ state: 'none' }));
  yield* put(otherLeftRoom({ at: serverNow() }));
}

/** A restart of the messaging service makes both tabs silent, but does not end their call. */
function* noticeSilence(here: RoomTab): Saga {
  const { now } = yield* ports();
  while (true) {
    yield* delay(1_000);
    if (!here.other) continue;
    if (!here.isConnected || here.isCallConnected) here.other = { ...here.other, at: now() };
    if (now() - here.other.at < SILENT_AFTER_MS) continue;
    here.other = null;
    yield* noteLeft(here);
  }
}

function* renewAccess({ sessionId }: RoomContext, { realtime }: RoomTab): Saga {
  const { messagingKeys } = yield* ports();
  while (true) {
    yield* delay((messagingKeys.currentRoom()?.expiresIn ?? 600) * 700);
    if (!(yield* call(openChannel, sessionId))) return;
    const access = messagingKeys.currentRoom();
    if (access) yield* call(() => realtime.renewKey(access.authKey));
  }
}

/** Handles the messages of the channel in order. Returns when another tab of this person has entered. */
function* receive(context: RoomContext, here: RoomTab, uuid: string): Saga<true> {
  const { realtime, channel, tab } = here;
  const { now } = yield* ports();
  const events = portEvents<RealtimeEvent>('room', (emit) => realtime.listen(emit), buffers.expanding(64));
  realtime.subscribe([channel]);
  let failures = 0;
  try {
    while (true) {
      const event = yield* takeFrom(events);
      if (event.kind === 'connected') {
        failures = 0;
        here.isConnected = true;
        yield* put(roomConnectionChanged({ connection: 'connected' }));
        yield* fork(send, here, { kind: 'join', tab });
        if (here.hasMissed) yield* fork(send, here, { kind: 'changed', tab });
        // Changes that were missed. The other person may have set up their key, and joined, before this tab.
        yield* fork(giveAccess, context, here);
      } else if (event.kind === 'disconnected') {
        here.isConnected = false;
        // The other tab may be without a connection too, and miss an update that this tab sends before it is back.
        here.hasMissed = true;
        yield* put(roomConnectionChanged({ connection: 'lost' }));
        yield* fork(reconnect, context, here, event.isRefused, ++failures);
      } else if (event.kind === 'message') {
        const message = roomMessageSchema.safeParse(event.message).data;
        if (!message || message.tab === tab) continue;
        if (event.publisher === uuid) {
          if (message.kind === 'join') return true;
          continue;
        }
        const isNew = here.other?.tab !== message.tab;
        here.other =
          message.kind === 'leave' && here.other?.tab === message.tab
            ? null
            : message.kind === 'leave'
              ? here.other
              : { tab: message.tab, at: now() };
        yield* call(handle, context, here, message, isNew);
      }
    }
  } finally {
    events.close();
  }
}

function* reconnect(context: RoomContext, { realtime }: RoomTab, isRefused: boolean, failures: number): Saga {
  const { messagingKeys } = yield* ports();
  yield* waitToRetry(failures);
  if (isRefused && (yield* call(openChannel, context.sessionId))) {
    const access = messagingKeys.currentRoom();
    if (access) yield* call(() => realtime.renewKey(access.authKey));
  }
  yield* call(() => realtime.reconnect());
}

function* handle(context: RoomContext, here: RoomTab, message: RoomMessage, isNew: boolean): Saga {
  const { serverNow } = yield* ports();
  const { notes } = context;
  if (here.other) {
    yield* put(otherEnteredRoom({ at: serverNow() }));
    yield* connectToOther(context, here);
  }
  switch (message.kind) {
    case 'join':
      // The other tab reads the stored document now. Later changes may have been sent before it joined.
      here.hasMissed = true;
      yield* send(here, { kind: 'here', tab: here.tab });
      yield* fork(giveAccess, context, here);
      yield* fork(startTogether, context);
      break;
    case 'leave':
      if (!here.other) yield* noteLeft(here);
      break;
    case 'changed':
      yield* call(mergeStored, context);
      yield* call(showEnd, context);
      break;
    case 'update':
      try {
        yield* call(async () => notes.shared?.applyUpdate(message.data));
      } catch {
        // Encrypted with the key of a document that both tabs created at the same time. The stored document counts.
        yield* call(mergeStored, context);
      }
      break;
    case 'signal':
      if (message.to === here.tab) yield* receiveSignal(context, here, message.data);
      break;
    case 'here':
      // It joined before this tab was connected, so its `join` did not arrive.
      if (isNew) yield* fork(startTogether, context);
      break;
  }
}

/** The time together starts now, not with the next report of this tab. */
function* startTogether({ sessionId }: RoomContext): Saga {
  try {
    const presence = yield* run(
      roomApi.endpoints.reportRoomPresence.initiate({ sessionId }, { track: false }),
    );
    yield* put(roomMet({ at: presence.metAt ? Date.parse(presence.metAt) : null }));
  } catch {
    // The server restarts, or the meeting has ended. The response to the next report of this tab shows which.
  }
}

function* receiveSignal(context: RoomContext, here: RoomTab, data: string): Saga {
  const { reportError } = yield* ports();
  const { shared } = context.notes;
  const media = here.call;
  if (!shared || !media) return;
  const decrypt = () => shared.decryptText(data);
  try {
    let signal = yield* call(() => decrypt().catch(() => null));
    if (signal === null) {
      // Both people created the document at the same time. The stored one has the common key.
      yield* call(tryToMerge, context);
      signal = yield* call(decrypt);
    }
    const received = signal;
    yield* call(() => media.receive(received));
  } catch (error) {
    reportError(error, 'signalling of a coaching call');
  }
}

/**
 * Reads what is stored, and encrypts the shared notes for the other person if their key was set up after the notes were
 * created.
 */
function* giveAccess(context: RoomContext, here: RoomTab): Saga {
  yield* call(mergeStored, context);
  const { notes, room } = context;
  if (!notes.shared || !room.otherKey || notes.shared.isSharedWith(room.otherKey)) return;
  yield* call(save, context, 'shared', notes.shared);
  yield* send(here, { kind: 'changed', tab: here.tab });
}
