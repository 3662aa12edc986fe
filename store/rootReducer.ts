import { combineSlices } from '@reduxjs/toolkit';
import { baseApi } from '#store/api/baseApi.ts';
import celebrationSlice from '#store/celebration/celebrationSlice.ts';
import { chatReducer } from '#store/chat/chatReducer.ts';
import connectionSlice from '#store/connection/connectionSlice.ts';
import dialogsSlice from '#store/dialogs/dialogsSlice.ts';
import draftsSlice from '#store/drafts/draftsSlice.ts';
import navigationSlice from '#store/navigation/navigationSlice.ts';
import notificationsSlice from '#store/notifications/notificationsSlice.ts';
import peerAlertSlice from '#store/peer-alert/peerAlertSlice.ts';
import presenceSlice from '#store/presence/presenceSlice.ts';
import searchSlice from '#store/search/searchSlice.ts';
import sessionSlice from '#store/session/sessionSlice.ts';
import toastsSlice from '#store/toasts/toastsSlice.ts';

/** Slices that are loaded with their screens add themselves here. */
// biome-ignore lint/suspicious/noEmptyInterface: extended by the slices
export interface LazySlices {}

export const rootReducer = combineSlices(
  sessionSlice,
  navigationSlice,
  dialogsSlice,
  { chat: chatReducer },
  draftsSlice,
  notificationsSlice,
  connectionSlice,
  presenceSlice,
  celebrationSlice,
  peerAlertSlice,
  searchSlice,
  toastsSlice,
  baseApi,
).withLazyLoadedSlices<LazySlices>();
export type RootState = ReturnType<typeof rootReducer>;
