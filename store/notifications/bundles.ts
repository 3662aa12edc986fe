import { definitionOf } from '#contract/notifications/notifications.ts';
import type { NotificationRow } from './notificationRows.ts';
import { type PresentedNotification, presentNotification } from './present.ts';

/** Notifications that differ only in the person who acted and the time. They are shown as one row, newest first. */
export interface NotificationBundle extends PresentedNotification {
  key: string;
  rows: [NotificationRow, ...NotificationRow[]];
  /** The number of people who acted; 1 if the text names no one. */
  people: number;
}

/** All fields except the person who acted and the time. */
const bundleKeyOf = ({ type, payload }: NotificationRow) => {
  const { userId: _who, ...rest } = payload;
  return JSON.stringify([type, rest]);
};

function bundleOf(key: string, rows: [NotificationRow, ...NotificationRow[]]): NotificationBundle {
  const [newest] = rows;
  const { parts, link } = newest;
  const people = definitionOf(newest.type).isImpersonal
    ? 1
    : new Set(rows.map(({ fromUserId }) => fromUserId)).size;
  if (people === 1) return { key, rows, people, parts, link };
  const who = { name: `${people} people`, isMany: true };
  return { key, rows, people, ...presentNotification(newest, who) };
}

/** Groups similar notifications. A bundle takes the position of its newest one. */
export function bundleNotifications(rows: readonly NotificationRow[]): NotificationBundle[] {
  const found = new Map<string, [NotificationRow, ...NotificationRow[]]>();
  for (const row of rows) {
    const key = bundleKeyOf(row);
    const bundle = found.get(key);
    if (bundle) bundle.push(row);
    else found.set(key, [row]);
  }
  return Array.from(found, ([key, bundle]) => bundleOf(key, bundle));
}
