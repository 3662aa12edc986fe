/** One to three emoji and nothing else, also those that are sequences: a family, a flag, a skin tone. */
const ONLY_EMOJI = emojiPattern();

function emojiPattern(): RegExp | null {
  try {
    return /^(?:\p{RGI_Emoji}\s*){1,3}$/v;
  } catch {
    return null; // a browser that does not know sequences shows them as any text
  }
}

/** The longest sequences have some thirty units. */
const MAX_LENGTH = 100;

export const isOnlyEmoji = (text: string) =>
  text.length <= MAX_LENGTH && ONLY_EMOJI !== null && ONLY_EMOJI.test(text);
