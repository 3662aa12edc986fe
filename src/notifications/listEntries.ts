import type { Formats } from '#src/ui/text/formats.ts';
import { bundleNotifications, type NotificationBundle } from '#store/notifications/bundles.ts';
import type { NotificationRow } from '#store/notifications/notificationRows.ts';

/** An entry of the list: a heading, or a bundle of notifications. */
export type ListEntry =
  | { kind: 'visit'; key: string; title: string }
  | { kind: 'day'; key: string; title: string; isUnderVisit: boolean }
  | { kind: 'bundle'; dayKey: string; bundle: NotificationBundle; under: string };

const SINCE = 'Since your last visit';
const EARLIER = 'Earlier';

function daysOf(
  rows: readonly NotificationRow[],
  visit: string,
  { dayOf, dayTitle }: ListFormats,
): ListEntry[] {
  const days = Map.groupBy(rows, ({ timestamp }) => dayOf(timestamp));
  return Array.from(days).flatMap(([day, rowsOfDay]): ListEntry[] => {
    const title = dayTitle(rowsOfDay[0]?.timestamp ?? 0);
    // Days without a heading above them become days under “Earlier” when the next notification arrives.
    const dayKey = visit === SINCE ? `${SINCE}/${day}` : day;
    const under = visit ? `${visit}, ${title}` : title;
    return [
      { kind: 'day', key: dayKey, title, isUnderVisit: visit !== '' },
      ...bundleNotifications(rowsOfDay).map(
        (bundle): ListEntry => ({
          kind: 'bundle',
          dayKey,
          bundle,
          under,
        }),
      ),
    ];
  });
}

type ListFormats = Pick<Formats, 'dayOf' | 'dayTitle'>;

/** Newest first: since the last visit, then earlier, each by day. Similar notifications of a day are bundled. */
export function listEntries(rows: readonly NotificationRow[], formats: ListFormats): ListEntry[] {
  const recent = rows.filter((row) => row.isSinceLastVisit);
  const earlier = rows.filter((row) => !row.isSinceLastVisit);
  if (recent.length === 0) return daysOf(earlier, '', formats);
  return [
    { kind: 'visit', key: SINCE, title: SINCE },
    ...daysOf(recent, SINCE, formats),
    ...(earlier.length > 0 ? [{ kind: 'visit', key: EARLIER, title: EARLIER } as const] : []),
    ...daysOf(earlier, EARLIER, formats),
  ];
}
