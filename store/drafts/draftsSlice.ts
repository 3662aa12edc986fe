import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { messageActionDiscarded, messageActionSubmitted } from '#store/chat/messageActionsSlice.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { conversationLeft, conversationStarted } from '#store/chat/widgetSlice.ts';
import { signedIn, signedOut } from '#store/session/sessionSlice.ts';

export const chatDraftKey = (channel: string) => `chat/${channel}`;
/** The text of an edit in progress, separate from the draft of a new message. */
export const editDraftKey = (channel: string) => `edit/${channel}`;
/** The timetoken of the message that is being edited, stored together with its text. */
const editedKey = (channel: string) => `edited/${channel}`;
/** Set while the draft of a new message is confidential session feedback. */
export const feedbackKey = (channel: string) => `feedback/${channel}`;
export const draftKeysOf = (channel: string) => [
  chatDraftKey(channel),
  feedbackKey(channel),
  editDraftKey(channel),
  editedKey(channel),
];
/** The key of a text and the keys that it requires. */
export function keysKeptWith(key: string): string[] {
  if (key.startsWith('edit/')) return [key, editedKey(key.slice('edit/'.length))];
  return key.startsWith('chat/') ? [key, feedbackKey(key.slice('chat/'.length))] : [key];
}

interface DraftsState {
  ownerId: number | null;
  texts: Record<string, string>;
  /** The key of a suggested message that the user has not edited. Empty: none. */
  suggested: string;
}
const endEdit = ({ texts }: DraftsState, channel: string) => {
  delete texts[editDraftKey(channel)];
  delete texts[editedKey(channel)];
};

/** Unsent texts by key. They survive a session that the server ended, for the same user. Sign-out clears them. */
const initialState: DraftsState = { ownerId: null, texts: {}, suggested: '' };

const draftsSlice = createSlice({
  name: 'drafts',
  initialState,
  reducers: {
    changed(drafts, { payload }: PayloadAction<{ key: string; text: string }>) {
      if (payload.key === drafts.suggested) drafts.suggested = '';
      if (payload.text === '') delete drafts.texts[payload.key];
      else drafts.texts[payload.key] = payload.text;
    },
    /** Drafts from before a reload. Texts typed since then are newer. */
    restored(drafts, { payload }: PayloadAction<{ texts: Record<string, string> }>) {
      drafts.texts = { ...payload.texts, ...drafts.texts };
    },
    /** Only one message of a conversation can be edited at a time, until the edit is saved or cancelled. */
    editStarted(
      { texts },
      { payload }: PayloadAction<{ channel: string; messageTimetoken: string; details: string }>,
    ) {
      texts[editedKey(payload.channel)] = payload.messageTimetoken;
      texts[editDraftKey(payload.channel)] = payload.details;
    },
    editCancelled(drafts, { payload }: PayloadAction<{ channel: string }>) {
      endEdit(drafts, payload.channel);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(messageSubmitted, (drafts, { payload: { channel } }) => {
        // An edit that was too late was sent as a new message. The draft of the new message stays.
        if (drafts.texts[editedKey(channel)] !== undefined) endEdit(drafts, channel);
        else {
          delete drafts.texts[chatDraftKey(channel)];
          delete drafts.texts[feedbackKey(channel)];
        }
      })
      .addCase(messageActionSubmitted, (drafts, { payload: { channel, messageTimetoken, change } }) => {
        if (change.kind === 'edit' && drafts.texts[editedKey(channel)] === messageTimetoken)
          endEdit(drafts, channel);
      })
      .addCase(
        messageActionDiscarded,
        (
          { texts },
          { payload: { channel, messageTimetoken, change } }: ReturnType<typeof messageActionDiscarded>,
        ) => {
          if (change.kind !== 'edit') return;
          if (texts[editedKey(channel)] === undefined) {
            texts[editedKey(channel)] = messageTimetoken;
            texts[editDraftKey(channel)] = change.details;
            return;
          }
          // Another edit is in progress, so the text is appended to the draft of a new message.
          const draft = texts[chatDraftKey(channel)];
          texts[chatDraftKey(channel)] = draft ? `${draft}\n${change.details}` : change.details;
        },
      )
      .addCase(signedIn, (drafts, { payload: { user } }) => {
        if (drafts.ownerId !== user.userId) drafts.texts = {};
        drafts.ownerId = user.userId;
      })
      .addCase(signedOut, () => initialState)
      // A suggestion is not the user's text until they edit it, so it is not kept as their draft.
      .addMatcher(conversationLeft, (drafts, action) => {
        delete drafts.texts[drafts.suggested];
        drafts.suggested = '';
        for (const key of Object.keys(drafts.texts))
          if (key.startsWith('feedback/') && !drafts.texts[chatDraftKey(key.slice('feedback/'.length))])
            delete drafts.texts[key];
        if (!conversationStarted.match(action) || !action.payload.text) return;
        const key = chatDraftKey(action.payload.channel);
        if (drafts.texts[key]) return;
        drafts.texts[key] = action.payload.text;
        drafts.suggested = key;
      }),
  selectors: {
    selectDraft: (drafts, key: string) => drafts.texts[key] ?? '',
    /** The timetoken of the message that is being edited in a conversation. */
    selectEdited: (drafts, channel: string) => drafts.texts[editedKey(channel)] ?? null,
    /** Null after sign-out. */
    selectDraftsOwner: (drafts) => drafts.ownerId,
  },
});
export const {
  changed: draftChanged,
  restored: draftsRestored,
  editStarted,
  editCancelled,
} = draftsSlice.actions;
export const { selectDraft, selectEdited, selectDraftsOwner } = draftsSlice.selectors;
export default draftsSlice;
