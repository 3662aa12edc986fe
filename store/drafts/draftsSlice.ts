import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { editGivenUp, editStarted, messageChanged, messageSubmitted } from '#store/chat/chatSlice.ts';
import { sessionRejected, signedIn, signedOut } from '#store/session/sessionSlice.ts';

export const chatDraftKey = (channel: string) => `chat/${channel}`;
/** The text of a message that is being corrected, beside the one that was begun. It is kept nowhere else. */
export const editDraftKey = (channel: string) => `edit/${channel}`;
export const isLastingDraft = (key: string) => !key.startsWith('edit/');

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
    /** Kept in this browser from before a reload. What was typed since then is newer. */
    restored(drafts, { payload }: PayloadAction<{ texts: Record<string, string> }>) {
      drafts.texts = { ...payload.texts, ...drafts.texts };
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(messageSubmitted, (drafts, { payload }) => {
        delete drafts.texts[chatDraftKey(payload.channel)];
      })
      .addCase(editStarted, (drafts, { payload }) => {
        drafts.texts[editDraftKey(payload.channel)] = payload.details;
      })
      .addCase(editGivenUp, (drafts, { payload }) => {
        delete drafts.texts[editDraftKey(payload.channel)];
      })
      .addCase(messageChanged, (drafts, { payload }) => {
        if (payload.change.kind === 'edit') delete drafts.texts[editDraftKey(payload.channel)];
      })
      .addCase(signedIn, (drafts, { payload: { user } }) => ({
        ownerId: user.userId,
        texts: drafts.ownerId === user.userId ? drafts.texts : {},
      }))
      .addCase(sessionRejected, (drafts) => drafts)
      .addCase(signedOut, () => initialState),
  selectors: {
    selectDraft: (drafts, key: string) => drafts.texts[key] ?? '',
    /** Whose drafts these are; nobody's once that person has left by the button. */
    selectDraftsOwner: (drafts) => drafts.ownerId,
  },
});
export const { changed: draftChanged, restored: draftsRestored } = draftsSlice.actions;
export const { selectDraft, selectDraftsOwner } = draftsSlice.selectors;
export default draftsSlice;
