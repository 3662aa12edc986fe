import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { DocumentKind } from '#contract/learning/coachingRoom.ts';
import type { CallQuality, CallState, DeviceKind, Devices, OwnMedia } from '#store/ports/coachingCall.ts';
import { rootReducer } from '#store/rootReducer.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';
import type { NotesContent, NotesEdit } from './notesContent.ts';

/**
 * `setup`: the rules are not accepted, or there are no keys yet. `locked`: this browser does not have the key. `waiting`: the
 * other person's browser has to encrypt the notes for this person first.
 */
export type NotesPhase = 'loading' | 'setup' | 'locked' | 'waiting' | 'open' | 'failed';

/** An action that is typed and not added yet. Without an owner it is the person's own. */
interface NewAction {
  text: string;
  ownerId: number | null;
  due: string;
}
interface NewAgendaItem {
  text: string;
  minutes: number;
  aboutId: string;
  isPrivate: boolean;
}

interface RoomState {
  sessionId: string | null;
  notes: NotesPhase;
  shared: NotesContent | null;
  own: NotesContent | null;
  /** Shared content of the last session of the two. */
  last: NotesContent | null;
  saving: Record<DocumentKind, 'saved' | 'saving' | 'waiting'>;
  /** Whether this person has changed a document since the session was opened. */
  hasWritten: Record<DocumentKind, boolean>;
  /** Kept here because the page changes when the other person finishes the session; not in a draft, which is stored unencrypted. */
  newAction: NewAction;
  newAgendaItem: NewAgendaItem;
  isInRoom: boolean;
  /** Whether the single-key shortcuts of the room are switched on. */
  hasKeys: boolean;
  /** Another tab or device of this person has entered the room. */
  isElsewhere: boolean;
  connection: 'connecting' | 'connected' | 'lost';
  /** When the other person entered, and when they left, in milliseconds by the server's clock. */
  otherSince: number | null;
  otherLeftAt: number | null;
  metAt: number | null;
  /** Server time minus the clock of this device. */
  clockOffset: number;
  call: CallView;
}
/** Audio and video. The streams themselves are in the port. */
export interface CallView {
  mine: 'none' | 'starting' | OwnMedia;
  state: 'none' | CallState;
  isMuted: boolean;
  isCameraOff: boolean;
  isSharing: boolean;
  quality: CallQuality;
  hasCaptions: boolean;
  isOtherMuted: boolean;
  isOtherCameraOff: boolean;
  /** A device that was unplugged. */
  ended: 'microphone' | 'camera' | null;
  devices: Devices | null;
  /** Ids of the devices that the person has chosen. */
  chosen: Partial<Record<DeviceKind, string>>;
}
const noCall: CallView = {
  mine: 'none',
  state: 'none',
  isMuted: false,
  isCameraOff: false,
  isSharing: false,
  quality: 'high',
  hasCaptions: false,
  isOtherMuted: false,
  isOtherCameraOff: false,
  ended: null,
  devices: null,
  chosen: {},
};
const initialState: RoomState = {
  sessionId: null,
  notes: 'loading',
  shared: null,
  own: null,
  last: null,
  saving: { own: 'saved', shared: 'saved' },
  hasWritten: { own: false, shared: false },
  newAction: { text: '', ownerId: null, due: '' },
  newAgendaItem: { text: '', minutes: 10, aboutId: '', isPrivate: false },
  isInRoom: false,
  hasKeys: true,
  isElsewhere: false,
  connection: 'connecting',
  otherSince: null,
  otherLeftAt: null,
  metAt: null,
  clockOffset: 0,
  call: noCall,
};

