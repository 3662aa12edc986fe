import { useEffect, useRef, useState } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { Composer } from '#src/chat/composer/Composer.tsx';
import { MessageList } from '#src/chat/messages/MessageList.tsx';
import type { Peer } from '#store/chat/conversationSelectors.ts';
import { selectIsNotInDirectory } from '#store/people/directory.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { ConversationHeader } from './ConversationHeader.tsx';
import './conversation.css';

interface ConversationProps {
  peer: Peer;
  onClose: () => void;
}

/** The view of one conversation. Closing it saves the read position. */
export function Conversation({ peer, onClose }: ConversationProps) {
  const me = useAppSelector(selectUser);
  const [isSearching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  if (!me) return null;
  const { channel, name } = peer;
  return (
    <section className="conversation" aria-label={`Conversation with ${name}`}>
      <ConversationHeader
        peer={peer}
        isSearching={isSearching}
        searchButton={searchButton}
        onToggleSearch={() => setSearching(!isSearching)}
        onClose={onClose}
      />
      <MessageList
        key={channel}
        channel={channel}
        ownId={me.userId}
        peerName={name}
        isSearching={isSearching}
        onSearchClosed={() => {
          setSearching(false);
          searchButton.current?.focus();
        }}
      />
      <ConversationFooter key={`composer-${channel}`} peer={peer} />
    </section>
  );
}

/** The composer, or a note that the peer has left the organisation. */
function ConversationFooter({ peer: { channel, peerId, name, person } }: { peer: Peer }) {
  const me = useAppSelector(selectUser);
  const isMissing = useAppSelector((state) => selectIsNotInDirectory(state, peerId));
  const hasLeft = person ? !person.isActive : isMissing;
  const note = useRef<HTMLParagraphElement>(null);
  // Without a composer, the note gets the focus when a conversation opens.
  useEffect(() => {
    if (hasLeft && document.activeElement === document.body) note.current?.focus({ preventScroll: true });
  }, [hasLeft]);
  if (!me) return null;
  if (hasLeft)
    return (
      <p ref={note} className="conversation-read-only" dir="auto" tabIndex={-1}>
        {name} is no longer in your organisation’s directory. You can read this conversation but not reply.
      </p>
    );
  return <Composer channel={channel} me={me} peerName={name} />;
}
