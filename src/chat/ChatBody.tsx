import { useRef } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { useEscape } from '#src/ui/useEscape.ts';
import { selectChatView, selectOpenPeer } from '#store/chat/chatSelectors.ts';
import { conversationClosed, searchClosed } from '#store/chat/chatSlice.ts';
import { Conversation } from './Conversation.tsx';
import { ConversationList } from './ConversationList.tsx';
import { PeopleSearch } from './PeopleSearch.tsx';

/** What is open inside the widget: the list, the search or a conversation. Escape goes one step back. */
export default function ChatBody({ onLeft }: { onLeft: () => void }) {
  const dispatch = useAppDispatch();
  const body = useRef<HTMLDivElement>(null);
  const view = useAppSelector(selectChatView);
  const peer = useAppSelector(selectOpenPeer);
  const leave = () => {
    if (view === 'conversation' && peer) dispatch(conversationClosed({ channel: peer.channel }));
    else dispatch(searchClosed());
    onLeft();
  };
  useEscape(body, view !== 'list', leave);
  return (
    <div ref={body} className="dock-body">
      {view === 'list' && <ConversationList />}
      {view === 'search' && <PeopleSearch onClose={leave} />}
      {view === 'conversation' && peer && <Conversation peer={peer} onClose={leave} />}
    </div>
  );
}
