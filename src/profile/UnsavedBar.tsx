import { Button } from '#src/ui/Button.tsx';
import { counted } from '#src/ui/dates.ts';

interface UnsavedBarProps {
  count: number;
  isFirst: boolean;
  isSaving: boolean;
  onDiscard: () => void;
}

/** At the foot of the form's own column while something is not saved; for a first profile, until it is confirmed. */
export function UnsavedBar({ count, isFirst, isSaving, onDiscard }: UnsavedBarProps) {
  return (
    <section className="unsaved" aria-label="Unsaved changes">
      <p>
        <b className="strong">{count > 0 ? `${counted(count, 'unsaved change')}.` : 'Is this right?'}</b>{' '}
        <span className="text-2">
          {count === 0 && isFirst
            ? 'Save it once, as it is or changed.'
            : 'Kept here until you save or discard.'}
        </span>
      </p>
      {count > 0 && (
        <Button look="plain" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button look="primary" type="submit" busy={isSaving}>
        Save profile
      </Button>
    </section>
  );
}
