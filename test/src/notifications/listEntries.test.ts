import { dayTitle, listEntries } from '#src/notifications/listEntries.ts';
import type { NotificationRow } from '#store/notifications/notificationsSelectors.ts';

const NOW = new Date(2026, 10, 21, 9, 30).getTime();
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
const row = (id: string, timestamp: number, isSinceLastVisit = false): NotificationRow => ({
  id,
  timetoken: String(timestamp),
  type: 'MANAGER_UPDATED_USER_OBJECTIVE',
  // A text of its own, so that it is not bundled with others.
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
const outline = (rows: NotificationRow[]) =>
  listEntries(rows, NOW).map((entry) => (entry.kind === 'bundle' ? entry.bundle.rows[0].id : entry.title));

it.each([
  [at(21, 0), 'Today'],
  [at(20, 23), 'Yesterday'],
  [at(19, 12), 'Thursday, November 19'],
  [new Date(2025, 10, 20).getTime(), 'Thursday, November 20, 2025'],
])('names a day: %i is %s', (instant, title) => {
  expect(dayTitle(instant, NOW)).toBe(title);
});

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
