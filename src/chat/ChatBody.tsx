import { useRef, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Conversation } from '#src/chat/conversation/Conversation.tsx';
import { ConversationList } from '#src/chat/list/ConversationList.tsx';
import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';
import { useEscape } from '#src/ui/overlays/useEscape.ts';
import { selectOpenPeer } from '#store/chat/conversationSelectors.ts';
import { selectChatView } from '#store/chat/widgetSelectors.ts';
import { conversationClosed, searchClosed } from '#store/chat/widgetSlice.ts';

const PeopleSearch = lazyPart(() => import(/* webpackPrefetch: true */ '#src/chat/list/PeopleSearch.tsx'));

/** The list, the people search or a conversation. Escape returns to the list, to the row of the closed conversation. */
export default function ChatBody({ onClosed }: { onClosed: () => void }) {
  const dispatch = useAppDispatch();
  const body = useRef<HTMLDivElement>(null);
  const view = useAppSelector(selectChatView);
  const peer = useAppSelector(selectOpenPeer);
  const [closedChannel, setClosedChannel] = useState<string | null>(null);
  const close = () => {
    if (view === 'conversation' && peer) {
      dispatch(conversationClosed({ channel: peer.channel }));
      setClosedChannel(peer.channel);
    } else {
      dispatch(searchClosed());
      setClosedChannel(null);
    }
    onClosed();
  };
  useEscape(body, view !== 'list', close);
  return (
    <div ref={body} className="dock-body">
      {view === 'list' && <ConversationList focusedChannel={closedChannel} />}
      {view === 'search' && <PeopleSearch onClose={close} />}
      {view === 'conversation' && peer && <Conversation peer={peer} onClose={close} />}
    </div>
  );
}
