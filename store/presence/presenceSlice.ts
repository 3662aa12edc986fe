import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { connectionLost } from '#store/connection/connectionSlice.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';

export interface PresenceState {
  /**
   * True if the list of online people was loaded since the last connection. Before that, it is unknown who is offline.
   */
  isKnown: boolean;
  /** Messaging uuids of the people who are online. */
  online: Record<string, true>;
  /** People whose presence is followed in a large organisation; null if everyone's is. */
  followed: Record<string, true> | null;
  /** When people left within the last 10 minutes, by messaging uuid, in milliseconds. */
  recently: Record<string, number>;
}
export type Presence = 'online' | 'recently' | 'offline' | 'unknown';
const initialState: PresenceState = { isKnown: false, online: {}, followed: null, recently: {} };

export function presenceOf({ isKnown, online, recently, followed }: PresenceState, uuid: string): Presence {
  if (online[uuid]) return 'online';
  if (recently[uuid] !== undefined) return 'recently';
  return isKnown && (followed === null || followed[uuid]) ? 'offline' : 'unknown';
}

function setOnline(presence: PresenceState, uuid: string) {
  presence.online[uuid] = true;
  delete presence.recently[uuid];
}

const presenceSlice = createSlice({
  name: 'presence',
  initialState,
  reducers: {
    /** These people are online. After a delay, a saga reports the people who are missing from the list as left. */
    peopleListed(presence, { payload }: PayloadAction<{ uuids: string[] }>) {
      presence.isKnown = true;
      for (const uuid of payload.uuids) setOnline(presence, uuid);
    },
    peopleChanged: {
      // The clock is read before the reducer, so that a replay gives the same state.
      prepare: (payload: { joined: string[]; left: string[] }) => ({
        payload: { ...payload, at: Date.now() },
      }),
      reducer(presence, { payload }: PayloadAction<{ joined: string[]; left: string[]; at: number }>) {
        for (const uuid of payload.joined) setOnline(presence, uuid);
        for (const uuid of payload.left) {
          if (!presence.online[uuid]) continue;
          delete presence.online[uuid];
          presence.recently[uuid] = payload.at;
        }
      },
    },
    /** People from before a reload who left within the last 10 minutes. */
    peopleRemembered(presence, { payload }: PayloadAction<{ recently: Record<string, number> }>) {
      for (const [uuid, at] of Object.entries(payload.recently))
        if (!presence.online[uuid]) presence.recently[uuid] ??= at;
    },
    /** From now on, the presence of these people is followed, and no one else's. */
    peopleFollowed(presence, { payload }: PayloadAction<{ uuids: string[] }>) {
      presence.followed ??= {};
      for (const uuid of payload.uuids) presence.followed[uuid] = true;
    },
    /** A screen shows the presence of this person. */
    shown: (_presence, _action: PayloadAction<{ userId: number }>) => {},
    /** 10 minutes have passed since they left. */
    peopleFaded(presence, { payload }: PayloadAction<{ uuids: string[] }>) {
      for (const uuid of payload.uuids) delete presence.recently[uuid];
    },
    /** A presence event of the service. A saga decides whether and when the screen shows it. */
    announced: (
      _presence,
      _action: PayloadAction<{ channel: string; joined: string[]; left: string[]; isIncomplete: boolean }>,
    ) => {},
  },
  extraReducers: (builder) =>
    builder
      .addCase(connectionLost, (presence) => {
        presence.isKnown = false;
      })
      .addMatcher(sessionChanged, () => initialState),
  selectors: {
    selectPresenceState: (presence) => presence,
    selectOnline: (presence) => presence.online,
    selectRecently: (presence) => presence.recently,
    selectFollowed: (presence) => presence.followed,
    selectPresence: presenceOf,
  },
});
export const {
  peopleListed,
  peopleChanged,
  peopleFaded,
  peopleRemembered,
  peopleFollowed,
  shown: presenceShown,
  announced: presenceAnnounced,
} = presenceSlice.actions;
export const { selectPresenceState, selectOnline, selectRecently, selectFollowed, selectPresence } =
  presenceSlice.selectors;
export default presenceSlice;
