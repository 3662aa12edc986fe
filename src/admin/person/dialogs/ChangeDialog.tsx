import { type FormEvent, type ReactNode, useState } from 'react';
import type { PersonChange } from '#contract/administration/peopleAdmin.ts';
import { Refusal } from '#src/admin/person/Refusal.tsx';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useChangePersonMutation } from '#store/admin/personApi.ts';
import { problemOf } from '#store/api/problemOf.ts';

interface ChangeDialogProps {
  title: string;
  verb: string;
  isDanger?: boolean;
  userId: number;
  /** Null while there is nothing to change. */
  change: PersonChange | null;
  /** Shown instead of the refusal. `forget` removes the refusal. */
  notice?: ((forget: () => void) => ReactNode) | null;
  onClose: () => void;
  /** Receives the server's error for a field of the change. */
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
}

const REASON_MAX_LENGTH = 1_000;

/** Asks for confirmation of a change, with an optional reason for the audit log. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, verb, isDanger = false, userId, change, notice, onClose, children } = props;
  const [reason, setReason] = useState('');
  const [send, { isLoading, error, reset }] = useChangePersonMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (change === null) return onClose();
    const text = reason.trim();
    const result = await send({ userId, change: { ...change, ...(text && { reason: text }) } });
    if (!result.error) onClose();
  };
  const fields = error ? problemOf(error).fields : {};
  const Verb = isDanger ? DangerButton : Button;
  return (
    <Dialog title={title} startsAtTitle onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={(event) => void submit(event)} noValidate>
        {notice ? notice(reset) : <Refusal error={error} />}
        {children((field) => fields[field])}
        <Field label="Reason (optional)" help="The reason is kept in the audit log.">
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={2}
              maxLength={REASON_MAX_LENGTH}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Verb type="submit" busy={isLoading} {...(isDanger ? { isFinal: true } : { variant: 'primary' })}>
            {verb}
          </Verb>
        </div>
      </form>
    </Dialog>
  );
}
