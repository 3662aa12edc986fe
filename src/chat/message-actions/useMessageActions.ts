import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactionEmoji } from '#contract/messaging/messageActions.ts';
import { useAppDispatch, useAppStore } from '#src/app/hooks.ts';
import type { Message } from '#store/chat/message.ts';
import { selectOpenMessageActions } from '#store/chat/messageActionSelectors.ts';
import { canEdit, shownMessage } from '#store/chat/messageActions.ts';
import {
  messageActionDiscarded,
  messageActionRetried,
  messageActionSubmitted,
  type PendingMessageAction,
} from '#store/chat/messageActionsSlice.ts';
import { messageRetried } from '#store/chat/messagesSlice.ts';
import { editStarted } from '#store/drafts/draftsSlice.ts';

/** Callbacks of a message. The object keeps its identity, so it causes no message to re-render. */
export interface MessageHandlers {
  /** The message's actions button got the focus. */
  onFocus: (message: Message) => void;
  onOpenMenu: (message: Message, button: HTMLElement) => void;
  onReact: (message: Message, emoji: ReactionEmoji) => void;
  onRetry: (message: Message) => void;
  onRetryAction: (action: PendingMessageAction) => void;
  onDiscardAction: (action: PendingMessageAction) => void;
}

interface OpenMenu {
  message: Message;
  /** The element of the message. */
  anchor: Element;
  canEdit: boolean;
}

interface Options {
  channel: string;
  ownId: number;
}

/** The message actions of the user: the callbacks of each message, and the state of its menu and dialog. */
export function useMessageActions({ channel, ownId }: Options) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [messageToDelete, setMessageToDelete] = useState<Message | null>(null);
  const [copyResult, setCopyResult] = useState<{ isCopied: boolean } | null>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const menuButton = useRef<HTMLElement | null>(null);
  const closeMenu = useCallback(() => setMenu(null), []);
  const closeDialog = () => {
    setMessageToDelete(null);
    menuButton.current?.focus({ preventScroll: true });
  };

  const handlers = useMemo(
    (): MessageHandlers => ({
      onFocus: ({ id }) => setFocusedId(id),
      onOpenMenu(message, button) {
        menuButton.current = button;
        const anchor = button.parentElement ?? button;
        setMenu({ message, anchor, canEdit: canEdit(message, ownId, Date.now()) });
      },
      onReact(message, emoji) {
        if (message.timetoken === null) return;
        const actions = selectOpenMessageActions(store.getState())[message.timetoken];
        const { reactions } = shownMessage(message, actions, ownId);
        const isOn = !reactions.some((reaction) => reaction.emoji === emoji && reaction.isMine);
        dispatch(messageActionSubmitted(channel, message.timetoken, { kind: 'reaction', emoji, isOn }));
      },
      onRetry: ({ id }) => void dispatch(messageRetried({ channel, id })),
      onRetryAction: ({ id }) => void dispatch(messageActionRetried({ id })),
      onDiscardAction: (action) => void dispatch(messageActionDiscarded(action)),
    }),
    [dispatch, store, channel, ownId],
  );

  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopyResult({ isCopied: true });
    } catch {
      setCopyResult({ isCopied: false }); // The page is not served over https, or the browser denies access.
    }
  };
  const edit = ({ timetoken }: Message, details: string) => {
    menuButton.current = null; // The composer takes the focus.
    if (timetoken !== null) dispatch(editStarted({ channel, messageTimetoken: timetoken, details }));
  };
  const deleteMessage = ({ timetoken }: Message) => {
    if (timetoken !== null) dispatch(messageActionSubmitted(channel, timetoken, { kind: 'delete' }));
    closeDialog();
  };
  return {
    handlers,
    /** The message whose actions button had the focus last. */
    focusedId,
    overlay: {
      ownId,
      menu,
      messageToDelete,
      copyResult,
      handlers,
      menuButton,
      closeMenu,
      closeDialog,
      copy,
      edit,
      askToDelete: setMessageToDelete,
      deleteMessage,
    },
  };
}
export type MessageActionsOverlayProps = ReturnType<typeof useMessageActions>['overlay'];
