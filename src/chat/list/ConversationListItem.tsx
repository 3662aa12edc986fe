import { useEffect, useRef } from 'react';
import { PREVIEW_MAX_LENGTH } from '#contract/limits.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { DELETED_TEXT, UNREADABLE_TEXT } from '#src/chat/messageTexts.ts';
import { avatarOf } from '#src/chat/peerNames.ts';
import { UnreadCount } from '#src/chat/UnreadCount.tsx';
import { presenceLabels } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import type { ConversationRow } from '#store/chat/conversationSelectors.ts';
import { selectIsPeerTyping } from '#store/chat/widgetSelectors.ts';
import { conversationOpened } from '#store/chat/widgetSlice.ts';
import { chatDraftKey, editDraftKey, selectDraft } from '#store/drafts/draftsSlice.ts';
import { instantOf } from '#store/messaging/timetoken.ts';

export function ConversationListItem({ row, takesFocus }: { row: ConversationRow; takesFocus: boolean }) {
  const { recentTime } = useFormats();
  const dispatch = useAppDispatch();
  const { channel, peerId, name, unread, lastMessage, presence } = row;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <li>
      <button ref={button} type="button" onClick={() => dispatch(conversationOpened({ channel, peerId }))}>
        <Avatar person={avatarOf(row)} presence={presence} />
        <span className="conversation-summary">
          <span className="conversation-name strong" dir="auto">
            {name}
          </span>
          {presenceLabels[presence] && <span className="visually-hidden"> {presenceLabels[presence]}</span>}
          <Preview row={row} />
        </span>
        <span className="conversation-end">
          {lastMessage && (
            <span className="small text-3 figures">{recentTime(instantOf(lastMessage.timetoken))}</span>
          )}
          <UnreadCount count={unread} />
        </span>
      </button>
    </li>
  );
}

/** 'Typing', or the user's draft, or the last message. */
function Preview({ row: { channel, preview } }: { row: ConversationRow }) {
  const isTyping = useAppSelector((state) => selectIsPeerTyping(state, channel));
  const draft = useAppSelector(
    (state) =>
      selectDraft(state, editDraftKey(channel)).trim() || selectDraft(state, chatDraftKey(channel)).trim(),
  );
  if (isTyping) return <span className="conversation-preview typing">Typing</span>;
  if (draft !== '')
    return (
      <span className="conversation-preview" dir="auto">
        <span className="conversation-draft">Draft: </span>
        <span>{draft.slice(0, PREVIEW_MAX_LENGTH)}</span>
      </span>
    );
  if (!preview) return <span className="conversation-preview">No messages yet</span>;
  return (
    <span className="conversation-preview" dir="auto">
      {preview.isOwn && 'You: '}
      <span>{preview.isDeleted ? DELETED_TEXT : preview.isUnreadable ? UNREADABLE_TEXT : preview.text}</span>
    </span>
  );
}
