import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionChanged } from '#store/session/sessionSlice.ts';

interface ConnectionState {
  /** `idle` without a session, `connecting` until the first connection, `reconnecting` after a lost connection. */
  phase: 'idle' | 'connecting' | 'connected' | 'reconnecting';
  attempt: number;
  /** The browser reports that it has no network. */
  isOffline: boolean;
  /** True if the connection was lost in this session, so that its return is announced. */
  hasBeenLost: boolean;
  /** True if the organisation has a cipher key, so that its members' messages are encrypted. */
  isEncrypted: boolean;
}
export type ConnectionStatus = 'idle' | 'connecting' | 'online' | 'offline' | 'reconnecting';
const initialState: ConnectionState = {
  phase: 'idle',
  attempt: 0,
  isOffline: false,
  hasBeenLost: false,
  isEncrypted: false,
};

/** The connection to the messaging service. See docs/decisions/0015-reconnect-and-catch-up.md. */
const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    started(connection) {
      connection.phase = 'connecting';
    },
    /** Set from the configuration, before each connection. */
    encryptionDetected(connection, { payload }: PayloadAction<{ isEncrypted: boolean }>) {
      connection.isEncrypted = payload.isEncrypted;
    },
    /** The service responds again. Missed events are fetched before `connected`. */
    established: () => {},
    /** A call got no response, so the connection is checked. */
    doubted: () => {},
    connected(connection) {
      connection.phase = 'connected';
      connection.attempt = 0;
    },
    /** `isRefused`: the access key is no longer valid, or the service refused the request. */
    lost(connection, _action: PayloadAction<{ isRefused: boolean }>) {
      connection.attempt += 1;
      if (connection.phase === 'connecting') return;
      connection.phase = 'reconnecting';
      connection.hasBeenLost = true;
    },
    networkChanged(connection, { payload }: PayloadAction<{ isOnline: boolean }>) {
      connection.isOffline = !payload.isOnline;
    },
  },
  extraReducers: (builder) =>
    builder.addMatcher(sessionChanged, ({ isOffline }) => ({ ...initialState, isOffline })),
  selectors: {
    selectConnection: (connection) => connection,
    selectIsEncrypted: (connection) => connection.isEncrypted,
    selectConnectionStatus: ({ phase, isOffline }): ConnectionStatus => {
      if (isOffline) return 'offline';
      return phase === 'connected' ? 'online' : phase;
    },
  },
});
export const {
  started: connectionStarted,
  encryptionDetected,
  established: connectionEstablished,
  doubted: connectionDoubted,
  connected,
  lost: connectionLost,
  networkChanged,
} = connectionSlice.actions;
export const { selectConnection, selectIsEncrypted, selectConnectionStatus } = connectionSlice.selectors;
export default connectionSlice;
