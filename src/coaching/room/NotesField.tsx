import { useLayoutEffect, useRef, useState } from 'react';
import type { DocumentKind } from '#contract/learning/coachingRoom.ts';
import { NOTES_MAX } from '#store/coaching/room/notesContent.ts';
import { useRoomEdit } from './useRoomEdit.ts';

interface NotesFieldProps {
  kind: DocumentKind;
  label: string;
  placeholder: string;
  text: string;
}

/**
 * The text of a document. The caret stays at its place when the other person types before it: the field is changed here
 * and not by React, so that the caret can be read immediately before.
 */
export function NotesField({ kind, label, placeholder, text }: NotesFieldProps) {
  const edit = useRoomEdit();
  const field = useRef<HTMLTextAreaElement>(null);
  const [first] = useState(text);
  useLayoutEffect(() => {
    const { current } = field;
    if (!current || current.value === text) return;
    const { value: before, selectionStart, selectionEnd } = current;
    current.value = text;
    if (document.activeElement === current)
      current.setSelectionRange(moved(before, text, selectionStart), moved(before, text, selectionEnd));
  }, [text]);
  return (
    <textarea
      ref={field}
      className="notes-field"
      aria-label={label}
      placeholder={placeholder}
      maxLength={NOTES_MAX}
      defaultValue={first}
      onChange={(event) => edit(kind, { kind: 'text', text: event.target.value })}
    />
  );
}

/**
 * The position in the new text that corresponds to a position in the old text. It is after text that was inserted
 * before it.
 */
function moved(before: string, after: string, at: number): number {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  if (at <= start) return at;
  return Math.max(start, at + after.length - before.length);
}
