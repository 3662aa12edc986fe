import { memo } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { selectOpenHistory } from '#store/chat/messageSelectors.ts';
import { selectIsEncrypted } from '#store/connection/connectionSlice.ts';
import { HistorySkeleton } from './HistorySkeleton.tsx';

interface HistoryStartProps {
  peerName: string;
  /** No messages are loaded yet. */
  isEmpty: boolean;
  isAtStart: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  onLoadOlder: () => void;
}

/** The state of the history, above the oldest loaded message. */
export const HistoryStart = memo(function HistoryStart(props: HistoryStartProps) {
  const { peerName, isEmpty, isAtStart, isLoading, hasFailed, onLoadOlder } = props;
  // Shown during loading, or while waiting for the connection.
  const isFirstPageMissing = useAppSelector((state) => selectOpenHistory(state).oldest === null);
  if (isEmpty && isFirstPageMissing && !isAtStart && !hasFailed) return <HistorySkeleton />;
  return (
    <p className="history-start small text-3" dir="auto">
      {hasFailed ? (
        <>
          <span role="alert">{isEmpty ? 'The messages did not load.' : 'Older messages did not load.'}</span>{' '}
          <Button variant="link" small onClick={onLoadOlder}>
            Try again
          </Button>
        </>
      ) : isLoading ? (
        <Delayed>Loading messages</Delayed>
      ) : isAtStart ? (
        <Beginning peerName={peerName} />
      ) : isEmpty ? (
        // Shown if no message of the newest page can be read, because the user cannot scroll without a row.
        <Button variant="link" small onClick={onLoadOlder}>
          Load older messages
        </Button>
      ) : null}
    </p>
  );
});

function Beginning({ peerName }: { peerName: string }) {
  const isEncrypted = useAppSelector(selectIsEncrypted);
  return isEncrypted
    ? `This is the beginning of your conversation with ${peerName}. New messages are encrypted: the messaging service stores them but cannot read them. Trellis keeps the key, so its operator can. Encryption does not show whether a stored message was changed.`
    : `This is the beginning of your conversation with ${peerName}.`;
}
