import { RefreshCw, WifiOff } from 'lucide-react';
import { useAppSelector } from '#src/app/hooks.ts';
import { Delayed } from '#src/ui/Delayed.tsx';
import { selectConnection } from '#store/presence/presenceSlice.ts';

/** A short gap heals unseen; a longer one is said, with what it means for what one writes. */
const SHORT_GAP_MS = 2_000;

export function ConnectionLine() {
  const { phase, isOffline } = useAppSelector(selectConnection);
  return (
    <div role="status">
      {isOffline ? (
        <div className="connection-line">
          <WifiOff className="icon" aria-hidden="true" />
          <span>
            <b className="strong">You are offline.</b> Messages you write are kept and sent when you are back.
          </span>
        </div>
      ) : (
        phase === 'reconnecting' && (
          <Delayed afterMs={SHORT_GAP_MS}>
            <div className="connection-line">
              <RefreshCw className="icon" aria-hidden="true" />
              <span>
                <b className="strong">Reconnecting.</b> Messages you write are kept and sent when the
                connection is back.
              </span>
            </div>
          </Delayed>
        )
      )}
    </div>
  );
}
