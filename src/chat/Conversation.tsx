import { ArrowLeft, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { presenceWords } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { sentenceCase } from '#src/ui/dates.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { type Peer, selectIsPeerTyping } from '#store/chat/chatSelectors.ts';
import { selectPeople } from '#store/people/directory.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { avatarOf } from './avatarOf.ts';
import { Composer } from './Composer.tsx';
import { firstNameOf } from './firstNameOf.ts';
import { MessageList } from './MessageList.tsx';
import './composer.css';
import './conversation.css';

interface ConversationProps {
  peer: Peer;
  onClose: () => void;
}

/** The message view. Closing it saves how far one has read. */
export function Conversation({ peer, onClose }: ConversationProps) {
  const me = useAppSelector(selectUser);
  const [isSearching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  if (!me) return null;
  const { channel, name, presence } = peer;
  return (
    <section className="conversation" aria-label={`Conversation with ${name}`}>
      <div className="conversation-head">
        <IconButton label="Close conversation" small onClick={onClose}>
          <ArrowLeft className="icon" />
        </IconButton>
        <Avatar person={avatarOf(peer)} presence={presence} />
        <div className="conversation-who grow">
          <h3 dir="auto" title={name}>
            {name}
          </h3>
          <Whereabouts peer={peer} />
        </div>
        <IconButton
          ref={searchButton}
          label="Search messages"
          small
          aria-expanded={isSearching}
          onClick={() => setSearching(!isSearching)}
        >
          <Search className="icon" />
        </IconButton>
      </div>
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
      <Foot key={`composer-${channel}`} peer={peer} />
    </section>
  );
}

/** Whether the other person is there, or is writing. Not announced: it would interrupt at every letter. */
function Whereabouts({ peer: { channel, name, person, presence } }: { peer: Peer }) {
  const where =
    sentenceCase(presenceWords[presence] ?? 'not online') + (person?.title ? `, ${person.title}` : '');
  const first = firstNameOf(name);
  const isTyping = useAppSelector((state) => selectIsPeerTyping(state, channel));
  return (
    <p className="conversation-where small text-3" dir="auto" title={isTyping ? undefined : where}>
      {isTyping ? <span className="typing">{first ? `${first} is` : 'Is'} typing</span> : where}
    </p>
  );
}

/** Where one writes, or why one cannot. */
function Foot({ peer: { channel, name, person } }: { peer: Peer }) {
  const me = useAppSelector(selectUser);
  const hasDirectory = useAppSelector((state) => selectPeople(state).length > 0);
  const isGone = hasDirectory && person?.isActive !== true;
  const note = useRef<HTMLParagraphElement>(null);
  // There is no field to take the focus from what led here.
  useEffect(() => {
    if (isGone && document.activeElement === document.body) note.current?.focus({ preventScroll: true });
  }, [isGone]);
  if (!me) return null;
  if (isGone)
    return (
      <p ref={note} className="composer-gone" dir="auto" tabIndex={-1}>
        {name} is not in your organisation’s directory any more. You can read what was written.
      </p>
    );
  return <Composer channel={channel} me={me} peerName={name} />;
}
