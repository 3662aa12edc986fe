/** A part of a text: plain text or a link. */
export type TextPiece =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string; isFile: boolean };

/**
 * A full scheme starts an address after any character that cannot be part of the scheme's name, as in `Link:https://…`
 * or `こちらhttps://…`. `www.` starts an address only outside words and addresses.
 */
const CANDIDATE = /(?:(?<![a-z0-9+])(?:https?|ftp|file):\/\/|(?<![\p{L}\p{N}_@/.-])www\.)[^\s<>"\p{Cc}]+/giu;
/** An address after one of these schemes is its argument and stays text. */
const OTHER_SCHEME =
  /^[^a-z]*(?:javascript|vbscript|data|blob|filesystem|view-source|feed|jar|intent|about):/i;
/** A fast check, because most texts contain no address. */
const MAY_HOLD_ONE = /:\/\/|www\./i;
const PROTOCOLS = new Set(['http:', 'https:', 'ftp:', 'file:']);
/** Invisible and direction-changing characters can make an address look like another one. */
const DECEIVING = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Removes punctuation at the end, and closing brackets that were not opened in the address. */
function trimmed(candidate: string): string {
  let text = candidate;
  for (;;) {
    const last = text.at(-1) ?? '';
    const opening = PAIRS[last];
    const isStray = opening !== undefined && text.split(last).length > text.split(opening).length;
    if (isStray || /[.,;:!?'’”»…*_~]/u.test(last)) text = text.slice(0, -last.length);
    else return text;
  }
}

/** The characters between the last white space and `index`. */
function wordBefore(text: string, index: number): string {
  let start = index;
  while (start > 0 && !/\s/.test(text[start - 1]!)) start -= 1;
  return text.slice(start, index);
}

function addressOf(text: string): string | null {
  if (DECEIVING.test(text)) return null;
  const address = /^www\./i.test(text) ? `https://${text}` : text;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, username, password, href } = new URL(address);
  if (!PROTOCOLS.has(protocol) || username !== '' || password !== '') return null;
  if (protocol !== 'file:' && hostname === '') return null;
  if (/^www\.$/i.test(hostname) || (/^www\./i.test(text) && !/^www\.[^.]/i.test(hostname))) return null;
  return href;
}

/** Splits a text into plain parts and links. The joined parts are the same text. */
export function linkify(text: string): TextPiece[] {
  if (text !== '' && !MAY_HOLD_ONE.test(text)) return [{ kind: 'text', text }];
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const shown = trimmed(match[0]);
    const href = OTHER_SCHEME.test(wordBefore(text, match.index)) ? null : addressOf(shown);
    if (href === null) continue;
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) });
    pieces.push({ kind: 'link', text: shown, href, isFile: href.startsWith('file:') });
    end = match.index + shown.length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}
