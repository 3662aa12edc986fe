import { format } from 'date-fns';
import { CHAT_LIST_DATE_FORMAT } from '#contract/limits.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { presenceWords } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Delayed } from '#src/ui/Delayed.tsx';
import { Empty } from '#src/ui/Empty.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { type ConversationRow, selectConversationRows, selectListStatus } from '#store/chat/chatSelectors.ts';
import { conversationOpened, conversationsRequested } from '#store/chat/chatSlice.ts';
import { instantOf } from '#store/messaging/timetoken.ts';
import { avatarOf } from './avatarOf.ts';

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
          <span className="strong">{name}</span>
          {presence !== 'offline' && <span className="visually-hidden"> {presenceWords[presence]}</span>}
          <span className="conversation-preview">
            {lastMessage ? (
              <>
                {lastMessage.isOwn && 'You: '}
                <span>{lastMessage.details}</span>
              </>
            ) : (
              'Nothing written yet'
            )}
          </span>
        </span>
        <span className="conversation-end">
          {lastMessage && (
            <span className="small text-3 figures">
              {format(instantOf(lastMessage.timetoken), CHAT_LIST_DATE_FORMAT)}
            </span>
          )}
          {unread > 0 && (
            <span className="count">
              {unread}
              <span className="visually-hidden"> unread</span>
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
