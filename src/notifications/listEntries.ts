import { differenceInCalendarDays, format, startOfDay } from 'date-fns';
import { bundleNotifications, type NotificationBundle } from '#store/notifications/bundles.ts';
import type { NotificationRow } from '#store/notifications/notificationsSelectors.ts';

/** An entry of the list: a heading, or a bundle of notifications below it. */
export type ListEntry =
  | { kind: 'visit'; key: string; title: string }
  | { kind: 'day'; key: string; title: string; isUnderVisit: boolean }
  | { kind: 'bundle'; key: string; bundle: NotificationBundle; under: string };

/** `Today`, `Yesterday`, `Thursday, November 19`; with the year if it is not this year. */
export function dayTitle(instant: number, now: number): string {
  const days = differenceInCalendarDays(now, instant);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const isThisYear = new Date(instant).getFullYear() === new Date(now).getFullYear();
  return format(instant, isThisYear ? 'EEEE, MMMM d' : 'EEEE, MMMM d, y');
}

function daysOf(rows: readonly NotificationRow[], visit: string, now: number): ListEntry[] {
  const days = Map.groupBy(rows, ({ timestamp }) => startOfDay(timestamp).getTime());
  return Array.from(days).flatMap(([day, rowsOfDay]): ListEntry[] => {
    const title = dayTitle(day, now);
    const under = visit ? `${visit}, ${title}` : title;
    return [
      { kind: 'day', key: `${visit}/${day}`, title, isUnderVisit: visit !== '' },
      ...bundleNotifications(rowsOfDay).map(
        (bundle): ListEntry => ({
          kind: 'bundle',
          key: `${visit}/${day}/${bundle.key}`,
          bundle,
          under,
        }),
      ),
    ];
  });
}

const SINCE = 'Since your last visit';
const EARLIER = 'Earlier';

/** Newest first: since the last visit, then earlier, each by day. Equal notifications of a day are bundled. */
export function listEntries(rows: readonly NotificationRow[], now: number): ListEntry[] {
  const recent = rows.filter((row) => row.isSinceLastVisit);
  const earlier = rows.filter((row) => !row.isSinceLastVisit);
  if (recent.length === 0) return daysOf(earlier, '', now);
  return [
    { kind: 'visit', key: SINCE, title: SINCE },
    ...daysOf(recent, SINCE, now),
    ...(earlier.length > 0 ? [{ kind: 'visit', key: EARLIER, title: EARLIER } as const] : []),
    ...daysOf(earlier, EARLIER, now),
  ];
}
