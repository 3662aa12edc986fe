import { type FormEvent, useState } from 'react';
import { linkAddress } from '#contract/learning/richText.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';

interface LinkDialogProps {
  /** Empty for a new link. */
  href: string;
  /** Null removes the link. */
  onSave: (href: string | null) => void;
  onClose: () => void;
}

/** Asks for a web or email address. */
export function LinkDialog({ href, onSave, onClose }: LinkDialogProps) {
  const [typed, setTyped] = useState(href);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is inside a form of the page, so the event must not submit that form too.
    event.stopPropagation();
    const address = linkAddress(typed);
    if (address === null) return setError('Enter a web or email address, such as https://example.com');
    onSave(address);
  };
  return (
    <Dialog title={href === '' ? 'Add link' : 'Change link'} onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" noValidate onSubmit={submit}>
        <TextField
          label="Address"
          inputMode="url"
          autoComplete="off"
          value={typed}
          error={error}
          onChange={(text) => {
            setError(null);
            setTyped(text);
          }}
        />
        <div className="row row-wrap dialog-end">
          {href !== '' && (
            <Button variant="plain" onClick={() => onSave(null)}>
              Remove link
            </Button>
          )}
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit">
            Save link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
