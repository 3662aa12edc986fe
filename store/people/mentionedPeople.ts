import { createSelector } from '@reduxjs/toolkit';
import { selectConversations } from '#store/chat/conversationSelectors.ts';
import { selectNotificationItems } from '#store/notifications/notificationsSelectors.ts';

/** The people in conversations and notifications, by user id. */
export const selectMentionedPeople = createSelector(
  [selectConversations, selectNotificationItems],
  (conversations, notifications): number[] => [
    ...new Set([
      ...Object.values(conversations).map(({ peerId }) => peerId),
      ...Object.values(notifications).flatMap(({ fromUserId }) => fromUserId ?? []),
    ]),
  ],
);
