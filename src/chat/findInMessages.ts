import { detailsOf, type Marks } from '#store/chat/marks.ts';
import type { Post } from '#store/chat/post.ts';
import { fold } from '#store/people/searchPeople.ts';

/** Folding is the dear part; a post never changes, so it is done once. */
const folded = new WeakMap<Post, string>();

function foldedOf(post: Post, marks: Marks | undefined): string {
  if (marks) return fold(detailsOf(post, marks).details);
  const known = folded.get(post);
  if (known !== undefined) return known;
  const text = fold(post.details);
  folded.set(post, text);
  return text;
}

/** The messages that hold a text, newest first, as they stand now. Case and accents do not count. */
export function findInMessages(
  posts: readonly Post[],
  marks: Record<string, Marks>,
  sought: string,
): number[] {
  const wanted = fold(sought.trim());
  if (wanted === '') return [];
  const found: number[] = [];
  for (let index = posts.length - 1; index >= 0; index--) {
    const post = posts[index]!;
    if (foldedOf(post, marks[post.timetoken ?? '']).includes(wanted)) found.push(index);
  }
  return found;
}

/** Where in a text it stands, as it was written: each letter is folded by itself, since folding changes lengths. */
export function placesOf(text: string, sought: string): [from: number, to: number][] {
  const wanted = fold(sought.trim());
  if (wanted === '') return [];
  let plain = '';
  const origin: number[] = [];
  let at = 0;
  for (const letter of text) {
    const simple = /\s/.test(letter) ? ' ' : fold(letter);
    if (simple !== ' ' || !plain.endsWith(' ')) {
      plain += simple;
      for (let index = 0; index < simple.length; index++) origin.push(at);
    }
    at += letter.length;
  }
  const places: [number, number][] = [];
  for (let from = plain.indexOf(wanted); from >= 0; from = plain.indexOf(wanted, from + wanted.length))
    places.push([origin[from] ?? 0, origin[from + wanted.length] ?? text.length]);
  return places;
}
