import { type FormEvent, type ReactNode, useState } from 'react';
import type { AdminPersonPage, PersonChange } from '#contract/administration/peopleAdmin.ts';
import { ChangeConflict } from '#src/admin/ChangeConflict.tsx';
import { Refusal } from '#src/admin/person/Refusal.tsx';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useChangePersonMutation } from '#store/admin/personApi.ts';
import { problemOf } from '#store/api/problemOf.ts';

/** A field that someone else changed while the user was changing it too. */
export interface FieldConflict {
  field: string;
  label: string;
  mine: string;
  theirs: string;
}

interface ChangeDialogProps {
  title: string;
  verb: string;
  isDanger?: boolean;
  person: AdminPersonPage;
  /** Null while there is nothing to change. */
  change: PersonChange | null;
  /** The server refuses these, and the page then loads the person again. */
  conflicts?: readonly FieldConflict[];
  /** The user has compared the values: the change is now based on the latest ones. */
  onCompared?: (keepsMine: boolean) => void;
  onClose: () => void;
  /** Receives the server's error for a field of the change. */
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
}

const REASON_MAX_LENGTH = 1_000;

/** Asks for confirmation of a change, with an optional reason for the audit log. */
export function ChangeDialog(props: ChangeDialogProps) {
  const {
    title,
    verb,
    isDanger = false,
    person,
    change,
    conflicts = [],
    onCompared,
    onClose,
    children,
  } = props;
  const { userId, history } = person;
  const [reason, setReason] = useState('');
  const [send, { isLoading, error: lastError, reset }] = useChangePersonMutation();
  const values = JSON.stringify(change);
  /** The values that the server refused. The refusal is hidden from the next change on. */
  const [refused, setRefused] = useState<string | null>(null);
  if (refused !== null && refused !== values) setRefused(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (change === null) return onClose();
    const text = reason.trim();
    const result = await send({ userId, change: { ...change, ...(text && { reason: text }) } });
    if (!result.error) onClose();
    else setRefused(values);
  };
  const error = refused === null ? undefined : lastError;
  const fields = error ? problemOf(error).fields : {};
  const last = history.data.find(({ changes }) => conflicts.some(({ field }) => field in changes));
  const compared = (keepsMine: boolean) => () => {
    onCompared?.(keepsMine);
    reset();
  };
  const Verb = isDanger ? DangerButton : Button;
  return (
    <Dialog title={title} startsAtTitle onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={(event) => void submit(event)} noValidate>
        {conflicts.length > 0 ? (
          <ChangeConflict
            latest={{ changedBy: last?.actor ?? null, changedAt: last?.at ?? null }}
            differences={conflicts}
            onKeep={compared(true)}
            onTake={compared(false)}
          />
        ) : (
          <Refusal error={error} />
        )}
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
