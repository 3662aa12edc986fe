import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import type { SessionUser } from '#contract/access/session.ts';
import { sessionFeedback } from '#contract/messaging/chat.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '#src/app/hooks.ts';
import { firstNameOf } from '#src/chat/peerNames.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { useEscape } from '#src/ui/overlays/useEscape.ts';
import { selectOpenMessageActions } from '#store/chat/messageActionSelectors.ts';
import { applyTextActions, canEdit } from '#store/chat/messageActions.ts';
import { messageActionSubmitted } from '#store/chat/messageActionsSlice.ts';
import { selectOpenMessages } from '#store/chat/messageSelectors.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { selectIsEncrypted } from '#store/connection/connectionSlice.ts';
import {
  chatDraftKey,
  draftChanged,
  editDraftKey,
  editStarted,
  feedbackKey,
  selectDraft,
} from '#store/drafts/draftsSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { EditingStatus } from './EditingStatus.tsx';
import { FeedbackToggle } from './FeedbackToggle.tsx';
import { MessageField } from './MessageField.tsx';
import { editLengthOverLimit, messageLengthOverLimit } from './messageLength.ts';
import { useDraftValue, useMessageDraft } from './useMessageDraft.ts';
import { useMessageEdit } from './useMessageEdit.ts';
import './composer.css';
import { plural } from '#src/ui/text/plural.ts';

interface ComposerProps {
  channel: string;
  me: SessionUser;
  peerName: string;
}

/**
 * Field for writing and editing messages. Enter sends, Shift+Enter adds a line, Arrow up in the empty field edits the
 * last sent message.
 */
export function Composer({ channel, me, peerName }: ComposerProps) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const isEncrypted = useAppSelector(selectIsEncrypted);
  const edit = useMessageEdit(channel, me.userId);
  const draft = useMessageDraft(edit ? editDraftKey(channel) : chatDraftKey(channel), me.userId);
  // Kept with the draft, so that confidential text is never sent as an ordinary message.
  const isFeedback = useAppSelector((state) => selectDraft(state, feedbackKey(channel)) !== '');
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const discardEdit = () => {
    draft.save();
    edit?.discard();
  };
  useEscape(form, edit !== null, discardEdit);
  const user = { id: me.userId, firstName: me.firstName, lastName: me.lastName };
  const isEditing = edit !== null && edit.obstacle === null;
  const messageTextOf = (text: string) => (isFeedback && !edit ? sessionFeedback(text) : text.trim());
  const overLimit = useDraftValue(draft, (text) =>
    isEditing
      ? editLengthOverLimit(messageTextOf(text), isEncrypted)
      : messageLengthOverLimit(messageTextOf(text), user, isEncrypted),
  );
  const isBlank = useDraftValue(draft, (text) => text.trim() === '');
  const canSend = !isBlank && overLimit === 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field gets the focus at first and with each edit
  useEffect(() => field.current?.focus({ preventScroll: true }), [edit?.messageTimetoken]);

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!canSend) return;
    const details = messageTextOf(draft.read());
    draft.save();
    if (isEditing && !edit.isStillAllowed()) return;
    if (isEditing)
      dispatch(messageActionSubmitted(channel, edit.messageTimetoken, { kind: 'edit', details }));
    else dispatch(messageSubmitted(channel, user, details));
    field.current?.focus();
  };
  const toggleFeedback = useCallback(
    (isOn: boolean) => {
      dispatch(draftChanged({ key: feedbackKey(channel), text: isOn ? 'on' : '' }));
      field.current?.focus();
    },
    [channel, dispatch],
  );
  const editLastMessage = () => {
    const last = lastEditable(store.getState(), me.userId);
    if (last) dispatch(editStarted({ channel, ...last }));
    return last !== null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter confirms the text of an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) send(event);
    if (event.key === 'ArrowUp' && draft.read() === '' && !edit && editLastMessage()) event.preventDefault();
  };
  const firstName = firstNameOf(peerName);
  const placeholder = firstName ? `Message ${firstName}` : 'Message';
  return (
    <>
      {overLimit > 0 && (
        <p className="composer-error" role="status">
          {plural(
            overLimit,
            'Too long by about # character. Shorten it or send it in parts.',
            'Too long by about # characters. Shorten it or send it in parts.',
          )}
        </p>
      )}
      <form ref={form} className="composer" onSubmit={send}>
        {edit && <EditingStatus obstacle={edit.obstacle} onDiscard={discardEdit} />}
        {!edit && (
          <FeedbackToggle isOn={isFeedback} peerName={firstName ?? peerName} onToggle={toggleFeedback} />
        )}
        <MessageField
          ref={field}
          draft={draft}
          placeholder={isFeedback ? 'Confidential session feedback' : placeholder}
          isInvalid={overLimit > 0}
          onKeyDown={onKeyDown}
        />
        <Button variant="primary" type="submit" disabled={!canSend}>
          {isEditing ? 'Save' : edit ? 'Send as new' : 'Send'}
        </Button>
      </form>
    </>
  );
}

/** The user's last sent message in the open conversation; null if it can no longer be edited. */
function lastEditable(state: RootState, ownId: number) {
  const message = selectOpenMessages(state).findLast(
    ({ publisherId, timetoken }) => timetoken !== null && publisherId === ownId,
  );
  if (!message || message.timetoken === null || !canEdit(message, ownId, Date.now())) return null;
  const actions = selectOpenMessageActions(state)[message.timetoken];
  const { details, isDeleted, isUnreadable } = applyTextActions(message, actions);
  return isDeleted || isUnreadable ? null : { messageTimetoken: message.timetoken, details };
}
