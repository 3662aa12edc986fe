import { ArrowDown } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/Button.tsx';
import { Delayed } from '#src/ui/Delayed.tsx';
import { selectNewAfter, selectOpenPosts, selectOpenThread } from '#store/chat/chatSelectors.ts';
import { historyRequested, messageRetried } from '#store/chat/chatSlice.ts';
import { Message } from './Message.tsx';
import { postRows } from './postRows.ts';
import { useTailWindow } from './useTailWindow.ts';

interface MessageListProps {
  channel: string;
  ownId: number;
  peerName: string;
}

/** A scrolled region is reached and moved by keyboard, in browsers too that do not see to it themselves. */
const reachable = { role: 'group', 'aria-label': 'Message history', tabIndex: 0 } as const;

/** The messages of the open conversation, oldest first; older ones come as one scrolls up. */
export function MessageList({ channel, ownId, peerName }: MessageListProps) {
  const dispatch = useAppDispatch();
  const posts = useAppSelector(selectOpenPosts);
  const newAfter = useAppSelector(selectNewAfter);
  const { isAtStart, isLoading, hasFailed } = useAppSelector(selectOpenThread);
  const loadOlder = () => {
    if (!isAtStart && !isLoading && !hasFailed) dispatch(historyRequested({ channel }));
  };
  const { list, from, to, isAtEnd, onScroll, jumpToEnd } = useTailWindow(posts.length, loadOlder);
  const rows = useMemo(() => postRows(posts, from, to, ownId, newAfter), [posts, from, to, ownId, newAfter]);
  const retry = useCallback((id: string) => dispatch(messageRetried({ channel, id })), [dispatch, channel]);
  const firstName = peerName.split(' ')[0] ?? peerName;
  return (
    <div className="scroll-frame">
      <div className="scroll" ref={list} data-channel={channel} {...reachable} onScroll={onScroll}>
        <p className="history-start small text-3">
          {hasFailed ? (
            <>
              Older messages did not load.{' '}
              <Button look="link" small onClick={() => dispatch(historyRequested({ channel }))}>
                Retry
              </Button>
            </>
          ) : isLoading ? (
            <Delayed>Loading messages</Delayed>
          ) : isAtStart ? (
            `The beginning of your conversation with ${peerName}`
          ) : null}
        </p>
        <ol className="messages" aria-label="Messages">
          {rows.map(({ post, isOwn, ...row }) => (
            <Message
              key={post.id}
              post={post}
              writer={isOwn ? 'You' : firstName}
              isOwn={isOwn}
              onRetry={retry}
              {...row}
            />
          ))}
        </ol>
      </div>
      {!isAtEnd && (
        <Button small className="jump" onClick={jumpToEnd}>
          <ArrowDown className="icon icon-small" aria-hidden="true" />
          Newest
        </Button>
      )}
    </div>
  );
}
