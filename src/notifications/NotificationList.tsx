import { Fragment, memo, type ReactNode } from 'react';
import { BundleItem } from './BundleItem.tsx';
import type { ListEntry } from './listEntries.ts';
import { NotificationItem } from './NotificationItem.tsx';

type BundleEntry = Extract<ListEntry, { kind: 'bundle' }>;

/**
 * Renders headings, and each sequence of notifications between them as a list. Its key is the one of its day, because a new
 * notification must not move the list that the user is in.
 */
function blocksOf(entries: readonly ListEntry[]) {
  const blocks: (Exclude<ListEntry, BundleEntry> | { kind: 'list'; key: string; bundles: BundleEntry[] })[] =
    [];
  for (const entry of entries) {
    const previous = blocks.at(-1);
    if (entry.kind !== 'bundle') blocks.push(entry);
    else if (previous?.kind === 'list') previous.bundles.push(entry);
    else blocks.push({ kind: 'list', key: `list ${entry.dayKey}`, bundles: [entry] });
  }
  return blocks;
}

interface NotificationListProps {
  entries: readonly ListEntry[];
  onFollow: () => void;
}

/** A part of the panel's list. Memoised: it renders only when its entries change. */
export const NotificationList = memo(function NotificationList({ entries, onFollow }: NotificationListProps) {
  return (
    <div>
      {blocksOf(entries).map((block): ReactNode => {
        if (block.kind === 'visit')
          return (
            <h3 key={block.key} className="visit">
              {block.title}
            </h3>
          );
        if (block.kind === 'day') {
          const Heading = block.isUnderVisit ? 'h4' : 'h3';
          return <Heading key={block.key}>{block.title}</Heading>;
        }
        return (
          <ul key={block.key} aria-label={block.bundles[0]?.under}>
            {block.bundles.map(({ bundle }) => (
              <Fragment key={bundle.key}>
                {bundle.people > 1 ? (
                  <BundleItem bundle={bundle} onFollow={onFollow} />
                ) : (
                  <NotificationItem bundle={bundle} onFollow={onFollow} />
                )}
              </Fragment>
            ))}
          </ul>
        );
      })}
    </div>
  );
});
