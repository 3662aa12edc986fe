import type { KeyboardEvent } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { selectChatView, selectOpenConversation } from '#store/chat/chatSelectors.ts';
import { conversationClosed, searchClosed } from '#store/chat/chatSlice.ts';
import { Conversation } from './Conversation.tsx';
import { ConversationList } from './ConversationList.tsx';
import { PeopleSearch } from './PeopleSearch.tsx';

/** What is open inside the widget: the list, the search or a conversation. Escape goes one step back. */
export default function ChatBody({ onLeft }: { onLeft: () => void }) {
  const dispatch = useAppDispatch();
  const view = useAppSelector(selectChatView);
  const conversation = useAppSelector(selectOpenConversation);
  if (view === 'list') return <ConversationList />;

  const leave = () => {
    if (view === 'conversation' && conversation)
      dispatch(conversationClosed({ channel: conversation.channel }));
    else dispatch(searchClosed());
    onLeft();
  };
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    leave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears Escape from what it holds
    <div className="dock-body" onKeyDown={leaveOnEscape}>
      {view === 'search' && <PeopleSearch onClose={leave} />}
      {view === 'conversation' && conversation && (
        <Conversation conversation={conversation} onClose={leave} />
      )}
    </div>
  );
}
