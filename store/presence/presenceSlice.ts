import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionRejected, signedOut } from '#store/session/sessionSlice.ts';

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
    connectionStarted(presence) {
      presence.connection.phase = 'connecting';
    },
    connected(presence) {
      presence.connection.phase = 'connected';
      presence.connection.attempt = 0;
    },
    connectionLost(presence, { payload }: PayloadAction<{ attempt: number }>) {
      presence.connection.attempt = payload.attempt;
      if (presence.connection.phase !== 'connecting') presence.connection.phase = 'reconnecting';
    },
    networkChanged(presence, { payload }: PayloadAction<{ isOnline: boolean }>) {
      presence.connection.isOffline = !payload.isOnline;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(sessionRejected, ({ connection }) => fresh(connection.isOffline))
      .addCase(signedOut, ({ connection }) => fresh(connection.isOffline)),
  selectors: {
    selectOnline: (presence) => presence.online,
    selectConnection: (presence) => presence.connection,
    selectIsUuidOnline: (presence, uuid: string) => presence.online[uuid] === true,
  },
});
const fresh = (isOffline: boolean): PresenceState => ({
  ...initialState,
  connection: { ...initialState.connection, isOffline },
});
export const { peopleListed, peopleChanged, connectionStarted, connected, connectionLost, networkChanged } =
  presenceSlice.actions;
export const { selectOnline, selectConnection, selectIsUuidOnline } = presenceSlice.selectors;
export default presenceSlice;
