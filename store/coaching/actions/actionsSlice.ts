import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { SessionAction } from '#store/coaching/room/notesContent.ts';
import { rootReducer } from '#store/rootReducer.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';
import { actionsApi } from './actionsApi.ts';

/** An open action of one of the last sessions, decrypted in this browser. */
export interface AgreedAction extends SessionAction {
  sessionId: string;
  programId: string;
  programName: string;
  learnerId: number;
  /** The other person in the session. */
  otherName: string;
  agreedAt: string | null;
  isOverdue: boolean;
}

interface ActionsState {
  /** `locked`: this browser does not have the key. `none`: the person has no key yet. */
  keys: 'unknown' | 'none' | 'locked' | 'open';
  /** A session at which the recovery code can be entered. */
  unlockAt: { programId: string; sessionId: string } | null;
  actions: AgreedAction[];
}
const initialState: ActionsState = { keys: 'unknown', unlockAt: null, actions: [] };

const actionsSlice = createSlice({
  name: 'coachingActions',
  initialState,
  reducers: {
    read: (_state, { payload }: PayloadAction<ActionsState>) => payload,
    /** Event for the saga, which marks it as done in the encrypted notes. */
    done: (state, { payload }: PayloadAction<{ sessionId: string; id: string }>) => {
      state.actions = state.actions.filter(({ id }) => id !== payload.id);
    },
  },
  extraReducers: (builder) =>
    builder
      .addMatcher(sessionChanged, () => initialState)
      // A person without keys has no actions to decrypt.
      .addMatcher(actionsApi.endpoints.getCoachingActions.matchFulfilled, (state, { payload }) =>
        payload.myKey === null ? { ...initialState, keys: 'none' as const } : state,
      ),
  selectors: { selectAgreedActions: (state) => state },
});

declare module '#store/rootReducer.ts' {
  export interface LazySlices extends WithSlice<typeof actionsSlice> {}
}
const injected = actionsSlice.injectInto(rootReducer);

export const { read: agreedActionsRead, done: agreedActionDone } = actionsSlice.actions;
export const { selectAgreedActions } = injected.selectors;
