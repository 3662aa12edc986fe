import { createSelector } from '@reduxjs/toolkit';
import type { RootState } from '#store/rootReducer.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { addMessageAction, joinMessageActions, type MessageActions } from './messageActions.ts';
import type { PendingMessageAction } from './messageActionsSlice.ts';
import { selectAliases } from './messageSelectors.ts';
import { selectOpenChannel } from './widgetSelectors.ts';

type ActionsByMessage = Record<string, MessageActions>;
const noActions: ActionsByMessage = {};

const selectPending = (state: RootState) => state.chat.messageActions.pending;
export const selectPendingMessageAction = (state: RootState, id: string) => selectPending(state)[id] ?? null;
export const selectSendingMessageActions = createSelector([selectPending], (pending) =>
  Object.values(pending).filter(({ status }) => status === 'sending'),
);
export const selectLoadedActionRange = (state: RootState, channel: string) =>
  state.chat.messageActions.loadedRanges[channel] ?? null;

/** Grouped by channel, then by timetoken. */
export const selectSavedMessageActions = (state: RootState) => state.chat.messageActions.byChannel;

/** The actions of a message that was stored twice belong to the timetoken under which it is shown. */
export function joinAliases(saved: ActionsByMessage, aliases: Record<string, string>): ActionsByMessage {
  const stored = Object.entries(aliases).filter(([alias]) => saved[alias]);
  if (stored.length === 0) return saved;
  const joined = { ...saved };
  for (const [alias, shown] of stored) {
    joined[shown] = joinMessageActions(joined[shown], saved[alias]!);
    delete joined[alias];
  }
  return joined;
}

/** The actions of the open conversation by the message's timetoken, including pending ones. */
export const selectOpenMessageActions = createSelector(
  [
    (state: RootState) => selectSavedMessageActions(state)[selectOpenChannel(state) ?? ''] ?? noActions,
    (state: RootState) => selectAliases(state, selectOpenChannel(state)),
    selectPending,
    selectOpenChannel,
    selectUser,
  ],
  (saved, aliases, pending, channel, user): ActionsByMessage => {
    const actions = joinAliases(saved, aliases);
    const ofChannel = Object.values(pending).filter((one) => one.channel === channel);
    if (ofChannel.length === 0 || !user) return actions;
    const shown = { ...actions };
    for (const { messageTimetoken, change, at } of ofChannel)
      shown[messageTimetoken] = addMessageAction(shown[messageTimetoken], {
        channel: channel ?? '',
        messageTimetoken,
        actionTimetoken: at,
        actorId: user.userId,
        change,
      });
    return shown;
  },
);

/** Whether the author has deleted a message of the open conversation, in any browser. */
export const selectIsDeletedBy = (state: RootState, timetoken: string, publisherId: number) =>
  selectOpenMessageActions(state)[timetoken]?.deletedBy[publisherId] === true;

/** Message actions of the open conversation that were not saved, by the message's timetoken. */
export const selectFailedMessageActions = createSelector(
  [selectPending, selectOpenChannel],
  (pending, channel): Record<string, PendingMessageAction> =>
    Object.fromEntries(
      Object.values(pending)
        .filter((one) => one.channel === channel && one.status !== 'sending')
        .map((one) => [one.messageTimetoken, one]),
    ),
);
