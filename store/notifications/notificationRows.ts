import { createSelector } from '@reduxjs/toolkit';
import { fullName, type Person } from '#contract/people.ts';
import { instantOf, isLater } from '#store/messaging/timetoken.ts';
import { selectDirectory } from '#store/people/directory.ts';
import type { RootState } from '#store/rootReducer.ts';
import { selectNotificationItems } from './notificationsSelectors.ts';
import type { ReceivedNotification } from './notificationsSlice.ts';
import { type PresentedNotification, presentNotification } from './present.ts';

export type NotificationRow = ReceivedNotification &
  PresentedNotification & {
    fromUser: Person | null;
    fromName: string;
    /** Milliseconds since the epoch. */
    timestamp: number;
    status: 'new' | '';
    isSinceLastVisit: boolean;
  };

const selectIds = (state: RootState) => state.notifications.ids;
const selectSeen = (state: RootState) => state.notifications.seenTimetoken;
const selectVisit = (state: RootState) => state.notifications.visitTimetoken;

/** Cached per item and name, because the list may contain thousands. */
const presentedItems = new WeakMap<
  ReceivedNotification,
  { name: string; presented: PresentedNotification }
>();
function present(item: ReceivedNotification, name: string): PresentedNotification {
  const cached = presentedItems.get(item);
  if (cached?.name === name) return cached.presented;
  const presented = presentNotification(item, { name, isMany: false });
  presentedItems.set(item, { name, presented });
  return presented;
}

/** Newest first. */
export const selectNotificationRows = createSelector(
  [selectIds, selectNotificationItems, selectSeen, selectVisit, selectDirectory],
  (ids, items, seen, visit, directory): NotificationRow[] =>
    ids.map((id) => {
      const item = items[id]!;
      const { fromUserId, timetoken } = item;
      const fromUser = fromUserId === null ? null : (directory.byId.get(fromUserId) ?? null);
      const fromName = fromUser ? fullName(fromUser) : 'Someone';
      return {
        ...item,
        fromUser,
        fromName,
        timestamp: instantOf(timetoken),
        status: isLater(timetoken, seen) ? 'new' : '',
        isSinceLastVisit: isLater(timetoken, visit),
        ...present(item, fromName),
      };
    }),
);
