import { memo } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/Button.tsx';
import { Delayed } from '#src/ui/Delayed.tsx';
import { selectOpenThread } from '#store/chat/chatSelectors.ts';
import { HistorySkeleton } from './HistorySkeleton.tsx';

interface HistoryStartProps {
  peerName: string;
  /** Nothing of the conversation is there yet. */
  isEmpty: boolean;
  isAtStart: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  /** What they write to each other from now on is. */
  isEncrypted: boolean;
  onRetry: () => void;
}

/** What stands above the oldest message that is loaded, and in the place of all of them while none is. */
export const HistoryStart = memo(function HistoryStart(props: HistoryStartProps) {
  const { peerName, isEmpty, isAtStart, isLoading, hasFailed, isEncrypted, onRetry } = props;
  // Whether it is being read, or waits for the connection.
  const isUnread = useAppSelector((state) => selectOpenThread(state).oldest === null);
  if (isEmpty && isUnread && !isAtStart && !hasFailed) return <HistorySkeleton />;
  return (
    <p className="history-start small text-3" dir="auto">
      {hasFailed ? (
        <>
          <span role="alert">{isEmpty ? 'The messages did not load.' : 'Older messages did not load.'}</span>{' '}
          <Button look="link" small onClick={onRetry}>
            Retry
          </Button>
        </>
      ) : isLoading ? (
        <Delayed>Loading messages</Delayed>
      ) : isAtStart ? (
        `The beginning of your conversation with ${peerName}${isEncrypted ? '. What you write to each other is encrypted.' : ''}`
      ) : isEmpty ? (
        // Nothing of the newest page could be read, and without a row there is nothing to scroll.
        <Button look="link" small onClick={onRetry}>
          Load older messages
        </Button>
      ) : null}
    </p>
  );
});
