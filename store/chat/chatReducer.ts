import { combineSlices } from '@reduxjs/toolkit';
import conversationsSlice from './conversationsSlice.ts';
import messageActionsSlice from './messageActionsSlice.ts';
import messagesSlice from './messagesSlice.ts';
import typingSlice from './typingSlice.ts';
import widgetSlice from './widgetSlice.ts';

/** Each slice handles the events that concern it. No slice reads the state of another slice. */
export const chatReducer = combineSlices(
  widgetSlice,
  conversationsSlice,
  messagesSlice,
  messageActionsSlice,
  typingSlice,
);
