import { ArrowLeft } from 'lucide-react';
import { useAppSelector } from '#src/app/hooks.ts';
import { presenceWords } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { sentenceCase } from '#src/ui/dates.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import type { ConversationRow } from '#store/chat/chatSelectors.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { avatarOf } from './avatarOf.ts';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';

interface ConversationProps {
  conversation: ConversationRow;
  onClose: () => void;
}

/** The message view. Closing it saves how far one has read. */
export function Conversation({ conversation, onClose }: ConversationProps) {
  const me = useAppSelector(selectUser);
  if (!me) return null;
  const { channel, name, person, presence } = conversation;
  return (
    <section className="conversation" aria-label={`Conversation with ${name}`}>
      <div className="conversation-head">
        <IconButton label="Close conversation" small onClick={onClose}>
          <ArrowLeft className="icon" />
        </IconButton>
        <Avatar person={avatarOf(conversation)} presence={presence} />
        <div className="grow">
          <h3>{name}</h3>
          <p className="small text-3">
            {sentenceCase(presenceWords[presence] ?? 'not online')}
            {person?.title && `, ${person.title}`}
          </p>
        </div>
      </div>
      <MessageList key={channel} channel={channel} ownId={me.userId} peerName={name} />
      <Composer key={`composer-${channel}`} channel={channel} me={me} peerName={name} />
    </section>
  );
}
