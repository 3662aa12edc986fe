import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionChanged } from '#store/session/sessionSlice.ts';

export interface PresenceState {
  /** Messaging uuids of the people who are there now. */
  online: Record<string, true>;
  connection: {
    /** `connecting` until the first connection; `reconnecting` when there was one. `idle` without a session. */
    phase: 'idle' | 'connecting' | 'connected' | 'reconnecting';
    attempt: number;
    /** The browser itself says that it has no network. */
    isOffline: boolean;
  };
}
export type ConnectionStatus = 'idle' | 'connecting' | 'online' | 'offline' | 'reconnecting';
const initialState: PresenceState = {
  online: {},
  connection: { phase: 'idle', attempt: 0, isOffline: false },
};

const presenceSlice = createSlice({
  name: 'presence',
  initialState,
  reducers: {
    peopleListed: (presence, { payload }: PayloadAction<{ uuids: string[] }>) => ({
      ...presence,
      online: Object.fromEntries(payload.uuids.map((uuid) => [uuid, true as const])),
    }),
    peopleChanged(presence, { payload }: PayloadAction<{ joined: string[]; left: string[] }>) {
      for (const uuid of payload.joined) presence.online[uuid] = true;
      for (const uuid of payload.left) delete presence.online[uuid];
    },
    /** What the service says of a channel: the saga decides what of it is shown, and when. */
    announced: (
      _presence,
      _action: PayloadAction<{ channel: string; joined: string[]; left: string[]; isIncomplete: boolean }>,
    ) => {},
    connectionStarted(presence) {
      presence.connection.phase = 'connecting';
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
      if (presence.connection.phase !== 'connecting') presence.connection.phase = 'reconnecting';
    },
    networkChanged(presence, { payload }: PayloadAction<{ isOnline: boolean }>) {
      presence.connection.isOffline = !payload.isOnline;
    },
  },
  extraReducers: (builder) =>
    builder.addMatcher(sessionChanged, ({ connection }) => fresh(connection.isOffline)),
  selectors: {
    selectOnline: (presence) => presence.online,
    selectConnection: (presence) => presence.connection,
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
  announced: presenceAnnounced,
  connectionStarted,
  connectionFound,
  connectionDoubted,
  connected,
  connectionLost,
  networkChanged,
} = presenceSlice.actions;
export const { selectOnline, selectConnection, selectConnectionStatus } = presenceSlice.selectors;
export default presenceSlice;
