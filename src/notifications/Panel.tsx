import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/Button.tsx';
import { Delayed } from '#src/ui/Delayed.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import {
  selectNotificationRows,
  selectNotificationsStatus,
  selectOlderNotifications,
} from '#store/notifications/notificationsSelectors.ts';
import { olderNotificationsRequested } from '#store/notifications/notificationsSlice.ts';
import { listEntries } from './listEntries.ts';
import { NoNotifications } from './NoNotifications.tsx';
import { NotificationList } from './NotificationList.tsx';
import { CHUNK, useChunks } from './useChunks.ts';

/** A scrolled region is reached and moved by keyboard, also where nothing in it is a link. */
const reachable = { 'aria-label': 'Notifications', tabIndex: 0 } as const;

interface PanelProps {
  onClose: () => void;
  onFollow: () => void;
}

/** What happened since the last visit, and before; older ones come as one scrolls down, or asks for them. */
export default function Panel({ onClose, onFollow }: PanelProps) {
  const dispatch = useAppDispatch();
  const rows = useAppSelector(selectNotificationRows);
  const status = useAppSelector(selectNotificationsStatus);
  const older = useAppSelector(selectOlderNotifications);
  const [openedAt] = useState(Date.now);
  const entries = useMemo(
    () => listEntries(rows, Math.max(openedAt, rows[0]?.timestamp ?? 0)),
    [rows, openedAt],
  );
  const showOlder = () => void dispatch(olderNotificationsRequested());
  const { scroller, list, shown, spaceAbove, isEndShown, onScroll } = useChunks(entries.length, () => {
    if (older === 'some') showOlder();
  });
  /** The button goes away while they come: whoever pressed it goes on behind the last row that was there. */
  const askForOlder = () => {
    const stops = Array.from(list.current?.querySelectorAll<HTMLElement>('a[href], button') ?? []);
    (stops.at(-1) ?? scroller.current)?.focus({ preventScroll: true });
    showOlder();
  };
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(entries.length / CHUNK) }, (_, index) =>
        entries.slice(index * CHUNK, (index + 1) * CHUNK),
      ),
    [entries],
  );
  return (
    <section ref={scroller} className="panel" {...reachable} onScroll={onScroll}>
      <div className="panel-head">
        <h2 className="title-2">Notifications</h2>
        <IconButton label="Close notifications" small className="only-mobile" onClick={onClose}>
          <X className="icon" />
        </IconButton>
      </div>
      {rows.length === 0 ? (
        <NoNotifications status={status} />
      ) : (
        <>
          <div style={{ blockSize: spaceAbove }} />
          <div ref={list}>
            {shown.map((number) => (
              <NotificationList key={number} entries={chunks[number] ?? []} onFollow={onFollow} />
            ))}
          </div>
        </>
      )}
      {isEndShown && (
        <div className="panel-end small text-3">
          <p role="status">
            {older === 'loading' && <Delayed>Loading older notifications</Delayed>}
            {older === 'failed' && 'Older notifications did not load.'}
          </p>
          {status === 'loaded' && (older === 'some' || older === 'failed') && (
            <Button look="link" small onClick={askForOlder}>
              {older === 'failed' ? 'Retry' : 'Show older'}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
