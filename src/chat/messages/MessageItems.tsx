import { memo } from 'react';
import type { MessageHandlers } from '#src/chat/message-actions/useMessageActions.ts';
import type { Message } from '#store/chat/message.ts';
import type { MessageActions } from '#store/chat/messageActions.ts';
import type { PendingMessageAction } from '#store/chat/messageActionsSlice.ts';
import { MessageItem } from './MessageItem.tsx';
import type { MessageRow } from './messageRows.ts';

interface MessageItemsProps {
  rows: readonly MessageRow[];
  /** The message actions, by the timetoken of the message. */
  actions: Record<string, MessageActions>;
  failedActions: Record<string, PendingMessageAction>;
  peerName: string;
  ownId: number;
  /** The message whose actions button is the Tab stop of the list; null if it is in another group. */
  tabStopId: string | null;
  searchText: string;
  matches: ReadonlySet<Message | undefined>;
  currentMatch: Message | null;
  handlers: MessageHandlers;
}

/** A group of messages. Memoised: an incoming message renders only the last group. */
export const MessageItems = memo(function MessageItems(props: MessageItemsProps) {
  const {
    rows,
    actions,
    failedActions,
    peerName,
    ownId,
    tabStopId,
    searchText,
    matches,
    currentMatch,
    handlers,
  } = props;
  return rows.map(({ message, isOwn, ...row }) => (
    <MessageItem
      key={message.id}
      message={message}
      actions={actions[message.timetoken ?? '']}
      failedAction={failedActions[message.timetoken ?? '']}
      senderName={isOwn ? 'You' : peerName}
      ownId={ownId}
      isTabStop={message.id === tabStopId}
      searchText={matches.has(message) ? searchText : ''}
      isCurrentMatch={message === currentMatch}
      handlers={handlers}
      {...row}
    />
  ));
});
