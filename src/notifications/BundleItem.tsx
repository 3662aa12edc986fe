import { useId, useState } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import type { NotificationBundle } from '#store/notifications/bundles.ts';
import { NotificationItem } from './NotificationItem.tsx';

/** Similar notifications about several people: 1 item that expands to an item with its own link for each person. */
export function BundleItem({ bundle, onFollow }: { bundle: NotificationBundle; onFollow: () => void }) {
  const [isExpanded, setExpanded] = useState(false);
  const id = useId();
  return (
    <NotificationItem bundle={bundle} onFollow={onFollow}>
      <Button
        variant="link"
        small
        className="bundle-toggle"
        aria-expanded={isExpanded}
        aria-controls={id}
        onClick={() => setExpanded(!isExpanded)}
      >
        {isExpanded ? 'Show less' : `Show all ${bundle.rows.length}`}
      </Button>
      <ul id={id} className="bundle" hidden={!isExpanded}>
        {isExpanded &&
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
