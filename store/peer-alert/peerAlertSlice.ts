import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { locationChanged } from '#store/navigation/navigationSlice.ts';
import { isSamePath } from '#store/navigation/routes.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';

/** A peer has joined a coaching session that the user is not viewing. `path` is its address. */
export interface PeerAlert {
  userId: number | null;
  programName: string | null;
  sessionId: string;
  path: string;
}
const initialState = { alert: null as PeerAlert | null };

const peerAlertSlice = createSlice({
  name: 'peerAlert',
  initialState,
  reducers: {
    raised: (_state, { payload }: PayloadAction<PeerAlert>) => ({ alert: payload }),
    dismissed: () => initialState,
    /** The peer has left, so the alert is removed. */
    peerLeft: () => initialState,
  },
  extraReducers: (builder) =>
    builder
      .addCase(locationChanged, (state, { payload }) => {
        const session = state.alert?.path.split('?')[0] ?? '';
        return state.alert && isSamePath(payload.location.pathname, session) ? initialState : state;
      })
      .addMatcher(sessionChanged, () => initialState),
  selectors: { selectPeerAlert: (state) => state.alert },
});
export const { raised: peerAlertRaised, dismissed: peerAlertDismissed, peerLeft } = peerAlertSlice.actions;
export const { selectPeerAlert } = peerAlertSlice.selectors;
export default peerAlertSlice;
