import type { SessionUser } from '#contract/access/session.ts';
import type { DocumentKind } from '#contract/learning/coachingRoom.ts';
import { chatChannel } from '#contract/messaging/channels.ts';
import {
  call,
  delay,
  fork,
  ports,
  put,
  race,
  run,
  type Saga,
  select,
  take,
  takeAny,
  takeEvery,
} from '#sagas/effects.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { selectIsExpanded, selectOpenChannel } from '#store/chat/widgetSelectors.ts';
import { conversationOpened } from '#store/chat/widgetSlice.ts';
import { coachingApi } from '#store/coaching/coachingApi.ts';
import { actionsToCarry, itemsToCarry } from '#store/coaching/room/notesContent.ts';
import { roomApi } from '#store/coaching/room/roomApi.ts';
import { type RoomShow, roomPath, roomPlaceOf } from '#store/coaching/room/roomPlace.ts';
import {
  notesShared,
  roomClosed,
  roomContentChanged,
  roomEdited,
  roomMet,
  roomNotesChanged,
  roomOpened,
  roomUnlocked,
} from '#store/coaching/room/roomSlice.ts';
import { locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';
import type { OpenNotes } from '#store/ports/coachingVault.ts';
import { toastShown } from '#store/toasts/toastsSlice.ts';
import { closeMedia, holdMedia, openMedia } from './holdMedia.ts';
import { joinRoom } from './joinRoom.ts';
import { openChannelEarly } from './roomChannel.ts';
import { ownerOf, type RoomContext, readRoom } from './roomContext.ts';
import { saveNotes } from './saveNotes.ts';

/** How often a person without access to the shared notes checks whether the other browser has granted it. */
const WAITING_MS = 2_500;
const settings = [
  roomApi.endpoints.acceptCoachingRules.matchFulfilled,
  roomApi.endpoints.putCoachingKey.matchFulfilled,
].map((match) => ({ match }));

/** Opens the notes of one session, saves changes, and keeps the person in the room while the address says so. */
export function* runRoom(user: SessionUser, sessionId: string): Saga {
  const { reportError } = yield* ports();
  yield* put(roomOpened({ sessionId }));
  const context = yield* call(prepare, user, sessionId);
  if (!context) return;
  let hasFailed = false;
  try {
    yield takeEvery(roomEdited, function* ({ payload }: ReturnType<typeof roomEdited>): Saga {
      yield* call(() => context.notes[payload.kind]?.edit(payload.edit));
    });
    yield takeEvery(notesShared, shareNotes, context);
    // These are not called with `call`, which would wait for the workers that they fork.
    yield* openAll(context);
    yield* fork(followPrevious, context);
    yield* call(followPlace, context);
  } catch (error) {
    reportError(error, 'coaching room');
    hasFailed = true;
  } finally {
    for (const notes of Object.values(context.notes)) notes.close();
    yield* put(roomClosed());
    if (hasFailed) yield* put(roomNotesChanged({ phase: 'failed' }));
  }
}

/** Encrypts the key of the shared notes for one more reader. */
function* shareNotes({ notes, sessionId }: RoomContext, { payload }: ReturnType<typeof notesShared>): Saga {
  const { reportError } = yield* ports();
  const { shared } = notes;
  if (!shared) return;
  const id = `notes-shared/${payload.userId}`;
  try {
    const envelope = yield* call(() => shared.envelopeFor(payload.publicKey));
    yield* run(roomApi.endpoints.shareNotes.initiate({ sessionId, ...payload, envelope }, { track: false }));
    yield* put(toastShown({ id, text: 'The notes are shared.', canUndo: false }));
  } catch (error) {
    if (error instanceof Error) reportError(error, 'sharing coaching notes');
    yield* put(
      toastShown({ id, text: `The notes were not shared. ${problemOf(error).message}`, canUndo: false }),
    );
  }
}

/** Null if the person has no access to the session; the page shows the reason. */
function* prepare(user: SessionUser, sessionId: string): Saga<RoomContext | null> {
  const { coaching } = yield* ports();
  try {
    const room = yield* call(readRoom, sessionId);
    yield* put(roomMet({ at: room.metAt ? Date.parse(room.metAt) : null }));
    const vault = yield* call(() => coaching.vault().catch(() => null));
    if (vault) return { user, sessionId, room, vault, notes: {}, media: null };
    yield* put(roomNotesChanged({ phase: 'failed' }));
  } catch {
    // The page shows why the room did not load.
  }
  return null;
}

/** Waits for the agreement and the key, then opens what can be opened. */
function* openAll(context: RoomContext): Saga {
  const { user, sessionId, vault } = context;
  while (true) {
    const { agreement, myKey } = context.room;
    const isSetUp = agreement.mine !== null && myKey !== null;
    if (isSetUp && (yield* call(() => vault.hasKey(ownerOf(user), myKey.publicKey)))) break;
    yield* put(roomNotesChanged({ phase: isSetUp ? 'locked' : 'setup' }));
    yield* takeAny(roomUnlocked, ...settings);
    context.room = yield* call(readRoom, sessionId);
  }
  yield* openOne(context, 'own');
  yield* call(openLast, context);
  if (yield* openOne(context, 'shared')) yield* call(sharedIsOpen, context);
  else {
    yield* put(roomNotesChanged({ phase: 'waiting' }));
    yield* fork(waitForAccess, context);
  }
}

function* sharedIsOpen(context: RoomContext): Saga {
  yield* call(carryOver, context);
  yield* put(roomNotesChanged({ phase: 'open' }));
}

function* waitForAccess(context: RoomContext): Saga {
  do {
    // The other browser reports in the room that it has granted access. The room is then read again.
    yield* race({
      pause: delay(WAITING_MS),
      changed: take({ match: roomApi.endpoints.getCoachingRoom.matchFulfilled }),
    });
    context.room = yield* call(readRoom, context.sessionId);
  } while (!(yield* openOne(context, 'shared')));
  yield* call(sharedIsOpen, context);
}

/** False when the document is not encrypted for this person yet. */
function* openOne(context: RoomContext, kind: DocumentKind): Saga<boolean> {
  const { user, sessionId, vault, room } = context;
  if (context.notes[kind]) return true;
  const notes = yield* call(() =>
    vault.open({
      owner: ownerOf(user),
      scope: kind === 'own' ? `${sessionId}/own/${user.userId}` : `${sessionId}/shared`,
      document: room[kind],
      myPublicKey: room.myKey?.publicKey ?? '',
      otherPublicKey: kind === 'shared' ? room.otherKey : null,
    }),
  );
  if (!notes) return false;
  context.notes[kind] = notes;
  yield* put(roomContentChanged({ kind, content: notes.content() }));
  yield* fork(saveNotes, context, kind, notes);
  return true;
}

/** Shared content of the last session: agreed actions and open agenda items. */
function* openLast({ user, vault, room }: RoomContext): Saga {
  const { previous, myKey } = room;
  if (!previous) return;
  const notes: OpenNotes | null = yield* call(() =>
    vault
      .open({
        owner: ownerOf(user),
        scope: `${previous.sessionId}/shared`,
        document: previous.shared,
        myPublicKey: myKey?.publicKey ?? '',
        otherPublicKey: room.otherKey,
      })
      .catch(() => null),
  );
  if (!notes) return;
  yield* put(roomContentChanged({ kind: 'last', content: notes.content() }));
  notes.close();
}

/** A session has a previous one as soon as its time is confirmed, which can be while its page is open. */
function* followPrevious(context: RoomContext): Saga {
  const { getCoachingRoom } = roomApi.endpoints;
  const roomOf = getCoachingRoom.select({ sessionId: context.sessionId });
  while (true) {
    const { data: room } = yield* select(roomOf);
    if (room && room.previous?.sessionId !== context.room.previous?.sessionId) {
      context.room = room;
      yield* call(openLast, context);
      yield* call(carryOver, context);
    }
    yield* take({ match: getCoachingRoom.matchFulfilled });
  }
}

/**
 * Adds items and actions that were not done to the agenda of the next session, once. Their ids stay the same,
 * so both browsers add the same items.
 */
function* carryOver({ notes }: RoomContext): Saga {
  const last = yield* select(({ coachingRoom }) => coachingRoom?.last ?? null);
  const { shared } = notes;
  if (!last || !shared) return;
  const [items, actions] = [itemsToCarry(last, shared.content()), actionsToCarry(last, shared.content())];
  if (items.length + actions.length === 0) return;
  const first = Math.min(0, ...shared.content().agenda.map(({ order }) => order));
  items.forEach((item, index) => {
    const order = first - items.length + index;
    shared.edit({ kind: 'agenda', item: { ...item, order } });
  });
  for (const action of actions) shared.edit({ kind: 'action', action });
  shared.edit({ kind: 'carried', ids: [...items, ...actions].map(({ id }) => id) });
}

/** The person is in the room while its address is shown. On the page before it, the devices are checked. */
function* followPlace(context: RoomContext): Saga {
  const { navigator } = yield* ports();
  try {
    while (true) {
      const place = roomPlaceOf(yield* select(selectLocation));
      const show = place?.sessionId === context.sessionId ? place.show : null;
      const isMeeting = show === 'room' || show === 'join';
      const isOpen = isMeeting && (yield* call(isRoomOpen, context));
      if (show === 'room' && isOpen)
        yield* race({ room: call(stayInRoom, context), left: call(untilNot, context, show) });
      else if (show === 'join' && isOpen)
        yield* race({ check: call(checkDevices, context), left: call(untilNot, context, show) });
      else {
        // The address of a room that is not open, such as one that was copied, becomes the one of the session.
        if (isMeeting && place) yield* call(() => navigator.replace(roomPath(place, null)));
        yield* call(closeMedia, context);
        yield* takeAny(locationChanged);
      }
    }
  } finally {
    yield* call(closeMedia, context);
  }
}

/** The room may have opened since it was read. */
function* isRoomOpen(context: RoomContext): Saga<boolean> {
  if (!context.room.isOpen) context.room = yield* call(readRoom, context.sessionId);
  return context.room.isOpen;
}

/** After the meeting, the page stays until the person leaves it. */
function* stayInRoom(context: RoomContext): Saga {
  yield* fork(showConversation, context);
  yield* call(joinRoom, context);
  yield* call(untilNot, context, 'room');
}

/** A chat that is open shows the conversation with the person of this room, not the one from before. */
function* showConversation({ user, sessionId }: RoomContext): Saga {
  if (!(yield* select(selectIsExpanded))) return;
  const { getCoachingSession } = coachingApi.endpoints;
  const sessionOf = getCoachingSession.select({ sessionId });
  let { data: session } = yield* select(sessionOf);
  while (!session) {
    yield* take({ match: getCoachingSession.matchFulfilled });
    ({ data: session } = yield* select(sessionOf));
  }
  const peerId = session.other.userId;
  const channel = chatChannel(user.tenantId, user.userId, peerId);
  if ((yield* select(selectOpenChannel)) !== channel) yield* put(conversationOpened({ channel, peerId }));
}

function* checkDevices(context: RoomContext): Saga {
  yield* fork(openChannelEarly, context);
  yield* call(openMedia, context);
  yield* call(holdMedia, context);
}

function* untilNot({ sessionId }: RoomContext, show: RoomShow): Saga {
  while (true) {
    const { payload } = yield* takeAny(locationChanged);
    const place = roomPlaceOf(payload.location);
    if (place?.show !== show || place.sessionId !== sessionId) return;
  }
}
