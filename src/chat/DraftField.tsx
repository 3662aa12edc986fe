import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { MESSAGE_INPUT_MAX_PX } from '#contract/limits.ts';
import { type DraftText, useDraftFact } from './useDraftText.ts';

/** Then the style sheet sees to the height. */
const growsByItself = CSS.supports?.('field-sizing', 'content') ?? false;

function grow(element: HTMLTextAreaElement) {
  if (growsByItself) return;
  element.style.blockSize = 'auto';
  element.style.blockSize = `${Math.min(element.scrollHeight, MESSAGE_INPUT_MAX_PX)}px`;
}

interface DraftFieldProps {
  ref: Ref<HTMLTextAreaElement>;
  draft: DraftText;
  placeholder: string;
  isInvalid: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Where a draft is written. The letters stand in the field and in the draft, and React draws nothing when one more comes:
 * that was most of what a key cost beyond the browser's own work.
 */
export function DraftField({ ref, draft, placeholder, isInvalid, onKeyDown }: DraftFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => field.current!, []);
  const isEmpty = useDraftFact(draft, (text) => text === '');
  useLayoutEffect(() => {
    const show = () => {
      const element = field.current;
      const text = draft.read();
      if (!element || element.value === text) return;
      element.value = text;
      grow(element);
    };
    show();
    return draft.subscribe(show);
  }, [draft]);
  return (
    <textarea
      ref={field}
      aria-label="Message"
      aria-invalid={isInvalid || undefined}
      // The browser looks after one that is not to be seen, too, at every key.
      placeholder={isEmpty ? placeholder : undefined}
      dir="auto"
      rows={1}
      onChange={({ currentTarget }) => {
        draft.write(currentTarget.value);
        grow(currentTarget);
      }}
      onBlur={draft.flush}
      onKeyDown={onKeyDown}
    />
  );
}
