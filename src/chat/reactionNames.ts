import type { ReactionEmoji } from '#contract/chatChanges.ts';

/** What each is called, for whoever hears it instead of seeing it. */
export const reactionNames: Record<ReactionEmoji, string> = {
  '👍': 'Thumbs up',
  '❤️': 'Heart',
  '😄': 'Smile',
  '🎉': 'Celebration',
  '🙏': 'Thank you',
  '👀': 'Looking',
};
