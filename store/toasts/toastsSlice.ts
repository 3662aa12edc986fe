import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isRejectedMutation } from '#store/api/fulfilledMutation.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';

/** The toast for the user's last action, shown for several seconds. A new one replaces it. */
export interface Toast {
  id: string;
  text: string;
  canUndo: boolean;
  /** The endpoint whose success the toast tells. */
  endpointName?: string;
}
const initialState = { shown: null as Toast | null };

const toastsSlice = createSlice({
  name: 'toasts',
  initialState,
  reducers: {
    shown: (_toasts, { payload }: PayloadAction<Toast>) => ({ shown: payload }),
    closed: (toasts, { payload }: PayloadAction<{ id: string }>) =>
      toasts.shown?.id === payload.id ? initialState : toasts,
    /** The user asked to undo the action. */
    undone: (toasts, { payload }: PayloadAction<{ id: string }>) =>
      toasts.shown?.id === payload.id ? initialState : toasts,
  },
  extraReducers: (builder) =>
    builder
      .addMatcher(sessionChanged, () => initialState)
      // The success of an earlier save would contradict the error on the screen.
      .addMatcher(isRejectedMutation, ({ shown }, { meta }) =>
        shown && !shown.canUndo && shown.endpointName === meta.arg.endpointName ? initialState : { shown },
      ),
  selectors: { selectToast: (toasts) => toasts.shown },
});
export const { shown: toastShown, closed: toastClosed, undone: toastUndone } = toastsSlice.actions;
export const { selectToast } = toastsSlice.selectors;
export default toastsSlice;
