import { createSelector } from '@reduxjs/toolkit';
import { fullName, type Person } from '#contract/people.ts';
import { instantOf } from '#store/messaging/timetoken.ts';
import type { NotificationItem } from '#store/notifications/notificationsSlice.ts';
import { type PresentedNotification, presentNotification } from '#store/notifications/present.ts';
import { selectDirectory } from '#store/people/directory.ts';
import type { RootState } from '#store/rootReducer.ts';

export const selectIsPanelOpen = (state: RootState) => state.notifications.isPanelOpen;
export const selectNotificationsRead = (state: RootState) => state.notifications.readTimetoken;
export const selectNewestNotification = ({
  notifications: { ids, items },
}: RootState): NotificationItem | null => items[ids[0] ?? ''] ?? null;
/** The number on the bell, at most '99+'; null while no badge is shown. */
export const selectBadge = ({ notifications: { isBadgeShown, newCount } }: RootState): string | null => {
  if (!isBadgeShown || newCount === 0) return null;
  return newCount > 99 ? '99+' : String(newCount);
};
export const selectNotificationsStatus = (state: RootState) => state.notifications.status;

export interface NotificationRow extends PresentedNotification {
  id: string;
  fromUser: Person | null;
  fromName: string;
  /** Milliseconds since the epoch. */
  timestamp: number;
  status: NotificationItem['status'];
  isSinceLastVisit: boolean;
}

const selectIds = (state: RootState) => state.notifications.ids;
const selectItems = (state: RootState) => state.notifications.items;

/** Newest first. */
export const selectNotificationRows = createSelector(
  [selectIds, selectItems, selectDirectory],
  (ids, items, directory): NotificationRow[] =>
    ids.map((id) => {
      const { fromUserId, timetoken, type, payload, status, isSinceLastVisit } = items[id]!;
      const fromUser = fromUserId === null ? null : (directory.byId.get(fromUserId) ?? null);
      const fromName = fromUser ? fullName(fromUser) : 'Someone';
      const presented = presentNotification(type, payload, fromName);
      return {
        id,
        fromUser,
        fromName,
        timestamp: instantOf(timetoken),
        status,
        isSinceLastVisit,
        ...presented,
      };
    }),
);
