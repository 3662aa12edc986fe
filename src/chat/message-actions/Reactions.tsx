import type { ReactionEmoji } from '#contract/messaging/messageActions.ts';
import { singleClick } from '#src/ui/controls/singleClick.ts';
import type { Reaction } from '#store/chat/messageActions.ts';
import './reactions.css';

/** The names of the emoji for screen readers and tooltips. */
export const reactionNames: Record<ReactionEmoji, string> = {
  '👍': 'Thumbs up',
  '❤️': 'Heart',
  '😄': 'Smile',
  '🎉': 'Celebration',
  '🙏': 'Thank you',
  '👀': 'Looking',
};

interface ReactionsProps {
  reactions: Reaction[];
  onToggle: (emoji: ReactionEmoji) => void;
}

/** The reactions of both people. A click adds or removes the user's own reaction. */
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
          onClick={singleClick(() => onToggle(emoji))}
        >
          {emoji} <span className="figures">{count}</span>
        </button>
      ))}
    </span>
  );
}
