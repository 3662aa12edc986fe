import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { fitsTheWire, messageBytes } from '#contract/chat.ts';
import { MESSAGE_INPUT_MAX_PX, MESSAGE_MAX_BYTES } from '#contract/limits.ts';
import type { SessionUser } from '#contract/session.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/Button.tsx';
import { selectOpenDraft } from '#store/chat/chatSelectors.ts';
import { messageSubmitted } from '#store/chat/chatSlice.ts';
import { chatDraftKey, draftChanged } from '#store/drafts/draftsSlice.ts';

/** A shorter text fits whatever its letters are (six bytes each at most), so it need not be measured at each key. */
const SURELY_FITS = 5_000;
/** An instant as long as the one of the message itself will be. */
const ANY_INSTANT = 1_000_000_000_000;

interface ComposerProps {
  channel: string;
  me: SessionUser;
  peerName: string;
}

/** What one writes: kept as a draft, sent with Enter; Shift and Enter begin a new line. */
export function Composer({ channel, me, peerName }: ComposerProps) {
  const dispatch = useAppDispatch();
  const text = useAppSelector(selectOpenDraft);
  const input = useRef<HTMLTextAreaElement>(null);
  const user = { id: me.userId, firstName: me.firstName, lastName: me.lastName };
  const excess = excessOf(text.trim(), user);
  const isEmpty = text.trim() === '';
  const canSend = !isEmpty && excess === 0;

  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = input.current;
    if (!element || CSS.supports?.('field-sizing', 'content')) return; // the style sheet does it
    element.style.blockSize = 'auto';
    element.style.blockSize = `${Math.min(element.scrollHeight, MESSAGE_INPUT_MAX_PX)}px`;
  }, [text]);

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!canSend) return;
    dispatch(messageSubmitted(channel, user, text.trim()));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter belongs to it.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
  };
  return (
    <>
      {excess > 0 && (
        <p className="composer-note" role="status">
          Too long by about {excess.toLocaleString('en-US')} characters. Shorten it or send it in parts.
        </p>
      )}
      <form className="composer" onSubmit={send}>
        <textarea
          ref={input}
          aria-label="Message"
          aria-invalid={excess > 0 || undefined}
          placeholder={`Message ${peerName.split(' ')[0] ?? ''}`}
          rows={1}
          value={text}
          onChange={(event) =>
            dispatch(draftChanged({ key: chatDraftKey(channel), text: event.currentTarget.value }))
          }
          onKeyDown={onKeyDown}
        />
        <Button look="primary" type="submit" disabled={!canSend}>
          Send
        </Button>
      </form>
    </>
  );
}

/** By how many characters, about, a text is too long for the wire (ruling 20: nothing is split silently). */
function excessOf(details: string, user: { id: number; firstName: string; lastName: string }): number {
  if (details.length < SURELY_FITS) return 0;
  const message = { user, details, timestamp: ANY_INSTANT };
  if (fitsTheWire(message)) return 0;
  const bytesEach = messageBytes(message) / details.length;
  return Math.ceil((messageBytes(message) - MESSAGE_MAX_BYTES) / bytesEach);
}
