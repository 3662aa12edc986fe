import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { messageSubmitted } from '#store/chat/chatSlice.ts';
import { sessionRejected, signedIn, signedOut } from '#store/session/sessionSlice.ts';

export const chatDraftKey = (channel: string) => `chat/${channel}`;

/**
 * What a person has typed and not sent, by the place where it was typed. It outlives a session that the service ended
 * and is given back to the same person only; leaving by the button forgets it.
 */
const initialState = { ownerId: null as number | null, texts: {} as Record<string, string> };

const draftsSlice = createSlice({
  name: 'drafts',
  initialState,
  reducers: {
    changed(drafts, { payload }: PayloadAction<{ key: string; text: string }>) {
      if (payload.text === '') delete drafts.texts[payload.key];
      else drafts.texts[payload.key] = payload.text;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(messageSubmitted, (drafts, { payload }) => {
        delete drafts.texts[chatDraftKey(payload.channel)];
      })
      .addCase(signedIn, (drafts, { payload: { user } }) => ({
        ownerId: user.userId,
        texts: drafts.ownerId === user.userId ? drafts.texts : {},
      }))
      .addCase(sessionRejected, (drafts) => drafts)
      .addCase(signedOut, () => initialState),
  selectors: { selectDraft: (drafts, key: string) => drafts.texts[key] ?? '' },
});
export const { changed: draftChanged } = draftsSlice.actions;
export const { selectDraft } = draftsSlice.selectors;
export default draftsSlice;
