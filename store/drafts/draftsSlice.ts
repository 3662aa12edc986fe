import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { messageChanged, messageChangeGivenUp, messageSubmitted } from '#store/chat/chatSlice.ts';
import { sessionRejected, signedIn, signedOut } from '#store/session/sessionSlice.ts';

export const chatDraftKey = (channel: string) => `chat/${channel}`;
/** The text of a message that is being corrected, beside the one that was begun. */
export const editDraftKey = (channel: string) => `edit/${channel}`;
/** Which message that is: its timetoken, kept wherever the text is, so that the one is never there without the other. */
const editedKey = (channel: string) => `edited/${channel}`;
export const draftKeysOf = (channel: string) => [
  chatDraftKey(channel),
  editDraftKey(channel),
  editedKey(channel),
];
/** A text, and whatever it would mean nothing without. */
export const keptTogether = (key: string) =>
  key.startsWith('edit/') ? [key, editedKey(key.slice('edit/'.length))] : [key];

interface DraftsState {
  ownerId: number | null;
  texts: Record<string, string>;
}
const endEdit = ({ texts }: DraftsState, channel: string) => {
  delete texts[editDraftKey(channel)];
  delete texts[editedKey(channel)];
};

/**
 * What a person has typed and not sent, by the place where it was typed. It outlives a session that the service ended
 * and is given back to the same person only; leaving by the button forgets it.
 */
const initialState: DraftsState = { ownerId: null, texts: {} };

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
    /** One message at a time is corrected in a conversation. It is in its field until it is saved or given up. */
    editStarted(
      { texts },
      { payload }: PayloadAction<{ channel: string; messageTimetoken: string; details: string }>,
    ) {
      texts[editedKey(payload.channel)] = payload.messageTimetoken;
      texts[editDraftKey(payload.channel)] = payload.details;
    },
    editGivenUp(drafts, { payload }: PayloadAction<{ channel: string }>) {
      endEdit(drafts, payload.channel);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(messageSubmitted, (drafts, { payload: { channel } }) => {
        // A correction that came too late went as a new message: what was begun beside it stays.
        if (drafts.texts[editedKey(channel)] !== undefined) endEdit(drafts, channel);
        else delete drafts.texts[chatDraftKey(channel)];
      })
      .addCase(messageChanged, (drafts, { payload: { channel, messageTimetoken, change } }) => {
        if (change.kind === 'edit' && drafts.texts[editedKey(channel)] === messageTimetoken)
          endEdit(drafts, channel);
      })
      .addCase(
        messageChangeGivenUp,
        (
          { texts },
          { payload: { channel, messageTimetoken, change } }: ReturnType<typeof messageChangeGivenUp>,
        ) => {
          if (change.kind !== 'edit') return;
          if (texts[editedKey(channel)] === undefined) {
            texts[editedKey(channel)] = messageTimetoken;
            texts[editDraftKey(channel)] = change.details;
            return;
          }
          // Another correction has the field: the text waits behind what was begun to be written.
          const begun = texts[chatDraftKey(channel)];
          texts[chatDraftKey(channel)] = begun ? `${begun}\n${change.details}` : change.details;
        },
      )
      .addCase(signedIn, (drafts, { payload: { user } }) => ({
        ownerId: user.userId,
        texts: drafts.ownerId === user.userId ? drafts.texts : {},
      }))
      .addCase(sessionRejected, (drafts) => drafts)
      .addCase(signedOut, () => initialState),
  selectors: {
    selectDraft: (drafts, key: string) => drafts.texts[key] ?? '',
    /** The timetoken of the message that is being corrected in a conversation. */
    selectEdited: (drafts, channel: string) => drafts.texts[editedKey(channel)] ?? null,
    /** Whose drafts these are; nobody's once that person has left by the button. */
    selectDraftsOwner: (drafts) => drafts.ownerId,
  },
});
export const {
  changed: draftChanged,
  restored: draftsRestored,
  editStarted,
  editGivenUp,
} = draftsSlice.actions;
export const { selectDraft, selectEdited, selectDraftsOwner } = draftsSlice.selectors;
export default draftsSlice;
