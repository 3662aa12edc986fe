import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { MessageAction } from '#contract/messaging/messageActions.ts';
import { isLater, laterOf, timetokenAt } from '#store/messaging/timetoken.ts';
import { sessionChanged } from '#store/session/sessionSlice.ts';
import { addMessageAction, type IncomingMessageAction, type MessageActions } from './messageActions.ts';

/** A message action that is not acknowledged yet or was refused. It is shown like a saved one. */
export interface PendingMessageAction {
  id: string;
  channel: string;
  messageTimetoken: string;
  change: MessageAction;
  /** When the user made the action, as a timetoken, until the service assigns one. */
  at: string;
  status: 'sending' | 'refused' | 'late';
}
/** The range of timetokens in which all message actions of a channel are loaded. */
export interface LoadedActionRange {
  from: string;
  to: string;
}

interface MessageActionsState {
  /** Grouped by channel, then by the message's timetoken. */
  byChannel: Record<string, Record<string, MessageActions>>;
  loadedRanges: Record<string, LoadedActionRange>;
  pending: Record<string, PendingMessageAction>;
}
const initialState: MessageActionsState = { byChannel: {}, loadedRanges: {}, pending: {} };

function add({ byChannel }: MessageActionsState, action: IncomingMessageAction): void {
  const { channel, messageTimetoken } = action;
  byChannel[channel] ??= {};
  const actions = byChannel[channel];
  actions[messageTimetoken] = addMessageAction(actions[messageTimetoken], action);
}

/** Edits, deletions and reactions. See docs/decisions/0018-message-actions.md. */
const messageActionsSlice = createSlice({
  name: 'chat',
  reducerPath: 'messageActions',
  initialState,
  reducers: {
    /** The user edited, deleted or reacted to a message. The action is shown immediately and then sent. */
    messageActionSubmitted: {
      prepare: (channel: string, messageTimetoken: string, change: MessageAction) => ({
        payload: { id: nanoid(), channel, messageTimetoken, change, at: timetokenAt(Date.now()) },
      }),
      reducer({ pending }, { payload }: PayloadAction<Omit<PendingMessageAction, 'status'>>) {
        pending[payload.id] = { ...payload, status: 'sending' };
      },
    },
    messageActionSaved(state, { payload }: PayloadAction<{ id: string; saved: IncomingMessageAction }>) {
      delete state.pending[payload.id];
      add(state, payload.saved);
    },
    messageActionFailed({ pending }, { payload }: PayloadAction<{ id: string; cause: 'refused' | 'late' }>) {
      const failed = pending[payload.id];
      if (failed) failed.status = payload.cause;
    },
    messageActionRetried({ pending }, { payload }: PayloadAction<{ id: string }>) {
      const retried = pending[payload.id];
      if (retried) retried.status = 'sending';
    },
    /** The user discarded a failed message action. The text of an edit becomes a draft. */
    messageActionDiscarded(
      { pending },
      {
        payload,
      }: PayloadAction<Pick<PendingMessageAction, 'id' | 'channel' | 'messageTimetoken' | 'change'>>,
    ) {
      delete pending[payload.id];
    },
    /** Actions from before a reload, or from a closed tab. */
    messageActionsRestored(
      { pending },
      { payload }: PayloadAction<{ messageActions: PendingMessageAction[] }>,
    ) {
      for (const restored of payload.messageActions) pending[restored.id] = restored;
    },
    messageActionsReceived(state, { payload }: PayloadAction<{ messageActions: IncomingMessageAction[] }>) {
      for (const received of payload.messageActions) {
        add(state, received);
        const range = state.loadedRanges[received.channel];
        if (range) range.to = laterOf(range.to, received.actionTimetoken);
      }
    },
    /** A page of earlier message actions. */
    messageActionsLoaded(
      state,
      {
        payload,
      }: PayloadAction<{
        channel: string;
        messageActions: IncomingMessageAction[];
        range: LoadedActionRange;
      }>,
    ) {
      const { channel, messageActions, range } = payload;
      for (const loaded of messageActions) add(state, loaded);
      const known = state.loadedRanges[channel];
      state.loadedRanges[channel] = {
        from: known && isLater(range.from, known.from) ? known.from : range.from,
        to: laterOf(known?.to ?? '0', range.to),
      };
    },
    /** Loading failed midway, so the range is unknown and everything is loaded again. */
    messageActionsReset({ loadedRanges }, { payload }: PayloadAction<{ channel: string }>) {
      delete loadedRanges[payload.channel];
    },
  },
  extraReducers: (builder) => builder.addMatcher(sessionChanged, () => initialState),
});
export const {
  messageActionSubmitted,
  messageActionSaved,
  messageActionFailed,
  messageActionRetried,
  messageActionDiscarded,
  messageActionsRestored,
  messageActionsReceived,
  messageActionsLoaded,
  messageActionsReset,
} = messageActionsSlice.actions;
export default messageActionsSlice;
