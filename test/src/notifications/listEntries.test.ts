import { listEntries } from '#src/notifications/listEntries.ts';
import { formatsFor } from '#src/ui/text/formats.ts';
import type { NotificationRow } from '#store/notifications/notificationRows.ts';

const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour);
const inUtc = formatsFor('en-US', 'UTC', '2026-11-21');
const row = (id: string, timestamp: number, isSinceLastVisit = false): NotificationRow => ({
  id,
  timetoken: String(timestamp),
  type: 'MANAGER_UPDATED_USER_OBJECTIVE',
  // Its text is unique, so that it is not bundled with other notifications.
  payload: { userId: 9, text: id },
  fromUserId: 9,
  fromUser: null,
  fromName: 'Max',
  timestamp,
  status: '',
  isSinceLastVisit,
  parts: [],
  link: null,
});
const outline = (rows: NotificationRow[], formats = inUtc) =>
  listEntries(rows, formats).map((entry) =>
    entry.kind === 'bundle' ? entry.bundle.rows[0].id : entry.title,
  );

it('lists days newest first, each once', () => {
  const rows = [row('a', at(21, 9)), row('b', at(21, 1)), row('c', at(20, 23)), row('d', at(1, 8))];
  expect(outline(rows)).toEqual(['Today', 'a', 'b', 'Yesterday', 'c', 'Sunday, November 1', 'd']);
});

it('has a heading for notifications since the last visit, and one for earlier ones', () => {
  const rows = [row('a', at(21, 9), true), row('b', at(20, 9), true), row('c', at(20, 8))];
  expect(outline(rows)).toEqual([
    'Since your last visit',
    'Today',
    'a',
    'Yesterday',
    'b',
    'Earlier',
    'Yesterday',
    'c',
  ]);
  expect(outline([row('a', at(21, 9), true)])).toEqual(['Since your last visit', 'Today', 'a']);
});

it('keeps the keys of earlier days when the first notification since the last visit arrives', () => {
  const earlier = [row('b', at(21, 8)), row('c', at(20, 8))];
  const keys = (rows: NotificationRow[]) =>
    listEntries(rows, inUtc).map((entry) => (entry.kind === 'bundle' ? entry.dayKey : entry.key));
  const before = keys(earlier);
  const after = keys([row('a', at(21, 9), true), ...earlier]);
  expect(after.slice(-before.length)).toEqual(before);
  expect(after.slice(0, -before.length)).not.toContain(before[0]);
});

it('groups by day in the time zone', () => {
  const rows = [row('a', at(21, 9)), row('b', at(21, 1))];
  expect(outline(rows)).toEqual(['Today', 'a', 'b']);
  const inNewYork = formatsFor('en-US', 'America/New_York', '2026-11-21');
  expect(outline(rows, inNewYork)).toEqual(['Today', 'a', 'Yesterday', 'b']);
});
