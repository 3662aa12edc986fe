import type { RootState } from '#store/rootReducer.ts';
import type { ReceivedNotification } from './notificationsSlice.ts';

export const selectIsPanelOpen = (state: RootState) => state.notifications.isPanelOpen;
export const selectNotificationsRead = (state: RootState) => state.notifications.readTimetoken;
export const selectNotificationsSaved = (state: RootState) => state.notifications.savedTimetoken;
export const selectNewestNotification = ({
  notifications: { ids, items },
}: RootState): ReceivedNotification | null => items[ids[0] ?? ''] ?? null;
export const selectNotificationsStatus = (state: RootState) => state.notifications.status;
export const selectOldestRead = (state: RootState) => state.notifications.oldest;
export const selectOlderNotifications = (state: RootState) => state.notifications.older;

const atMost99 = (count: number) => (count > 99 ? '99+' : String(count));
/** The number on the bell, "99+" at most; null while no badge is shown. */
export const selectBadge = ({ notifications: { isBadgeShown, newCount } }: RootState): string | null =>
  isBadgeShown && newCount > 0 ? atMost99(newCount) : null;
/** The number before the reset, shown while the badge fades out. */
export const selectLastBadge = ({ notifications: { lastCount } }: RootState): string | null =>
  lastCount > 0 ? atMost99(lastCount) : null;
export const selectNotificationItems = (state: RootState) => state.notifications.items;
