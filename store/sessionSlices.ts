import type { Slice } from '@reduxjs/toolkit';
import celebrationSlice from '#store/celebration/celebrationSlice.ts';
import { chatReducer } from '#store/chat/chatReducer.ts';
import conversationsSlice from '#store/chat/conversationsSlice.ts';
import messageActionsSlice from '#store/chat/messageActionsSlice.ts';
import messagesSlice from '#store/chat/messagesSlice.ts';
import typingSlice from '#store/chat/typingSlice.ts';
import draftsSlice from '#store/drafts/draftsSlice.ts';
import notificationsSlice from '#store/notifications/notificationsSlice.ts';
import peerAlertSlice from '#store/peer-alert/peerAlertSlice.ts';
import presenceSlice from '#store/presence/presenceSlice.ts';
import searchSlice from '#store/search/searchSlice.ts';
import { rootReducer } from './rootReducer.ts';

/**
 * Importing this file adds the slices that only a signed-in user needs, so /login does not load them. The session's code
 * imports it and is loaded before `signedIn` is dispatched; the state has the slices from that action on.
 */
const chatSlices = [conversationsSlice, messagesSlice, messageActionsSlice, typingSlice] as const;
const slices = [
  draftsSlice,
  notificationsSlice,
  presenceSlice,
  celebrationSlice,
  peerAlertSlice,
  searchSlice,
] as const;

for (const slice of chatSlices) chatReducer.inject(slice);
for (const slice of slices) rootReducer.inject(slice);

type StateOf<S extends Slice> = { [One in S as One['reducerPath']]: ReturnType<One['reducer']> };
declare module '#store/chat/chatReducer.ts' {
  export interface ChatSlices extends StateOf<(typeof chatSlices)[number]> {}
}
declare module '#store/rootReducer.ts' {
  export interface SessionSlices extends StateOf<(typeof slices)[number]> {}
}
