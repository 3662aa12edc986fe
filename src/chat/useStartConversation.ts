import { chatChannel } from '#contract/messaging/channels.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/**
 * Returns a function that opens the conversation with a person and returns its channel, or null for the user themselves.
 * `text` is a suggested message to edit and send. An existing draft is kept.
 */
export function useStartConversation(peerId: number, text?: string): (() => string) | null {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectUser);
  if (!me || me.userId === peerId) return null;
  const channel = chatChannel(me.tenantId, me.userId, peerId);
  return () => {
    dispatch(conversationStarted({ channel, peerId, text }));
    return channel;
  };
}
