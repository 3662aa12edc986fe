import { foldText } from '#contract/foldText.ts';
import type { Message } from '#store/chat/message.ts';
import { applyTextActions, type MessageActions } from '#store/chat/messageActions.ts';

/** Removing case and accents is the slow part. Messages are immutable, so it is done once for each. */
const foldedTexts = new WeakMap<Message, string>();

function foldedTextOf(message: Message, actions: MessageActions | undefined): string {
  if (actions) return foldText(applyTextActions(message, actions).details);
  const known = foldedTexts.get(message);
  if (known !== undefined) return known;
  const text = foldText(message.details);
  foldedTexts.set(message, text);
  return text;
}

/** The indexes of the messages that contain a text, newest first. Ignores case and accents. */
export function findInMessages(
  messages: readonly Message[],
  actions: Record<string, MessageActions>,
  searchText: string,
): number[] {
  const wanted = foldText(searchText.trim());
  if (wanted === '') return [];
  const found: number[] = [];
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]!;
    if (foldedTextOf(message, actions[message.timetoken ?? '']).includes(wanted)) found.push(index);
  }
  return found;
}

/**
 * The matches in a text. Each character is normalised separately, because normalisation changes the length of a text.
 */
export function matchesIn(text: string, searchText: string): [from: number, to: number][] {
  const wanted = foldText(searchText.trim());
  if (wanted === '') return [];
  let folded = '';
  const origins: number[] = [];
  let position = 0;
  for (const character of text) {
    const foldedCharacter = /\s/.test(character) ? ' ' : foldText(character);
    if (foldedCharacter !== ' ' || !folded.endsWith(' ')) {
      folded += foldedCharacter;
      for (let index = 0; index < foldedCharacter.length; index++) origins.push(position);
    }
    position += character.length;
  }
  const matches: [number, number][] = [];
  for (let from = folded.indexOf(wanted); from >= 0; from = folded.indexOf(wanted, from + wanted.length))
    matches.push([origins[from] ?? 0, origins[from + wanted.length] ?? text.length]);
  return matches;
}
