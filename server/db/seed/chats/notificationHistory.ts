import { notificationChannel } from '#contract/messaging/channels.ts';
import type { NotificationMessage } from '#contract/notifications/notifications.ts';
import type { ImportedHistory } from '#server/messaging/index.ts';
import { timetokenAt } from './chatHistory.ts';

/** A notification about a past event. */
export interface PastNotification {
  receiverId: number;
  at: Date;
  body: NotificationMessage;
}

/** Maximum number of notifications per person, and how many of them are unread. */
const MAX_PER_PERSON = 12;
const UNREAD = 2;

/** Notification channels of an organisation with read positions, in the format of the messaging service. */
export function notificationHistory(
  tenantId: number,
  notifications: readonly PastNotification[],
  uuids: ReadonlyMap<number, string>,
): ImportedHistory {
  const history: ImportedHistory = { messages: [], actions: [], memberships: [] };
  for (const [receiverId, received] of Map.groupBy(notifications, (item) => item.receiverId)) {
    const uuid = uuids.get(receiverId);
    if (!uuid) continue;
    const channel = notificationChannel(tenantId, receiverId);
    const newest = received.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(-MAX_PER_PERSON);
    // Adds the index, so that events at the same time get different timetokens.
    const times = newest.map(({ at }, index) => timetokenAt(new Date(at.getTime() + index)));
    history.messages.push(
      ...newest.map(({ body }, index) => ({
        channel,
        timetoken: times[index] ?? '0',
        publisher: 'trellis-server',
        payload: body,
        meta: { id: `demo-notification-${receiverId}-${index}` },
      })),
    );
    const read = times.at(-1 - UNREAD);
    if (read) history.memberships.push({ channel, uuid, custom: { timetoken: read } });
  }
  return history;
}
