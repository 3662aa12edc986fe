import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Field } from '#src/ui/Field.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import './dialogs.css';
import { FormTrouble } from './FormTrouble.tsx';
import { fieldSentence } from './fieldWords.ts';
import { readTexts, useDraft } from './useDraft.ts';

interface ReasonDialogProps {
  title: string;
  /** What happens, and who reads the reason. */
  children: ReactNode;
  label: string;
  verb: string;
  draftKey: string;
  minLength?: number;
  onClose: () => void;
  /** Gives back the error of the call, or nothing when it is done. */
  onSend: (reason: string) => Promise<unknown>;
}

const EMPTY = { reason: '' };
const MAX_LENGTH = 300;

/** A deed that wants a reason: it says what it does, and keeps what was written until it is done. */
export function ReasonDialog({
  title,
  children,
  label,
  verb,
  draftKey,
  minLength = 3,
  onClose,
  onSend,
}: ReasonDialogProps) {
  const id = useId();
  const { value, set, settle } = useDraft(draftKey, EMPTY, readTexts(EMPTY));
  const [isSending, setSending] = useState(false);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const refuse = (words: string) => {
    setFieldError(words);
    document.getElementById(id)?.focus();
  };
  const send = async () => {
    if (isSending) return;
    const reason = value.reason.trim();
    if (reason === '') return refuse('is missing');
    if (reason.length < minLength) return refuse(`needs at least ${minLength} characters`);
    setFieldError(null);
    setTrouble(null);
    setSending(true);
    const error = await onSend(reason);
    setSending(false);
    if (error === undefined || error === null) {
      settle(EMPTY);
      return onClose();
    }
    const { message, fields } = problemOf(error);
    const wrong = Object.values(fields)[0];
    if (wrong) refuse(wrong);
    setTrouble(message);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack-4" onSubmit={submit} noValidate>
        <div className="stack">{children}</div>
        <FormTrouble title="Not done yet" message={trouble} />
        <Field label={label} id={id} error={fieldSentence(label, fieldError)}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={3}
              maxLength={MAX_LENGTH}
              value={value.reason}
              onChange={(event) => set({ reason: event.currentTarget.value })}
            />
          )}
        </Field>
        <div className="row row-wrap dialog-end">
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={isSending}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
