import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { tooShort } from '#contract/text.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { FormErrors } from './FormErrors.tsx';
import { fieldSentence } from './fieldWords.ts';
import { readTexts, useDraft } from './useDraft.ts';

interface ReasonDialogProps {
  title: string;
  /** Text about the effect of the action and the readers of the reason. */
  children: ReactNode;
  label: string;
  verb: string;
  /** The button that closes the dialog. It names what stays if “Cancel” could mean the action itself. */
  keep?: string;
  isDestructive?: boolean;
  draftKey: string;
  /** 0: the text is optional. */
  minLength?: number;
  onClose: () => void;
  /** Returns the error of the call, or nothing on success. */
  onSend: (reason: string) => Promise<unknown>;
}

const EMPTY = { reason: '' };
const MAX_LENGTH = 300;

/** Asks for the reason for an action. The text is kept as a draft until the action succeeds. */
export function ReasonDialog({
  title,
  children,
  label,
  verb,
  keep = 'Cancel',
  isDestructive = false,
  draftKey,
  minLength = 3,
  onClose,
  onSend,
}: ReasonDialogProps) {
  const id = useId();
  const { value, set, settle } = useDraft(draftKey, EMPTY, readTexts(EMPTY));
  const [isSending, setSending] = useState(false);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const showFieldError = (text: string) => {
    setFieldError(text);
    document.getElementById(id)?.focus();
  };
  const send = async () => {
    if (isSending) return;
    const reason = value.reason.trim();
    if (reason.length < minLength) return showFieldError(tooShort(reason, minLength));
    setFieldError(null);
    setFailure(null);
    setSending(true);
    const error = await onSend(reason);
    setSending(false);
    if (error === undefined || error === null) {
      settle(EMPTY);
      return onClose();
    }
    const { message, fields } = problemOf(error);
    const fieldProblem = Object.values(fields)[0];
    if (fieldProblem) showFieldError(fieldProblem);
    setFailure(message);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack-4" onSubmit={submit} noValidate>
        <div className="stack">{children}</div>
        <FormErrors title="Not done yet" message={failure} />
        <Field label={label} id={id} error={fieldSentence(label, fieldError)}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={3}
              maxLength={MAX_LENGTH}
              value={value.reason}
              onChange={(event) => {
                set({ reason: event.currentTarget.value });
                setFieldError(null);
                setFailure(null);
              }}
            />
          )}
        </Field>
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            {keep}
          </Button>
          {isDestructive ? (
            <DangerButton isFinal type="submit" busy={isSending}>
              {verb}
            </DangerButton>
          ) : (
            <Button variant="primary" type="submit" busy={isSending}>
              {verb}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
