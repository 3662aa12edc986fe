import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What all three variants share: the state, the actions and the port. */
export interface Message {
  id: string;
  text: string;
}
export interface SendingState {
  messages: (Message & { status: 'sending' | 'sent' | 'failed' })[];
}
/** Rejects if the message was not accepted. An aborted call has no more effect. */
export type Publish = (message: Message, signal: AbortSignal) => Promise<void>;

/** Waits before the second, third and fourth attempt. */
export const WAITS_MS = [1_000, 2_000, 4_000];

const slice = createSlice({
  name: 'messages',
  initialState: { messages: [] } as SendingState,
  reducers: {
    /** The message is shown immediately. */
    submitted(state, { payload }: PayloadAction<Message>) {
      state.messages.push({ ...payload, status: 'sending' });
    },
    settled(state, { payload: { id, status } }: PayloadAction<{ id: string; status: 'sent' | 'failed' }>) {
      const message = state.messages.find((one) => one.id === id);
      if (message) message.status = status;
    },
    signedOut: () => ({ messages: [] }),
  },
});
export const { submitted, settled, signedOut } = slice.actions;
export const messagesReducer = slice.reducer;

/** How the tests use each variant. */
export interface Client {
  send(message: Message): void;
  signOut(): void;
  state(): SendingState;
}
