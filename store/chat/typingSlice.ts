import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionChanged } from '#store/session/sessionSlice.ts';
import { messagesReceived } from './messagesSlice.ts';

/** The channels in which the peer is typing. */
const initialState: Record<string, true> = {};

const typingSlice = createSlice({
  name: 'chat',
  reducerPath: 'typing',
  initialState,
  reducers: {
    peerStartedTyping(typing, { payload }: PayloadAction<{ channel: string }>) {
      typing[payload.channel] = true;
    },
    peerStoppedTyping(typing, { payload }: PayloadAction<{ channel: string }>) {
      delete typing[payload.channel];
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(messagesReceived, (typing, { payload }) => {
        for (const { message, isOwn } of payload.messages) if (!isOwn) delete typing[message.channel];
      })
      .addMatcher(sessionChanged, () => initialState),
});
export const { peerStartedTyping, peerStoppedTyping } = typingSlice.actions;
export default typingSlice;
