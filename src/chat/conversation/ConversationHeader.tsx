import { ArrowLeft, Search } from 'lucide-react';
import type { RefObject } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { avatarOf, firstNameOf } from '#src/chat/peerNames.ts';
import { presenceLabels } from '#src/presence/usePresence.ts';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { sentenceCase } from '#src/ui/text/sentenceCase.ts';
import type { Peer } from '#store/chat/conversationSelectors.ts';
import { selectIsPeerTyping } from '#store/chat/widgetSelectors.ts';
import { selectConnectionStatus } from '#store/connection/connectionSlice.ts';

interface ConversationHeaderProps {
  peer: Peer;
  isSearching: boolean;
  searchButton: RefObject<HTMLButtonElement | null>;
  onToggleSearch: () => void;
  onClose: () => void;
}

export function ConversationHeader(props: ConversationHeaderProps) {
  const { isSearching, searchButton, onToggleSearch, onClose } = props;
  // Without a network, the browser cannot know who is online.
  const isOffline = useAppSelector(selectConnectionStatus) === 'offline';
  const peer = isOffline ? { ...props.peer, presence: 'unknown' as const } : props.peer;
  return (
    <div className="conversation-header">
      <IconButton label="Close conversation" small onClick={onClose}>
        <ArrowLeft className="icon" />
      </IconButton>
      <Avatar person={avatarOf(peer)} presence={peer.presence} />
      <div className="conversation-peer grow">
        <h3 dir="auto" title={peer.name}>
          {peer.name}
        </h3>
        <PeerStatus peer={peer} />
      </div>
      <IconButton
        ref={searchButton}
        label="Search messages"
        small
        aria-expanded={isSearching}
        onClick={onToggleSearch}
      >
        <Search className="icon" />
      </IconButton>
    </div>
  );
}

/**
 * The peer's presence and title, or a note that the peer is typing. It is not announced, because it would interrupt too
 * often.
 */
function PeerStatus({ peer: { channel, name, person, presence } }: { peer: Peer }) {
  const isTyping = useAppSelector((state) => selectIsPeerTyping(state, channel));
  const firstName = firstNameOf(name);
  const label = presence === 'offline' ? 'offline' : presenceLabels[presence];
  const status = [label && sentenceCase(label), person?.pronouns, person?.title].filter(Boolean).join(', ');
  return (
    <p className="conversation-status small text-3" dir="auto" title={isTyping ? undefined : status}>
      {isTyping ? <span className="typing">{firstName ? `${firstName} is typing` : 'Typing'}</span> : status}
    </p>
  );
}
