import { type FormEvent, useState } from 'react';
import type { AuthoredTopic } from '#contract/learning/authoring.ts';
import { tooShort } from '#contract/text.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';

const MIN_LENGTH = 3;

interface PublishDialogProps {
  topic: AuthoredTopic;
  isBusy: boolean;
  /** Kept by the editor, so that a failed publication does not lose them. */
  notes: string;
  onNotes: (notes: string) => void;
  onPublish: (notes: string) => void;
  onClose: () => void;
}

/** Asks for release notes, and shows what the new version means for learners. */
export function PublishDialog({ topic, isBusy, notes, onNotes, onPublish, onClose }: PublishDialogProps) {
  const [error, setError] = useState<string | null>(null);
  const n = (topic.versions[0]?.n ?? 0) + 1;
  const learners = topic.usedIn.flatMap((use) => use.learners).reduce((sum, { count }) => sum + count, 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (notes.trim().length < MIN_LENGTH)
      return setError(`What is new ${tooShort(notes.trim(), MIN_LENGTH)}`);
    onPublish(notes.trim());
  };
  return (
    <Dialog title={`Publish version ${n}`} onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" noValidate onSubmit={submit}>
        <p>
          {learners === 0
            ? 'No one works on this topic now. New learners get this version.'
            : plural(
                learners,
                '# learner works on this topic now and is offered this version. What is done stays done.',
                '# learners work on this topic now and are offered this version. What is done stays done.',
              )}
        </p>
        <Field label="What is new" help="Learners read it before they switch." error={error}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={3}
              maxLength={300}
              value={notes}
              onChange={(event) => {
                setError(null);
                onNotes(event.currentTarget.value);
              }}
            />
          )}
        </Field>
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isBusy}>
            {`Publish version ${n}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
