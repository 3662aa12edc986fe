import type { Reaction } from '#store/chat/marks.ts';
import { reactionNames } from './reactionNames.ts';
import './reactions.css';

interface ReactionsProps {
  reactions: Reaction[];
  onToggle: (emoji: string) => void;
}

/** What both people answered with a picture; a click gives one's own or takes it back. */
export function Reactions({ reactions, onToggle }: ReactionsProps) {
  return (
    <span className="reactions">
      {reactions.map(({ emoji, count, isMine }) => (
        <button
          key={emoji}
          type="button"
          className="reaction"
          aria-pressed={isMine}
          aria-label={`${reactionNames[emoji]}, ${count}`}
          onClick={() => onToggle(emoji)}
        >
          {emoji} <span className="figures">{count}</span>
        </button>
      ))}
    </span>
  );
}
