import { chatChannel } from '#contract/messaging/channels.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import { chatDraftKey, draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** Opens the conversation with a person, with a suggested message to edit and send. An existing draft is kept. */
export function useSuggestedMessage(peerId: number) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectUser);
  const channel = me && me.userId !== peerId ? chatChannel(me.tenantId, me.userId, peerId) : null;
  const draft = useAppSelector((state) => (channel ? selectDraft(state, chatDraftKey(channel)) : ''));
  return (text: string, onOpened?: (channel: string) => void) => {
    if (!channel) return;
    if (draft === '') dispatch(draftChanged({ key: chatDraftKey(channel), text }));
    dispatch(conversationStarted({ channel, peerId }));
    onOpened?.(channel);
  };
}
