import { format } from 'date-fns';
import { CHAT_LIST_DATE_FORMAT, PREVIEW_MAX_LENGTH } from '#contract/limits.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { presenceWords } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Delayed } from '#src/ui/Delayed.tsx';
import { Empty } from '#src/ui/Empty.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import {
  type ConversationRow,
  selectConversationRows,
  selectIsPeerTyping,
  selectListStatus,
} from '#store/chat/chatSelectors.ts';
import { conversationOpened, conversationsRequested } from '#store/chat/chatSlice.ts';
import { chatDraftKey, editDraftKey, selectDraft } from '#store/drafts/draftsSlice.ts';
import { instantOf } from '#store/messaging/timetoken.ts';
import { avatarOf } from './avatarOf.ts';
import { UNREADABLE } from './unreadable.ts';
import './conversationList.css';

/** With whom one has written, newest first. */
export function ConversationList() {
  const dispatch = useAppDispatch();
  const rows = useAppSelector(selectConversationRows);
  const status = useAppSelector(selectListStatus);
  if (rows.length > 0)
    return (
      <ul className="conversations" aria-label="Conversations">
        {rows.map((row) => (
          <Row key={row.channel} row={row} />
        ))}
      </ul>
    );
  if (status === 'loaded')
    return (
      <div className="dock-empty">
        <Empty drawing="chat">Start your very first conversation by clicking on the '+' icon.</Empty>
      </div>
    );
  if (status === 'failed')
    return (
      <div className="dock-empty" role="alert">
        <Empty
          drawing="tie"
          action={<Button onClick={() => dispatch(conversationsRequested())}>Retry</Button>}
        >
          Your conversations did not load. Nothing of them is lost.
        </Empty>
      </div>
    );
  return (
    <>
      <p className="visually-hidden" role="status">
        <Delayed>Loading your conversations</Delayed>
      </p>
      <Delayed>
        <div className="dock-loading stack-6" aria-hidden="true">
          {[0, 1, 2].map((row) => (
            <div key={row} className="row">
              <Skeleton width={2} height={2} round />
              <div className="stack grow">
                <Skeleton width={8} />
                <Skeleton width={13} />
              </div>
            </div>
          ))}
        </div>
      </Delayed>
    </>
  );
}

function Row({ row }: { row: ConversationRow }) {
  const dispatch = useAppDispatch();
  const { channel, peerId, name, unread, lastMessage, presence } = row;
  return (
    <li>
      <button type="button" onClick={() => dispatch(conversationOpened({ channel, peerId }))}>
        <Avatar person={avatarOf(row)} presence={presence} />
        <span className="conversation-words">
          <span className="conversation-name strong" dir="auto">
            {name}
          </span>
          {presence !== 'offline' && <span className="visually-hidden"> {presenceWords[presence]}</span>}
          <Preview row={row} />
        </span>
        <span className="conversation-end">
          {lastMessage && (
            <span className="small text-3 figures">
              {format(instantOf(lastMessage.timetoken), CHAT_LIST_DATE_FORMAT)}
            </span>
          )}
          {unread > 0 && (
            <span className="count">
              {unread > 99 ? '99+' : unread}
              <span className="visually-hidden"> unread</span>
            </span>
          )}
        </span>
      </button>
    </li>
  );
}

/** What happens in it now, else what one has begun to write, else what was written last. */
function Preview({ row: { channel, preview } }: { row: ConversationRow }) {
  const isTyping = useAppSelector((state) => selectIsPeerTyping(state, channel));
  const draft = useAppSelector(
    (state) =>
      selectDraft(state, editDraftKey(channel)).trim() || selectDraft(state, chatDraftKey(channel)).trim(),
  );
  if (isTyping) return <span className="conversation-preview typing">Is typing</span>;
  if (draft !== '')
    return (
      <span className="conversation-preview" dir="auto">
        <span className="conversation-draft">Draft: </span>
        <span>{draft.slice(0, PREVIEW_MAX_LENGTH)}</span>
      </span>
    );
  if (!preview) return <span className="conversation-preview">Nothing written yet</span>;
  return (
    <span className="conversation-preview" dir="auto">
      {preview.isOwn && 'You: '}
      <span>{preview.isDeleted ? 'Message deleted' : preview.isUnreadable ? UNREADABLE : preview.text}</span>
    </span>
  );
}
