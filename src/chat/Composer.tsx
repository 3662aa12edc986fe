import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { sessionFeedback } from '#contract/chat.ts';
import type { SessionUser } from '#contract/session.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '#src/app/hooks.ts';
import { Button } from '#src/ui/Button.tsx';
import { useEscape } from '#src/ui/useEscape.ts';
import { messageChanged, messageSubmitted } from '#store/chat/chatSlice.ts';
import { chatDraftKey, editDraftKey, editStarted } from '#store/drafts/draftsSlice.ts';
import { selectIsEncrypted } from '#store/presence/presenceSlice.ts';
import { DraftField } from './DraftField.tsx';
import { EditingNote } from './EditingNote.tsx';
import { editExcess, messageExcess } from './excess.ts';
import { FeedbackSwitch } from './FeedbackSwitch.tsx';
import { firstNameOf } from './firstNameOf.ts';
import { lastChangeable } from './lastChangeable.ts';
import { useCorrection } from './useCorrection.ts';
import { useDraftFact, useDraftText } from './useDraftText.ts';
import './composer.css';

interface ComposerProps {
  channel: string;
  me: SessionUser;
  peerName: string;
}

/**
 * What one writes, or corrects: kept as a draft, sent with Enter; Shift and Enter begin a new line, Arrow up in the empty
 * field corrects what one has sent last.
 */
export function Composer({ channel, me, peerName }: ComposerProps) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const isEncrypted = useAppSelector(selectIsEncrypted);
  const correction = useCorrection(channel, me.userId);
  const draft = useDraftText(correction ? editDraftKey(channel) : chatDraftKey(channel), me.userId);
  const [isFeedback, setFeedback] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const giveUp = () => {
    draft.flush();
    correction?.giveUp();
  };
  useEscape(form, correction !== null, giveUp);
  const user = { id: me.userId, firstName: me.firstName, lastName: me.lastName };
  const isEditing = correction !== null && correction.obstacle === null;
  const detailsOf = (text: string) => (isFeedback && !correction ? sessionFeedback(text) : text.trim());
  const excess = useDraftFact(draft, (text) =>
    isEditing ? editExcess(detailsOf(text), isEncrypted) : messageExcess(detailsOf(text), user, isEncrypted),
  );
  const isBlank = useDraftFact(draft, (text) => text.trim() === '');
  const canSend = !isBlank && excess === 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus comes at the beginning, and with each correction
  useEffect(() => input.current?.focus({ preventScroll: true }), [correction?.messageTimetoken]);

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!canSend) return;
    const details = detailsOf(draft.read());
    draft.flush();
    if (isEditing && !correction.isStillOpen()) return;
    if (isEditing) dispatch(messageChanged(channel, correction.messageTimetoken, { kind: 'edit', details }));
    else dispatch(messageSubmitted(channel, user, details));
    setFeedback(false);
    input.current?.focus();
  };
  const switchFeedback = useCallback((isOn: boolean) => {
    setFeedback(isOn);
    input.current?.focus();
  }, []);
  const correctLast = () => {
    const last = lastChangeable(store.getState(), me.userId);
    if (last) dispatch(editStarted({ channel, ...last }));
    return last !== null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter belongs to it.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) send(event);
    if (event.key === 'ArrowUp' && draft.read() === '' && !correction && correctLast())
      event.preventDefault();
  };
  return (
    <>
      {excess > 0 && (
        <p className="composer-note" role="status">
          Too long by about {excess.toLocaleString('en-US')} characters. Shorten it or send it in parts.
        </p>
      )}
      <form ref={form} className="composer" onSubmit={send}>
        {correction && <EditingNote obstacle={correction.obstacle} onGivenUp={giveUp} />}
        {!correction && <FeedbackSwitch isOn={isFeedback} onSwitched={switchFeedback} />}
        <DraftField
          ref={input}
          draft={draft}
          placeholder={
            isFeedback ? 'Confidential session feedback' : `Message ${firstNameOf(peerName) ?? ''}`.trim()
          }
          isInvalid={excess > 0}
          onKeyDown={onKeyDown}
        />
        <Button look="primary" type="submit" disabled={!canSend}>
          {isEditing ? 'Save' : correction ? 'Send as new' : 'Send'}
        </Button>
      </form>
    </>
  );
}
