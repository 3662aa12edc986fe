import { useId, useState } from 'react';
import { Button } from '#src/ui/Button.tsx';
import type { NotificationBundle } from '#store/notifications/bundles.ts';
import { NotificationItem } from './NotificationItem.tsx';

/** Several people did the same: one line for all of them, and each with their own link on demand. */
export function BundleItem({ bundle, onFollow }: { bundle: NotificationBundle; onFollow: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <NotificationItem bundle={bundle} onFollow={onFollow}>
      <Button
        look="link"
        small
        className="bundle-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Show them as one' : `Show all ${bundle.rows.length}`}
      </Button>
      <ul id={id} className="bundle" hidden={!isOpen}>
        {isOpen &&
          bundle.rows.map((row) => (
            <NotificationItem
              key={row.id}
              bundle={{ key: row.id, rows: [row], people: 1, parts: row.parts, link: row.link }}
              onFollow={onFollow}
            />
          ))}
      </ul>
    </NotificationItem>
  );
}
