/** A piece of a text: plain, or an address that becomes a link. */
export type TextPiece =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string; isFile: boolean };

/** Starts like an address and does not stand inside a word or behind another scheme's colon. */
const CANDIDATE = /(?<![\p{L}\p{N}_@:/.-])(?:(?:https?|ftp|file):\/\/|www\.)[^\s<>"\p{Cc}]+/giu;
/** Most of what people write holds no address, and needs no closer look. */
const MAY_HOLD_ONE = /:\/\/|www\./i;
const PROTOCOLS = new Set(['http:', 'https:', 'ftp:', 'file:']);
/** Letters that turn the reading direction around or are not seen can make an address look like another. */
const DECEIVING = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Full stops and closing brackets at the end belong to the sentence, unless the address opened the bracket itself. */
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

/** Splits a text that a person wrote into plain pieces and addresses; joined again the pieces give the very same text. */
export function linkify(text: string): TextPiece[] {
  if (text !== '' && !MAY_HOLD_ONE.test(text)) return [{ kind: 'text', text }];
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const shown = trimmed(match[0]);
    const href = addressOf(shown);
    if (href === null) continue;
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) });
    pieces.push({ kind: 'link', text: shown, href, isFile: href.startsWith('file:') });
    end = match.index + shown.length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}
