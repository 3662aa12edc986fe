import { useDeferredValue, useMemo, useState } from 'react';
import type { Marks } from '#store/chat/marks.ts';
import type { Post } from '#store/chat/post.ts';
import { findInMessages } from './findInMessages.ts';

interface Options {
  posts: readonly Post[];
  marks: Record<string, Marks>;
  isSearching: boolean;
  reveal: (index: number, id: string) => void;
}
export interface MessageSearchState {
  text: string;
  sought: string;
  /** How many hold the text, and which of them is shown, from 1; the newest is the first. */
  found: number;
  position: number;
  current: Post | null;
  /** The same object until others are found. */
  foundPosts: ReadonlySet<Post | undefined>;
  setText: (text: string) => void;
  /** 1 to the next older one, -1 back to a newer one. */
  step: (by: 1 | -1) => void;
}
const nothing: number[] = [];
const noPosts: ReadonlySet<Post | undefined> = new Set();

/** Finds what is loaded of the open conversation. Typing stays quick: the search follows when there is time. */
export function useMessageSearch({ posts, marks, isSearching, reveal }: Options): MessageSearchState {
  const [text, setText] = useState('');
  const [currentId, setCurrentId] = useState<string | null>(null);
  const sought = useDeferredValue(isSearching ? text.trim() : '');
  const found = useMemo(
    () => (sought === '' ? nothing : findInMessages(posts, marks, sought)),
    [posts, marks, sought],
  );
  const foundPosts = useMemo(
    () => (found.length === 0 ? noPosts : new Set(found.map((index) => posts[index]))),
    [found, posts],
  );
  const at = found.findIndex((index) => posts[index]?.id === currentId);

  const show = (list: readonly number[], position: number) => {
    const index = list[position];
    const post = index === undefined ? undefined : posts[index];
    setCurrentId(post?.id ?? null);
    if (index !== undefined && post) reveal(index, post.id);
  };
  return {
    text,
    sought,
    found: found.length,
    position: at + 1,
    current: posts[found[at] ?? -1] ?? null,
    foundPosts,
    setText,
    step(by) {
      // Keys do not wait for the search to follow: they act on what the text finds now.
      const now = sought === text.trim() ? found : findInMessages(posts, marks, text);
      if (now.length === 0) return;
      const next = at < 0 ? 0 : (at + by + now.length) % now.length;
      show(now, next);
    },
  };
}
