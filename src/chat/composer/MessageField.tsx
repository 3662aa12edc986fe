import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { MESSAGE_INPUT_MAX_PX } from '#contract/limits.ts';
import { type MessageDraft, useDraftValue } from './useMessageDraft.ts';

/** Browsers that support `field-sizing` resize the field with its style sheet. */
const resizesByCss = CSS.supports?.('field-sizing', 'content') ?? false;

function resize(element: HTMLTextAreaElement) {
  if (resizesByCss) return;
  element.style.blockSize = 'auto';
  element.style.blockSize = `${Math.min(element.scrollHeight, MESSAGE_INPUT_MAX_PX)}px`;
}

interface MessageFieldProps {
  ref: Ref<HTMLTextAreaElement>;
  draft: MessageDraft;
  placeholder: string;
  isInvalid: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The text field of the composer. Uncontrolled: typing does not re-render. */
export function MessageField({ ref, draft, placeholder, isInvalid, onKeyDown }: MessageFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => field.current!, []);
  const isEmpty = useDraftValue(draft, (text) => text === '');
  useLayoutEffect(() => {
    const element = field.current;
    return element ? draft.attach(element, () => resize(element)) : undefined;
  }, [draft]);
  return (
    <textarea
      ref={field}
      aria-label="Message"
      aria-invalid={isInvalid || undefined}
      // The browser updates the placeholder at every key, even when it is hidden.
      placeholder={isEmpty ? placeholder : undefined}
      dir="auto"
      rows={1}
      onChange={({ currentTarget }) => {
        draft.textChanged();
        resize(currentTarget);
      }}
      onBlur={draft.save}
      onKeyDown={onKeyDown}
    />
  );
}
