import { useCallback, useMemo } from 'react';
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
import { ConversationNews } from './ConversationNews.tsx';
import { HistoryStart } from './HistoryStart.tsx';
import { JumpToNewest } from './JumpToNewest.tsx';
import { MessageRows } from './MessageRows.tsx';
import { MessageSearch } from './MessageSearch.tsx';
import { type MessageRun, messageRuns } from './messageRuns.ts';
import { useKeptFocus } from './useKeptFocus.ts';
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

const holds = ({ rows }: MessageRun, id: string | null | undefined): id is string =>
  rows.some(({ post }) => post.id === id);

/** The messages of the open conversation, oldest first; older ones come as one scrolls up. */
export function MessageList({ channel, ownId, peerName, isSearching, onSearchClosed }: MessageListProps) {
  const dispatch = useAppDispatch();
  const posts = useAppSelector(selectOpenPosts);
  const marks = useAppSelector(selectShownMarks);
  const failedChanges = useAppSelector(selectFailedChanges);
  const newAfter = useAppSelector(selectNewAfter);
  const isEncrypted = useAppSelector(selectIsEncrypted);
  const thread = useAppSelector(selectOpenThread);
  const { isAtStart, isLoading, hasFailed } = thread;
  const requestHistory = useCallback(() => void dispatch(historyRequested({ channel })), [dispatch, channel]);
  const loadOlder = () => {
    if (!isAtStart && !isLoading && !hasFailed) requestHistory();
  };
  const last = posts.at(-1);
  const ownNewest = last?.publisherId === ownId && last.status === 'sending' ? last.id : null;
  const { list, from, to, isAtEnd, jumpToEnd, reveal } = useTailWindow({
    posts,
    ownNewest,
    drawn: marks,
    onStartReached: loadOlder,
  });
  const runs = useMemo(
    () => messageRuns(thread, posts, { from, to }, ownId, newAfter),
    [thread, posts, from, to, ownId, newAfter],
  );
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
  useKeptFocus(list);
  const isHere = activeId !== null && runs.some((run) => holds(run, activeId));
  const tabStop = isHere ? activeId : runs.at(-1)?.rows.at(-1)?.post.id;
  const firstName = peerName.split(' ')[0] ?? peerName;

  return (
    <>
      {isSearching && (
        <MessageSearch
          search={search}
          isAtStart={isAtStart}
          isLoading={isLoading}
          onOlder={requestHistory}
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
        >
          <HistoryStart
            peerName={peerName}
            isEmpty={posts.length === 0}
            isAtStart={isAtStart}
            isLoading={isLoading}
            hasFailed={hasFailed}
            isEncrypted={isEncrypted}
            onRetry={requestHistory}
          />
          <ol className="messages" aria-label="Messages">
            {runs.map((run) => (
              <MessageRows
                key={run.id}
                rows={run.rows}
                marks={marks}
                failedChanges={failedChanges}
                peerName={firstName}
                ownId={ownId}
                tabStop={holds(run, tabStop) ? tabStop : null}
                sought={search.sought}
                foundPosts={search.foundPosts}
                current={search.current}
                deeds={deeds}
              />
            ))}
          </ol>
        </div>
        {way.isShown && <WayToNew channel={channel} isLoading={isLoading} onGo={way.go} onSkip={way.skip} />}
        {!isAtEnd && <JumpToNewest missed={missed.sinceLeft} onJump={jumpToEnd} />}
        {layer}
      </div>
      <ConversationNews count={missed.sinceOpened} peerName={peerName} />
    </>
  );
}
