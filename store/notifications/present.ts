import type { Notification, NotificationType } from '#contract/notifications/notifications.ts';
import {
  type Actor,
  type NotificationLink,
  notificationTexts,
  type TextPart,
} from '#contract/notifications/notificationTexts.ts';
import { safePath } from '#store/navigation/safePath.ts';

export interface PresentedNotification {
  parts: TextPart[];
  link: NotificationLink | null;
}

/** The link of a notification. Its path is checked like every address from outside (decision 0006). */
export function linkOf<T extends NotificationType>({
  type,
  payload,
}: Notification<T>): NotificationLink | null {
  const link = notificationTexts[type].link(payload);
  const path = safePath(link?.path);
  return link && path && path !== '/not-found' ? { ...link, path } : null;
}

export const presentNotification = <T extends NotificationType>(
  notification: Notification<T>,
  who: Actor,
): PresentedNotification => ({
  parts: notificationTexts[notification.type].text(notification.payload, who),
  link: linkOf(notification),
});
