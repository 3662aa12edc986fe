import { X } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { Popover, PopoverClose } from '#src/ui/overlays/Popover.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { selectNotificationRows } from '#store/notifications/notificationRows.ts';
import {
  selectNotificationsStatus,
  selectOlderNotifications,
} from '#store/notifications/notificationsSelectors.ts';
import { olderNotificationsRequested } from '#store/notifications/notificationsSlice.ts';
import { EmptyNotifications } from './EmptyNotifications.tsx';
import { listEntries } from './listEntries.ts';
import { NotificationList } from './NotificationList.tsx';
import { CHUNK_SIZE, useRenderedChunks } from './useRenderedChunks.ts';
import './panel.css';

interface PanelProps {
  bell: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/**
 * Notifications since the last visit and before it. Older ones load when the user scrolls down or presses the button.
 */
export default function Panel({ bell, onClose }: PanelProps) {
  const dispatch = useAppDispatch();
  const rows = useAppSelector(selectNotificationRows);
  const status = useAppSelector(selectNotificationsStatus);
  const older = useAppSelector(selectOlderNotifications);
  const formats = useFormats();
  const entries = useMemo(() => listEntries(rows, formats), [rows, formats]);
  const loadOlder = () => void dispatch(olderNotificationsRequested());
  const { scroller, list, shown, spaceAbove, isEndShown, onScroll } = useRenderedChunks(
    entries.length,
    () => {
      if (older === 'some') loadOlder();
    },
  );
  /** The button disappears while older notifications load, so the focus moves to the last row. */
  const loadOlderFromButton = () => {
    const focusable = Array.from(list.current?.querySelectorAll<HTMLElement>('a[href], button') ?? []);
    (focusable.at(-1) ?? scroller.current)?.focus({ preventScroll: true });
    loadOlder();
  };
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(entries.length / CHUNK_SIZE) }, (_, index) =>
        entries.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
      ),
    [entries],
  );
  return (
    <Popover
      label="Notifications"
      className="panel"
      placeClassName="panel-place"
      button={bell}
      region={scroller}
      onScroll={onScroll}
      onClose={onClose}
    >
      <div className="panel-head">
        <h2 className="title-2">Notifications</h2>
        <PopoverClose label="Close notifications" className="only-mobile">
          <X className="icon" />
        </PopoverClose>
      </div>
      {rows.length === 0 ? (
        <EmptyNotifications status={status} />
      ) : (
        <>
          <div style={{ blockSize: spaceAbove }} />
          <div ref={list}>
            {shown.map((index) => (
              <NotificationList key={index} entries={chunks[index] ?? []} onFollow={onClose} />
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
            <Button variant="link" small onClick={loadOlderFromButton}>
              {older === 'failed' ? 'Try again' : 'Show older'}
            </Button>
          )}
        </div>
      )}
    </Popover>
  );
}
