import { useMemo } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import {
  selectFailedChanges,
  selectNewAfter,
  selectOpenPosts,
  selectOpenThread,
  selectShownMarks,
} from '#store/chat/chatSelectors.ts';
import { historyRequested } from '#store/chat/chatSlice.ts';
import { selectIsEncrypted } from '#store/presence/presenceSlice.ts';
import { HistoryStart } from './HistoryStart.tsx';
import { JumpToNewest } from './JumpToNewest.tsx';
import { Message } from './Message.tsx';
import { MessageSearch } from './MessageSearch.tsx';
import { postRows } from './postRows.ts';
import { useMessageDeeds } from './useMessageDeeds.tsx';
import { useMessageSearch } from './useMessageSearch.ts';
import { useMissed } from './useMissed.ts';
import { useOpenAtNew } from './useOpenAtNew.ts';
import { useTailWindow } from './useTailWindow.ts';
import { useWayToNew } from './useWayToNew.ts';
import { WayToNew } from './WayToNew.tsx';
import './messageList.css';

interface MessageListProps {
  channel: string;
  ownId: number;
  peerName: string;
  isSearching: boolean;
  onSearchClosed: () => void;
}

/** A scrolled region is reached and moved by keyboard, in browsers too that do not see to it themselves. */
const reachable = { role: 'group', 'aria-label': 'Message history', tabIndex: 0 } as const;

/** The messages of the open conversation, oldest first; older ones come as one scrolls up. */
export function MessageList({ channel, ownId, peerName, isSearching, onSearchClosed }: MessageListProps) {
  const dispatch = useAppDispatch();
  const posts = useAppSelector(selectOpenPosts);
  const marks = useAppSelector(selectShownMarks);
  const failedChanges = useAppSelector(selectFailedChanges);
  const newAfter = useAppSelector(selectNewAfter);
  const isEncrypted = useAppSelector(selectIsEncrypted);
  const { isAtStart, isLoading, hasFailed } = useAppSelector(selectOpenThread);
  const loadOlder = () => {
    if (!isAtStart && !isLoading && !hasFailed) dispatch(historyRequested({ channel }));
  };
  const last = posts.at(-1);
  const ownNewest = last?.publisherId === ownId && last.status === 'sending' ? last.id : null;
  const { list, from, to, isAtEnd, onScroll, jumpToEnd, reveal } = useTailWindow({
    posts,
    ownNewest,
    drawn: marks,
    onStartReached: loadOlder,
  });
  const rows = useMemo(() => postRows(posts, from, to, ownId, newAfter), [posts, from, to, ownId, newAfter]);
  useOpenAtNew({ list, posts, ownId, newAfter, isAtStart, isLoading, isAtEnd, reveal });
  const way = useWayToNew({
    posts,
    ownId,
    newAfter,
    isAtStart,
    isLoading,
    hasFailed,
    ownNewest,
    reveal,
    onWanted: (downTo) => dispatch(historyRequested({ channel, downTo })),
  });
  const missed = useMissed(posts, ownId, isAtEnd);
  const search = useMessageSearch({ posts, marks, isSearching, reveal });
  const { deeds, activeId, layer } = useMessageDeeds({ channel, ownId, peerName, list });
  const tabStop = rows.some(({ post }) => post.id === activeId) ? activeId : rows.at(-1)?.post.id;
  const firstName = peerName.split(' ')[0] ?? peerName;

  return (
    <>
      {isSearching && (
        <MessageSearch
          search={search}
          isAtStart={isAtStart}
          isLoading={isLoading}
          onOlder={() => dispatch(historyRequested({ channel }))}
          onClose={onSearchClosed}
        />
      )}
      <div className="scroll-frame">
        <div
          className="scroll"
          ref={list}
          data-channel={channel}
          data-skipped={way.isAbove || undefined}
          {...reachable}
          onScroll={onScroll}
        >
          <HistoryStart
            peerName={peerName}
            isAtStart={isAtStart}
            isLoading={isLoading}
            hasFailed={hasFailed}
            isEncrypted={isEncrypted}
            onRetry={() => dispatch(historyRequested({ channel }))}
          />
          <ol className="messages" aria-label="Messages">
            {rows.map(({ post, isOwn, ...row }) => (
              <Message
                key={post.id}
                post={post}
                marks={marks[post.timetoken ?? '']}
                failedChange={failedChanges[post.timetoken ?? '']}
                writer={isOwn ? 'You' : firstName}
                ownId={ownId}
                isTabStop={post.id === tabStop}
                sought={search.isFound(post) ? search.sought : ''}
                isFound={post === search.current}
                deeds={deeds}
                {...row}
              />
            ))}
          </ol>
        </div>
        {way.isShown && <WayToNew channel={channel} isLoading={isLoading} onGo={way.go} onSkip={way.skip} />}
        {!isAtEnd && <JumpToNewest missed={missed.sinceLeft} onJump={jumpToEnd} />}
        {layer}
      </div>
      <div className="visually-hidden" role="log" aria-label="News of this conversation">
        {missed.sinceOpened > 0 &&
          `${missed.sinceOpened} new ${missed.sinceOpened === 1 ? 'message' : 'messages'} from ${peerName}`}
      </div>
    </>
  );
}
