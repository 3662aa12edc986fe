import { useLayoutEffect, useRef } from 'react';
import type { DocumentKind } from '#contract/learning/coachingRoom.ts';
import { NOTES_MAX } from '#store/coaching/room/notesContent.ts';
import { useRoomEdit } from './useRoomEdit.ts';

interface NotesFieldProps {
  kind: DocumentKind;
  label: string;
  placeholder: string;
  text: string;
}

/** The text of a document. The caret stays at its place when the other person types before it. */
export function NotesField({ kind, label, placeholder, text }: NotesFieldProps) {
  const edit = useRoomEdit();
  const field = useRef<HTMLTextAreaElement>(null);
  const shown = useRef(text);
  const selection = useRef<[number, number]>([0, 0]);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = text;
    const { current } = field;
    if (!current || before === text || document.activeElement !== current) return;
    const [start, end] = selection.current.map((at) => moved(before, text, at)) as [number, number];
    current.setSelectionRange(start, end);
  }, [text]);
  const remember = () => {
    const { current } = field;
    if (current) selection.current = [current.selectionStart, current.selectionEnd];
  };
  return (
    <textarea
      ref={field}
      className="notes-field"
      aria-label={label}
      placeholder={placeholder}
      maxLength={NOTES_MAX}
      value={text}
      onSelect={remember}
      onChange={(event) => {
        remember();
        shown.current = event.target.value;
        edit(kind, { kind: 'text', text: event.target.value });
      }}
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
