import { useRef } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { useEscape } from '#src/ui/useEscape.ts';
import { selectChatView, selectOpenConversation } from '#store/chat/chatSelectors.ts';
import { conversationClosed, searchClosed } from '#store/chat/chatSlice.ts';
import { Conversation } from './Conversation.tsx';
import { ConversationList } from './ConversationList.tsx';
import { PeopleSearch } from './PeopleSearch.tsx';

/** What is open inside the widget: the list, the search or a conversation. Escape goes one step back. */
export default function ChatBody({ onLeft }: { onLeft: () => void }) {
  const dispatch = useAppDispatch();
  const body = useRef<HTMLDivElement>(null);
  const view = useAppSelector(selectChatView);
  const conversation = useAppSelector(selectOpenConversation);
  const leave = () => {
    if (view === 'conversation' && conversation)
      dispatch(conversationClosed({ channel: conversation.channel }));
    else dispatch(searchClosed());
    onLeft();
  };
  useEscape(body, view !== 'list', leave);
  return (
    <div ref={body} className="dock-body">
      {view === 'list' && <ConversationList />}
      {view === 'search' && <PeopleSearch onClose={leave} />}
      {view === 'conversation' && conversation && (
        <Conversation conversation={conversation} onClose={leave} />
      )}
    </div>
  );
}
