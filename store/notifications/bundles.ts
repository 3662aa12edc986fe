import type { NotificationRow } from '#store/notifications/notificationsSelectors.ts';
import {
  namesNobody,
  type PresentedNotification,
  presentNotification,
} from '#store/notifications/present.ts';

/** Notifications that say the same of different people, or the same again: shown as one, its newest first. */
export interface NotificationBundle extends PresentedNotification {
  key: string;
  rows: [NotificationRow, ...NotificationRow[]];
  /** How many did it, where the text names who. */
  people: number;
}

/** Equal is what differs in nothing but who did it and when. */
const sayingOf = ({ type, payload }: NotificationRow) => {
  const { userId: _who, ...rest } = payload;
  return JSON.stringify([type, rest]);
};

function bundleOf(key: string, rows: [NotificationRow, ...NotificationRow[]]): NotificationBundle {
  const [newest] = rows;
  const { type, payload, parts, link } = newest;
  const people = namesNobody(type) ? 1 : new Set(rows.map(({ fromUserId }) => fromUserId)).size;
  if (people === 1) return { key, rows, people, parts, link };
  const who = { name: `${people} people`, isMany: true };
  return { key, rows, people, ...presentNotification(type, payload, who) };
}

/** Puts equal ones together; each bundle stands where its newest stood. */
export function bundleNotifications(rows: readonly NotificationRow[]): NotificationBundle[] {
  const found = new Map<string, [NotificationRow, ...NotificationRow[]]>();
  for (const row of rows) {
    const key = sayingOf(row);
    const bundle = found.get(key);
    if (bundle) bundle.push(row);
    else found.set(key, [row]);
  }
  return Array.from(found, ([key, bundle]) => bundleOf(key, bundle));
}
