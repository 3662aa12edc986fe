import { X } from 'lucide-react';
import { useId } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { Drawing } from '#src/ui/Drawing.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import {
  type NotificationRow,
  selectNotificationRows,
  selectNotificationsStatus,
} from '#store/notifications/notificationsSelectors.ts';
import { NotificationItem } from './NotificationItem.tsx';

/** What happened since the last visit, and before. */
export default function Panel({ onClose }: { onClose: () => void }) {
  const rows = useAppSelector(selectNotificationRows);
  const status = useAppSelector(selectNotificationsStatus);
  return (
    <section className="panel" aria-label="Notifications">
      <div className="panel-head">
        <h2 className="title-2">Notifications</h2>
        <IconButton label="Close notifications" small className="only-mobile" onClick={onClose}>
          <X className="icon" />
        </IconButton>
      </div>
      {rows.length === 0 ? (
        <Nothing hasFailed={status === 'failed'} />
      ) : (
        <>
          <Group
            title="Since your last visit"
            rows={rows.filter((row) => row.isSinceLastVisit)}
            onFollow={onClose}
          />
          <Group title="Earlier" rows={rows.filter((row) => !row.isSinceLastVisit)} onFollow={onClose} />
        </>
      )}
    </section>
  );
}

function Group({ title, rows, onFollow }: { title: string; rows: NotificationRow[]; onFollow: () => void }) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <>
      <h3 id={id}>{title}</h3>
      <ul aria-labelledby={id}>
        {rows.map((row) => (
          <NotificationItem key={row.id} row={row} onFollow={onFollow} />
        ))}
      </ul>
    </>
  );
}

/** The specification's two sentences, or that they could not be read. */
function Nothing({ hasFailed }: { hasFailed: boolean }) {
  return (
    <div className="empty" role={hasFailed ? 'alert' : undefined}>
      <Drawing name={hasFailed ? 'tie' : 'bell'} />
      <h3 className="empty-title">
        {hasFailed ? 'Your notifications did not load' : 'No Recent Notifications'}
      </h3>
      <p>
        {hasFailed
          ? 'They come as soon as the connection is back. Nothing of them is lost.'
          : 'Your recent notifications will appear here'}
      </p>
    </div>
  );
}
