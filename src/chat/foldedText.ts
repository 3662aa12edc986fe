import { linkify } from '#src/ui/linkify.ts';

/** What is longer than this, by letters or by lines, is folded: about as much as the view holds at once. */
const LONG_LENGTH = 700;
const LONG_LINES = 16;
/** What is shown of it then, half a view: clearly less, so that a fold always hides something worth a button. */
const SHOWN_LENGTH = 360;
const SHOWN_LINES = 10;
/** So far back a word's beginning is looked for. */
const WORD_LENGTH = 60;

/** Where the given line ends; null when there are not so many. */
function endOfLine(text: string, line: number): number | null {
  let end = -1;
  for (let count = 0; count < line; count++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) return null;
  }
  return end;
}

/**
 * Never within an address, which would lead elsewhere, and not within a word or a sign that is made of several. An address
 * that a text begins with is shown, however long it is.
 */
function wholeWords(text: string, length: number): string {
  let end = 0;
  for (const piece of linkify(text)) {
    const room = length - end;
    if (piece.text.length <= room || (end === 0 && piece.kind === 'link')) {
      end += piece.text.length;
      continue;
    }
    if (piece.kind === 'text') end += lastWordEnd(piece.text, room);
    break;
  }
  return text.slice(0, end).trimEnd();
}
function lastWordEnd(text: string, room: number): number {
  const space = Math.max(text.lastIndexOf(' ', room), text.lastIndexOf('\n', room));
  if (space > room - WORD_LENGTH) return space;
  const around = new Intl.Segmenter().segment(text.slice(0, room + WORD_LENGTH)).containing(room);
  return around?.index ?? room;
}

/** The beginning of a text that is too long to be shown whole at once; null for one that is not. */
export function foldedText(text: string): string | null {
  if (text.length <= LONG_LENGTH && endOfLine(text, LONG_LINES) === null) return null;
  const shown = wholeWords(text, Math.min(endOfLine(text, SHOWN_LINES) ?? SHOWN_LENGTH, SHOWN_LENGTH));
  return shown === '' || shown.length === text.length ? null : shown;
}
