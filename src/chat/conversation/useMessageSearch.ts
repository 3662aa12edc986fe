import { useDeferredValue, useMemo, useState } from 'react';
import type { Message } from '#store/chat/message.ts';
import type { MessageActions } from '#store/chat/messageActions.ts';
import { findInMessages } from './findInMessages.ts';

interface Options {
  messages: readonly Message[];
  actions: Record<string, MessageActions>;
  isSearching: boolean;
  scrollToItem: (index: number) => void;
}
export interface MessageSearchState {
  text: string;
  /** The text of the current matches. It follows `text` when the browser has time. */
  searchText: string;
  matchCount: number;
  /** The position of the current match: 1 is the newest, 0 means none. */
  position: number;
  currentMatch: Message | null;
  /** The set keeps its identity until the matching messages change. */
  matches: ReadonlySet<Message | undefined>;
  setText: (text: string) => void;
  /** 1 moves to the next older match, -1 to the next newer one. */
  step: (by: 1 | -1) => void;
}
const noIndexes: number[] = [];
const noMatches: ReadonlySet<Message | undefined> = new Set();

/** Searches in the loaded messages of the open conversation. */
export function useMessageSearch({
  messages,
  actions,
  isSearching,
  scrollToItem,
}: Options): MessageSearchState {
  const [text, setText] = useState('');
  const [currentId, setCurrentId] = useState<string | null>(null);
  const searchText = useDeferredValue(isSearching ? text.trim() : '');
  const found = useMemo(
    () => (searchText === '' ? noIndexes : findInMessages(messages, actions, searchText)),
    [messages, actions, searchText],
  );
  const matches = useMemo(
    () => (found.length === 0 ? noMatches : new Set(found.map((index) => messages[index]))),
    [found, messages],
  );
  const currentIndex = found.findIndex((index) => messages[index]?.id === currentId);
  return {
    text,
    searchText,
    matchCount: found.length,
    position: currentIndex + 1,
    currentMatch: messages[found[currentIndex] ?? -1] ?? null,
    matches,
    setText,
    step(by) {
      // The user may press Enter before the deferred search has run.
      const latest = searchText === text.trim() ? found : findInMessages(messages, actions, text);
      if (latest.length === 0) return;
      const next = currentIndex < 0 ? 0 : (currentIndex + by + latest.length) % latest.length;
      const index = latest[next]!;
      setCurrentId(messages[index]?.id ?? null);
      scrollToItem(index);
    },
  };
}
