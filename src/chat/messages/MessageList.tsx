import { useCallback, useMemo, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { ConversationAnnouncer } from '#src/chat/conversation/ConversationAnnouncer.tsx';
import { HistoryStart } from '#src/chat/conversation/HistoryStart.tsx';
import { MessageSearch } from '#src/chat/conversation/MessageSearch.tsx';
import { useFocusRecovery } from '#src/chat/conversation/useFocusRecovery.ts';
import { useMessageSearch } from '#src/chat/conversation/useMessageSearch.ts';
import { MessageActionsOverlay } from '#src/chat/message-actions/MessageActionsOverlay.tsx';
import { useMessageActions } from '#src/chat/message-actions/useMessageActions.ts';
import { JumpToNewest } from '#src/chat/reading-position/JumpToNewest.tsx';
import { JumpToUnread } from '#src/chat/reading-position/JumpToUnread.tsx';
import { useReadingPosition } from '#src/chat/reading-position/useReadingPosition.ts';
import { useWindowedList } from '#src/chat/windowed-list/useWindowedList.ts';
import { selectNewAfter } from '#store/chat/conversationSelectors.ts';
import { selectFailedMessageActions, selectOpenMessageActions } from '#store/chat/messageActionSelectors.ts';
import { selectOpenHistory, selectOpenMessages } from '#store/chat/messageSelectors.ts';
import { historyRequested } from '#store/chat/messagesSlice.ts';
import { MessageItems } from './MessageItems.tsx';
import { createMessageGrouper, type MessageGroup } from './messageGroups.ts';
import './messageList.css';
import { useFormats } from '#src/ui/text/useFormats.ts';

interface MessageListProps {
  channel: string;
  ownId: number;
  peerName: string;
  isSearching: boolean;
  onSearchClosed: () => void;
}

/** Some browsers do not make a scrolling region reachable by keyboard. */
const scrollerProps = { role: 'group', 'aria-label': 'Message history', tabIndex: 0 } as const;

const contains = ({ rows }: MessageGroup, id: string | null | undefined): id is string =>
  rows.some(({ message }) => message.id === id);

/**
 * The messages of the open conversation, oldest first. It combines the windowed list, the reading position and the
 * message actions.
 */
export function MessageList({ channel, ownId, peerName, isSearching, onSearchClosed }: MessageListProps) {
  const dispatch = useAppDispatch();
  const messages = useAppSelector(selectOpenMessages);
  const actions = useAppSelector(selectOpenMessageActions);
  const failedActions = useAppSelector(selectFailedMessageActions);
  const newAfter = useAppSelector(selectNewAfter);
  const { isAtStart, isLoading, hasFailed } = useAppSelector(selectOpenHistory);
  const history = { isAtStart, isLoading, hasFailed };
  const loadOlder = useCallback(() => void dispatch(historyRequested({ channel })), [dispatch, channel]);
  const newest = messages.at(-1);
  const sendingId = newest?.publisherId === ownId && newest.status === 'sending' ? newest.id : null;

  const { scroller, from, to, isAtEnd, scrollToEnd, scrollToItem } = useWindowedList({
    items: messages,
    followedId: sendingId,
    contentVersion: actions,
    onStartReached: () => {
      if (!isAtStart && !isLoading && !hasFailed) loadOlder();
    },
  });
  const { firstUnread, jump, missed } = useReadingPosition({
    messages,
    ownId,
    newAfter,
    history,
    isSending: sendingId !== null,
    scroller,
    isAtEnd,
    scrollToItem,
    onLoadDownTo: (downTo) => void dispatch(historyRequested({ channel, downTo })),
  });
  const { handlers, focusedId, overlay } = useMessageActions({ channel, ownId });
  const search = useMessageSearch({ messages, actions, isSearching, scrollToItem });
  useFocusRecovery(scroller);

  const { dayOf } = useFormats();
  const [messageGroups] = useState(createMessageGrouper);
  const groups = useMemo(
    () => messageGroups(messages, { from, to }, ownId, firstUnread, dayOf),
    [messageGroups, messages, from, to, ownId, firstUnread, dayOf],
  );
  const isFocusedRendered = focusedId !== null && groups.some((group) => contains(group, focusedId));
  const tabStopId = isFocusedRendered ? focusedId : groups.at(-1)?.rows.at(-1)?.message.id;
  const firstName = peerName.split(' ')[0] ?? peerName;

  return (
    <>
      {isSearching && (
        <MessageSearch
          search={search}
          isAtStart={isAtStart}
          isLoading={isLoading}
          onLoadOlder={loadOlder}
          onClose={onSearchClosed}
        />
      )}
      <div className="message-frame">
        <div
          className="message-scroller"
          ref={scroller}
          data-channel={channel}
          data-unread-above={jump.isUnreadAbove || undefined}
          {...scrollerProps}
        >
          <HistoryStart
            peerName={peerName}
            isEmpty={messages.length === 0}
            onLoadOlder={loadOlder}
            {...history}
          />
          <ol className="messages" aria-label="Messages">
            {groups.map((group) => (
              <MessageItems
                key={group.id}
                rows={group.rows}
                actions={actions}
                failedActions={failedActions}
                peerName={firstName}
                ownId={ownId}
                tabStopId={contains(group, tabStopId) ? tabStopId : null}
                searchText={search.searchText}
                matches={search.matches}
                currentMatch={search.currentMatch}
                handlers={handlers}
              />
            ))}
          </ol>
        </div>
        {jump.isShown && (
          <JumpToUnread
            channel={channel}
            isLoading={isLoading}
            onJump={jump.jump}
            onMarkAllAsRead={jump.markAllAsRead}
          />
        )}
        {!isAtEnd && <JumpToNewest missed={missed.sinceLeft} onJump={scrollToEnd} />}
        <MessageActionsOverlay overlay={overlay} peerName={peerName} />
      </div>
      <ConversationAnnouncer count={missed.sinceOpened} peerName={peerName} />
    </>
  );
}