const roomSlice = createSlice({
  name: 'coachingRoom',
  initialState,
  reducers: {
    opened: (_state, { payload }: PayloadAction<{ sessionId: string }>) => ({ ...initialState, ...payload }),
    closed: () => initialState,
    notesChanged: (state, { payload }: PayloadAction<{ phase: NotesPhase }>) => {
      state.notes = payload.phase;
    },
    contentChanged: (
      state,
      { payload }: PayloadAction<{ kind: DocumentKind | 'last'; content: NotesContent }>,
    ) => {
      state[payload.kind] = payload.content;
    },
    savingChanged: (
      state,
      { payload }: PayloadAction<{ kind: DocumentKind; saving: RoomState['saving'][DocumentKind] }>,
    ) => {
      state.saving[payload.kind] = payload.saving;
    },
    newActionChanged: (state, { payload }: PayloadAction<Partial<NewAction>>) => {
      Object.assign(state.newAction, payload);
    },
    newAgendaItemChanged: (state, { payload }: PayloadAction<Partial<NewAgendaItem>>) => {
      Object.assign(state.newAgendaItem, payload);
    },
    entered: (state, { payload }: PayloadAction<{ clockOffset: number }>) => ({
      ...state,
      ...payload,
      isInRoom: true,
      isElsewhere: false,
      connection: 'connecting' as const,
      otherSince: null,
      otherLeftAt: null,
    }),
    left: (state, { payload }: PayloadAction<{ isElsewhere: boolean }>) => {
      state.isInRoom = false;
      state.isElsewhere = payload.isElsewhere;
      state.connection = 'connecting';
      state.otherSince = null;
    },
    connectionChanged: (state, { payload }: PayloadAction<{ connection: RoomState['connection'] }>) => {
      state.connection = payload.connection;
    },
    otherEntered: (state, { payload }: PayloadAction<{ at: number }>) => {
      state.otherSince ??= payload.at;
      state.otherLeftAt = null;
    },
    otherLeft: (state, { payload }: PayloadAction<{ at: number }>) => {
      if (state.otherSince !== null) state.otherLeftAt = payload.at;
      state.otherSince = null;
    },
    met: (state, { payload }: PayloadAction<{ at: number | null }>) => {
      state.metAt = payload.at;
    },
    callChanged: (state, { payload }: PayloadAction<Partial<CallView>>) => {
      Object.assign(state.call, payload);
    },
    deviceChosen: (state, { payload }: PayloadAction<{ kind: DeviceKind; id: string }>) => {
      state.call.chosen[payload.kind] = payload.id;
    },
    keysToggled: (state) => {
      state.hasKeys = !state.hasKeys;
    },
    captionsToggled: (state) => {
      state.call.hasCaptions = !state.call.hasCaptions;
    },
    /** Events for the saga. */
    callRetried: () => {},
    muteToggled: () => {},
    cameraToggled: () => {},
    screenToggled: () => {},
    /** An event for the saga; the content changes when the document has. */
    edited: (state, { payload }: PayloadAction<{ kind: DocumentKind; edit: NotesEdit }>) => {
      state.hasWritten[payload.kind] = true;
    },
    /** The learner lets one more person read the shared notes. */
    shared: (_state, _action: PayloadAction<{ userId: number; publicKey: string }>) => {},
    unlocked: () => {},
    continuedHere: () => {},
  },
  extraReducers: (builder) => builder.addMatcher(sessionChanged, () => initialState),
  selectors: {
    selectRoom: (state) => state,
  },
});

declare module '#store/rootReducer.ts' {
  export interface LazySlices extends WithSlice<typeof roomSlice> {}
}
const injected = roomSlice.injectInto(rootReducer);

export const {
  opened: roomOpened,
  closed: roomClosed,
  notesChanged: roomNotesChanged,
  contentChanged: roomContentChanged,
  savingChanged: roomSavingChanged,
  newActionChanged,
  newAgendaItemChanged,
  entered: roomEntered,
  left: roomLeft,
  connectionChanged: roomConnectionChanged,
  otherEntered: otherEnteredRoom,
  otherLeft: otherLeftRoom,
  met: roomMet,
  callChanged,
  deviceChosen,
  captionsToggled,
  keysToggled,
  callRetried,
  muteToggled,
  cameraToggled,
  screenToggled,
  edited: roomEdited,
  shared: notesShared,
  unlocked: roomUnlocked,
  continuedHere: roomContinuedHere,
} = roomSlice.actions;
export const { selectRoom } = injected.selectors;
