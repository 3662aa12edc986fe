import { type CombinedSliceReducer, combineSlices } from '@reduxjs/toolkit';
import { baseApi } from '#store/api/baseApi.ts';
import { chatReducer } from '#store/chat/chatReducer.ts';
import connectionSlice from '#store/connection/connectionSlice.ts';
import dialogsSlice from '#store/dialogs/dialogsSlice.ts';
import navigationSlice from '#store/navigation/navigationSlice.ts';
import sessionSlice from '#store/session/sessionSlice.ts';
import toastsSlice from '#store/toasts/toastsSlice.ts';

/** Slices that are loaded with their screens add themselves here. */
// biome-ignore lint/suspicious/noEmptyInterface: extended by the slices
export interface LazySlices {}
/** Slices that are loaded with the session's code, before `signedIn` is dispatched (sessionSlices.ts). */
// biome-ignore lint/suspicious/noEmptyInterface: extended by sessionSlices.ts
export interface SessionSlices {}

const startReducer = combineSlices(
  sessionSlice,
  navigationSlice,
  dialogsSlice,
  { chat: chatReducer },
  connectionSlice,
  toastsSlice,
  baseApi,
).withLazyLoadedSlices<LazySlices>();
type State = ReturnType<typeof startReducer> & SessionSlices;

export const rootReducer = startReducer as unknown as CombinedSliceReducer<State>;
export type RootState = State;
