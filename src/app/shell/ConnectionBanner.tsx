import { RefreshCw, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { ageText } from '#src/ui/text/ageText.ts';
import { selectSavedAt } from '#store/api/selectSavedAt.ts';
import { selectConnection, selectConnectionStatus } from '#store/connection/connectionSlice.ts';
import './connectionBanner.css';

/** Shorter interruptions are not shown. */
const RECONNECTING_SHOWN_AFTER_MS = 2_000;
const MINUTE_MS = 60_000;
/** The first connection may take several seconds on a slow network. */
const CONNECTING_SHOWN_AFTER_MS = 5_000;

export function ConnectionBanner() {
  const status = useAppSelector(selectConnectionStatus);
  const { hasBeenLost } = useAppSelector(selectConnection);
  const savedAt = useAppSelector(selectSavedAt);
  return (
    <div role="status">
      {status === 'offline' && (
        <Banner icon={<WifiOff className="icon" aria-hidden="true" />} title="You are offline.">
          <SavedAge savedAt={savedAt} />
          Your messages are saved and will be sent when you are back online.
        </Banner>
      )}
      {status === 'reconnecting' && (
        <Delayed key={status} afterMs={RECONNECTING_SHOWN_AFTER_MS}>
          <Banner icon={<RefreshCw className="icon" aria-hidden="true" />} title="Reconnecting.">
            <SavedAge savedAt={savedAt} />
            Your messages are saved and will be sent when the connection is restored.
          </Banner>
        </Delayed>
      )}
      {status === 'connecting' && (
        <Delayed key={status} afterMs={CONNECTING_SHOWN_AFTER_MS}>
          <Banner icon={<RefreshCw className="icon" aria-hidden="true" />} title="Connecting.">
            <SavedAge savedAt={savedAt} />
            Your messages are saved and will be sent when you are connected.
          </Banner>
        </Delayed>
      )}
      {status === 'online' && savedAt !== null && (
        <Delayed key="saved" afterMs={RECONNECTING_SHOWN_AFTER_MS}>
          <Banner icon={<RefreshCw className="icon" aria-hidden="true" />} title="Trellis cannot be reached.">
            <SavedAge savedAt={savedAt} />
            It is loaded again when Trellis responds.
          </Banner>
        </Delayed>
      )}
      {status === 'online' && hasBeenLost && <span className="visually-hidden">You are back online.</span>}
    </div>
  );
}

/** The age of the oldest data on the screen, if some of it could not be loaded again. */
function SavedAge({ savedAt }: { savedAt: number | null }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return savedAt !== null && `This page was saved ${ageText(savedAt, now)}. `;
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
