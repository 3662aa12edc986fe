import { RefreshCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { Delayed } from '#src/ui/Delayed.tsx';
import { selectConnection, selectConnectionStatus } from '#store/presence/presenceSlice.ts';
import './connectionLine.css';

/** A short gap heals unseen; a longer one is said, with what it means for what one writes. */
const SHORT_GAP_MS = 2_000;
/** A first connection takes its time on a slow network. */
const SLOW_START_MS = 5_000;

export function ConnectionLine() {
  const status = useAppSelector(selectConnectionStatus);
  const { hasBeenLost } = useAppSelector(selectConnection);
  return (
    <div role="status">
      {status === 'offline' && (
        <Line icon={<WifiOff className="icon" aria-hidden="true" />} title="You are offline.">
          Messages you write are kept and sent when you are back.
        </Line>
      )}
      {status === 'reconnecting' && (
        <Delayed key={status} afterMs={SHORT_GAP_MS}>
          <Line icon={<RefreshCw className="icon" aria-hidden="true" />} title="Reconnecting.">
            Messages you write are kept and sent when the connection is back.
          </Line>
        </Delayed>
      )}
      {status === 'connecting' && (
        <Delayed key={status} afterMs={SLOW_START_MS}>
          <Line icon={<RefreshCw className="icon" aria-hidden="true" />} title="Connecting.">
            Messages you write are kept and sent as soon as there is a connection.
          </Line>
        </Delayed>
      )}
      {status === 'online' && hasBeenLost && (
        <span className="visually-hidden">You are connected again.</span>
      )}
    </div>
  );
}

function Line({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="connection-line">
      {icon}
      <span>
        <b className="strong">{title}</b> {children}
      </span>
    </div>
  );
}
