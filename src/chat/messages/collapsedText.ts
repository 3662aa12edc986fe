import { linkify } from '#src/ui/text/linkify.ts';

/** A text with more characters or lines is collapsed. The limits are about the size of the view. */
const LONG_LENGTH = 700;
const LONG_LINES = 16;
/** The collapsed length. It is clearly below the limits, so that the button always reveals enough text. */
const COLLAPSED_LENGTH = 360;
const COLLAPSED_LINES = 10;
/** How many characters back to search for the end of a word. */
const WORD_LENGTH = 60;

/** The index of the end of the given line; null if there are fewer lines. */
function endOfLine(text: string, line: number): number | null {
  let end = -1;
  for (let count = 0; count < line; count++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) return null;
  }
  return end;
}

/**
 * Cuts a text at the end of a word. A link is never cut, because it would lead elsewhere. A link at the start is shown
 * in full. A character of several code points is not cut either.
 */
function truncate(text: string, length: number): string {
  let end = 0;
  for (const part of linkify(text)) {
    const room = length - end;
    if (part.text.length <= room || (end === 0 && part.kind === 'link')) {
      end += part.text.length;
      continue;
    }
    if (part.kind === 'text') end += lastWordEnd(part.text, room);
    break;
  }
  return text.slice(0, end).trimEnd();
}
function lastWordEnd(text: string, room: number): number {
  const space = Math.max(text.lastIndexOf(' ', room), text.lastIndexOf('\n', room));
  if (space > room - WORD_LENGTH) return space;
  const character = new Intl.Segmenter().segment(text.slice(0, room + WORD_LENGTH)).containing(room);
  return character?.index ?? room;
}

/** The start of a long text; null for a text that is shown in full. */
export function collapsedText(text: string): string | null {
  if (text.length <= LONG_LENGTH && endOfLine(text, LONG_LINES) === null) return null;
  const maxLength = Math.min(endOfLine(text, COLLAPSED_LINES) ?? COLLAPSED_LENGTH, COLLAPSED_LENGTH);
  const start = truncate(text, maxLength);
  return start === '' || start.length === text.length ? null : start;
}
