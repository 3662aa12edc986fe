import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionChanged } from '#store/session/sessionSlice.ts';

export interface PresenceState {
  /** Messaging uuids of the people who are there now. */
  online: Record<string, true>;
  /** … and of those who left within the last ten minutes, with the moment at which they did. */
  recently: Record<string, number>;
  connection: {
    /** `connecting` until the first connection; `reconnecting` when there was one. `idle` without a session. */
    phase: 'idle' | 'connecting' | 'connected' | 'reconnecting';
    attempt: number;
    /** The browser itself says that it has no network. */
    isOffline: boolean;
    /** There was a gap in this session: being back is worth a word. */
    hasBeenLost: boolean;
    /** The organisation has a key: what people write goes out encrypted. */
    isEncrypted: boolean;
  };
}
export type Presence = 'online' | 'recently' | 'offline';
export type ConnectionStatus = 'idle' | 'connecting' | 'online' | 'offline' | 'reconnecting';
const initialState: PresenceState = {
  online: {},
  recently: {},
  connection: { phase: 'idle', attempt: 0, isOffline: false, hasBeenLost: false, isEncrypted: false },
};

/** One word for a person known by their messaging uuid. */
export const presenceOf = (
  { online, recently }: Pick<PresenceState, 'online' | 'recently'>,
  uuid: string,
): Presence => (online[uuid] ? 'online' : recently[uuid] === undefined ? 'offline' : 'recently');

function arrive(presence: PresenceState, uuid: string) {
  presence.online[uuid] = true;
  delete presence.recently[uuid];
}

const presenceSlice = createSlice({
  name: 'presence',
  initialState,
  reducers: {
    /** These are there. Who is not among them any more is said to have left when they stay away. */
    peopleListed(presence, { payload }: PayloadAction<{ uuids: string[] }>) {
      for (const uuid of payload.uuids) arrive(presence, uuid);
    },
    peopleChanged: {
      // The clock is read here, before the reducer, so that a replay gives the same state.
      prepare: (payload: { joined: string[]; left: string[] }) => ({
        payload: { ...payload, at: Date.now() },
      }),
      reducer(presence, { payload }: PayloadAction<{ joined: string[]; left: string[]; at: number }>) {
        for (const uuid of payload.joined) arrive(presence, uuid);
        for (const uuid of payload.left) {
          if (!presence.online[uuid]) continue;
          delete presence.online[uuid];
          presence.recently[uuid] = payload.at;
        }
      },
    },
    /** They were here before this page was loaded, and left within the last ten minutes. */
    peopleRemembered(presence, { payload }: PayloadAction<{ recently: Record<string, number> }>) {
      for (const [uuid, at] of Object.entries(payload.recently))
        if (!presence.online[uuid]) presence.recently[uuid] ??= at;
    },
    /** They left ten minutes ago. */
    peopleFaded(presence, { payload }: PayloadAction<{ uuids: string[] }>) {
      for (const uuid of payload.uuids) delete presence.recently[uuid];
    },
    /** What the service says of a channel: the saga decides what of it is shown, and when. */
    announced: (
      _presence,
      _action: PayloadAction<{ channel: string; joined: string[]; left: string[]; isIncomplete: boolean }>,
    ) => {},
    connectionStarted(presence) {
      presence.connection.phase = 'connecting';
    },
    /** The configuration says so, at the beginning of each line. */
    encryptionFound(presence, { payload }: PayloadAction<{ isEncrypted: boolean }>) {
      presence.connection.isEncrypted = payload.isEncrypted;
    },
    /** The line stands again: what was missed is being fetched, and `connected` is said when it is there. */
    connectionFound: () => {},
    /** A short call had no answer: the connection is looked after. */
    connectionDoubted: () => {},
    connected(presence) {
      presence.connection.phase = 'connected';
      presence.connection.attempt = 0;
    },
    /** `isRefused`: the access key counts no longer, or the service refused the request. */
    connectionLost(presence, _action: PayloadAction<{ isRefused: boolean }>) {
      presence.connection.attempt += 1;
      if (presence.connection.phase === 'connecting') return;
      presence.connection.phase = 'reconnecting';
      presence.connection.hasBeenLost = true;
    },
    networkChanged(presence, { payload }: PayloadAction<{ isOnline: boolean }>) {
      presence.connection.isOffline = !payload.isOnline;
    },
  },
  extraReducers: (builder) =>
    builder.addMatcher(sessionChanged, ({ connection }) => fresh(connection.isOffline)),
  selectors: {
    selectOnline: (presence) => presence.online,
    selectRecently: (presence) => presence.recently,
    selectPresence: presenceOf,
    selectConnection: (presence) => presence.connection,
    selectIsEncrypted: (presence) => presence.connection.isEncrypted,
    /** In one word, as a person would say it. */
    selectConnectionStatus: ({ connection }): ConnectionStatus => {
      if (connection.isOffline) return 'offline';
      return connection.phase === 'connected' ? 'online' : connection.phase;
    },
  },
});
const fresh = (isOffline: boolean): PresenceState => ({
  ...initialState,
  connection: { ...initialState.connection, isOffline },
});
export const {
  peopleListed,
  peopleChanged,
  peopleFaded,
  peopleRemembered,
  announced: presenceAnnounced,
  connectionStarted,
  encryptionFound,
  connectionFound,
  connectionDoubted,
  connected,
  connectionLost,
  networkChanged,
} = presenceSlice.actions;
export const {
  selectOnline,
  selectRecently,
  selectPresence,
  selectConnection,
  selectIsEncrypted,
  selectConnectionStatus,
} = presenceSlice.selectors;
export default presenceSlice;
