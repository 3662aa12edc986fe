import { RefreshCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { selectConnection, selectConnectionStatus } from '#store/connection/connectionSlice.ts';
import './connectionBanner.css';

/** Shorter interruptions are not shown. */
const RECONNECTING_SHOWN_AFTER_MS = 2_000;
/** The first connection may take several seconds on a slow network. */
const CONNECTING_SHOWN_AFTER_MS = 5_000;

export function ConnectionBanner() {
  const status = useAppSelector(selectConnectionStatus);
  const { hasBeenLost } = useAppSelector(selectConnection);
  return (
    <div role="status">
      {status === 'offline' && (
        <Banner icon={<WifiOff className="icon" aria-hidden="true" />} title="You are offline.">
          Your messages are saved and will be sent when you are back online.
        </Banner>
      )}
      {status === 'reconnecting' && (
        <Delayed key={status} afterMs={RECONNECTING_SHOWN_AFTER_MS}>
          <Banner icon={<RefreshCw className="icon" aria-hidden="true" />} title="Reconnecting.">
            Your messages are saved and will be sent when the connection is restored.
          </Banner>
        </Delayed>
      )}
      {status === 'connecting' && (
        <Delayed key={status} afterMs={CONNECTING_SHOWN_AFTER_MS}>
          <Banner icon={<RefreshCw className="icon" aria-hidden="true" />} title="Connecting.">
            Your messages are saved and will be sent when you are connected.
          </Banner>
        </Delayed>
      )}
      {status === 'online' && hasBeenLost && <span className="visually-hidden">You are back online.</span>}
    </div>
  );
}

function Banner({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="connection-banner">
      {icon}
      <span>
        <b className="strong">{title}</b> {children}
      </span>
    </div>
  );
}
