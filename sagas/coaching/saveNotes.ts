import { buffers } from 'redux-saga';
import type { DocumentKind } from '#contract/learning/coachingRoom.ts';
import { waitToRetry } from '#sagas/backoff.ts';
import { call, delay, flush, fork, portEvents, put, run, type Saga, takeFrom } from '#sagas/effects.ts';
import { isFinalFailure, problemOf } from '#store/api/problemOf.ts';
import { roomApi } from '#store/coaching/room/roomApi.ts';
import { roomContentChanged, roomSavingChanged } from '#store/coaching/room/roomSlice.ts';
import type { NotesEvent, OpenNotes } from '#store/ports/coachingVault.ts';
import { type RoomContext, readRoom, readRoomOnce } from './roomContext.ts';

/** Typing is saved after this pause. Every change is stored in the browser immediately. */
const PAUSE_MS = 700;

/** Shows every change of a document, and saves local ones. */
export function* saveNotes(context: RoomContext, kind: DocumentKind, notes: OpenNotes): Saga {
  const events = portEvents<NotesEvent>('notes', (emit) => notes.listen(emit), buffers.expanding(16));
  const saves = portEvents<NotesEvent>(
    'notes',
    (emit) => notes.listen((event) => event.isLocal && emit(event)),
    buffers.sliding(1),
  );
  try {
    yield* fork(function* showChanges(): Saga {
      while (true) {
        yield* takeFrom(events);
        yield* put(roomContentChanged({ kind, content: notes.content() }));
      }
    });
    if (isToSaveFirst(context, kind, notes)) yield* call(save, context, kind, notes);
    while (true) {
      yield* takeFrom(saves);
      yield* put(roomSavingChanged({ kind, saving: 'saving' }));
      yield* delay(PAUSE_MS);
      yield* flush(saves);
      yield* call(save, context, kind, notes);
    }
  } finally {
    events.close();
    saves.close();
  }
}

/**
 * The shared document is created immediately, so that both browsers use the same key, and saved again if the other person
 * has set up another key.
 */
function isToSaveFirst({ room: { otherKey } }: RoomContext, kind: DocumentKind, notes: OpenNotes) {
  if (kind === 'own') return notes.hasUnsaved() && hasContent(notes);
  return notes.hasUnsaved() || (otherKey !== null && !notes.isSharedWith(otherKey));
}

const hasContent = (notes: OpenNotes) => {
  const { text, agenda, actions } = notes.content();
  return text !== '' || agenda.length > 0 || actions.length > 0;
};

/**
 * Saves until it succeeds; false if the server refuses it. When the stored document has changed in the meantime, it is merged
 * and saved again.
 */
export function* save(context: RoomContext, kind: DocumentKind, notes: OpenNotes): Saga<boolean> {
  const { sessionId } = context;
  yield* put(roomSavingChanged({ kind, saving: 'saving' }));
  let isOutdated = false;
  let conflicts = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      if (isOutdated) {
        yield* call(mergeStored, context);
        // Both people created the document at the same time. It can be merged once the other browser has encrypted it for
        // this person.
        isOutdated = context.room[kind]?.envelope === null;
      }
      if (!isOutdated) {
        const other = kind === 'shared' ? context.room.otherKey : null;
        const edit = yield* call(() => notes.toSave(other));
        const { version } = yield* run(
          roomApi.endpoints.saveCoachingNotes.initiate({ sessionId, kind, edit }, { track: false }),
        );
        yield* call(() => notes.saved(version));
        yield* put(roomSavingChanged({ kind, saving: 'saved' }));
        return true;
      }
    } catch (error) {
      const failure = problemOf(error);
      isOutdated ||= failure.code === 'conflict';
      if (failure.code === 'conflict' && ++conflicts <= 5) continue;
      if (failure.code !== 'conflict' && isFinalFailure(failure)) {
        yield* put(roomSavingChanged({ kind, saving: 'waiting' }));
        return false;
      }
    }
    yield* put(roomSavingChanged({ kind, saving: 'waiting' }));
    yield* waitToRetry(attempt);
  }
}

/** Reads the stored documents and merges them into the open ones. */
export function* mergeStored(context: RoomContext, read = readRoom): Saga {
  context.room = yield* call(read, context.sessionId);
  const { room, notes } = context;
  for (const kind of ['own', 'shared'] as const) {
    const [stored, open] = [room[kind], notes[kind]];
    if (stored && open) yield* call(() => open.merge(stored, kind === 'shared' ? room.otherKey : null));
  }
}

/** Merges them if that is possible now. Messages of the room wait for it, so it does not retry, and a failure does not end the room. */
export function* tryToMerge(context: RoomContext): Saga {
  try {
    yield* call(mergeStored, context, readRoomOnce);
  } catch {
    // The next message of the other tab tries again.
  }
}
