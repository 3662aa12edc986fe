import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionChanged } from '#store/session/sessionSlice.ts';

const initialState = {
  isRunning: false,
  /** Whether the text 'All Selected Topics Completed' is shown, from 2 s to 7 s. */
  isTextShown: false,
  /** The learner who completed the topics, for a manager or coach; null for the user's own completion. */
  learnerName: null as string | null,
  programName: null as string | null,
};
type Celebrated = Pick<typeof initialState, 'learnerName' | 'programName'>;

const celebrationSlice = createSlice({
  name: 'celebration',
  initialState,
  reducers: {
    started: (_state, { payload }: PayloadAction<Celebrated>) => ({
      isRunning: true,
      isTextShown: false,
      ...payload,
    }),
    textShown(celebration) {
      celebration.isTextShown = true;
    },
    textHidden(celebration) {
      celebration.isTextShown = false;
    },
    /** The user pressed Stop or Escape. */
    stopped: () => initialState,
    ended: () => initialState,
  },
  extraReducers: (builder) => builder.addMatcher(sessionChanged, () => initialState),
  selectors: { selectCelebration: (celebration) => celebration },
});
export const {
  started: celebrationStarted,
  textShown: celebrationTextShown,
  textHidden: celebrationTextHidden,
  stopped: celebrationStopped,
  ended: celebrationEnded,
} = celebrationSlice.actions;
export const { selectCelebration } = celebrationSlice.selectors;
export default celebrationSlice;
