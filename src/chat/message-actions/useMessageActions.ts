import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { ReactionEmoji } from '#contract/messageActions.ts';
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

/** Callbacks of a message. The object never changes, so it causes no message to re-render. */
export interface MessageHandlers {
  /** The actions button of the message got the focus. */
  onFocus: (message: Message) => void;
  onOpenMenu: (message: Message, button: HTMLElement) => void;
  onReact: (message: Message, emoji: ReactionEmoji) => void;
  onRetry: (message: Message) => void;
  onRetryAction: (action: PendingMessageAction) => void;
  onDiscardAction: (action: PendingMessageAction) => void;
}

/** The upper and lower edge of the message, from the top of the list's frame. */
export interface MenuPosition {
  above: number;
  below: number;
  isOwn: boolean;
}
interface OpenMenu {
  message: Message;
  position: MenuPosition;
  canEdit: boolean;
}

interface Options {
  channel: string;
  ownId: number;
  scroller: RefObject<HTMLElement | null>;
}

/** What the user can do with messages: the callbacks of each message, and the state of its menu and dialog. */
export function useMessageActions({ channel, ownId, scroller }: Options) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [messageToDelete, setMessageToDelete] = useState<Message | null>(null);
  const [copyResult, setCopyResult] = useState<{ isCopied: boolean } | null>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const menuButton = useRef<HTMLElement | null>(null);
  const close = useCallback(() => {
    setMenu(null);
    setMessageToDelete(null);
    menuButton.current?.focus({ preventScroll: true });
  }, []);

  const handlers = useMemo(
    (): MessageHandlers => ({
      onFocus: ({ id }) => setFocusedId(id),
      onOpenMenu(message, button) {
        menuButton.current = button;
        const frameTop = scroller.current?.getBoundingClientRect().top ?? 0;
        const { top, bottom } = (button.parentElement ?? button).getBoundingClientRect();
        const isOwn = message.publisherId === ownId;
        const position = { above: top - frameTop, below: bottom - frameTop, isOwn };
        setMenu({ message, position, canEdit: canEdit(message, ownId, Date.now()) });
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
    [dispatch, store, channel, ownId, scroller],
  );

  const copy = async (text: string) => {
    close();
    try {
      await navigator.clipboard.writeText(text);
      setCopyResult({ isCopied: true });
    } catch {
      setCopyResult({ isCopied: false }); // The page is not served over https, or the browser denies access.
    }
  };
  const edit = ({ timetoken }: Message, details: string) => {
    setMenu(null);
    if (timetoken !== null) dispatch(editStarted({ channel, messageTimetoken: timetoken, details }));
  };
  const askToDelete = (message: Message) => {
    setMenu(null);
    setMessageToDelete(message);
  };
  const deleteMessage = ({ timetoken }: Message) => {
    if (timetoken !== null) dispatch(messageActionSubmitted(channel, timetoken, { kind: 'delete' }));
    close();
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
      close,
      copy,
      edit,
      askToDelete,
      deleteMessage,
    },
  };
}
export type MessageActionsOverlayProps = ReturnType<typeof useMessageActions>['overlay'];
