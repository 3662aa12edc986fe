import { useFieldAboveBar } from '#src/forms/useFieldAboveBar.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { plural } from '#src/ui/text/plural.ts';

interface UnsavedBarProps {
  count: number;
  isFirst: boolean;
  isSaving: boolean;
  onDiscard: () => void;
}

/** Shown below the form while there are unsaved changes, and for a first profile until it is saved. */
export function UnsavedBar({ count, isFirst, isSaving, onDiscard }: UnsavedBarProps) {
  useFieldAboveBar(count > 0);
  return (
    <section className="unsaved" aria-label={count > 0 ? 'Unsaved changes' : 'Save profile'}>
      <p>
        <b className="strong">
          {count > 0
            ? plural(count, '# unsaved change.', '# unsaved changes.')
            : 'Are these details correct?'}
        </b>{' '}
        <span className="text-2">
          {count === 0 && isFirst
            ? 'Change them if necessary, then save your profile.'
            : 'Kept as a draft until you save or discard it.'}
        </span>
      </p>
      {count > 0 && (
        <Button variant="plain" onClick={onDiscard}>
          Discard changes
        </Button>
      )}
      <Button variant="primary" type="submit" busy={isSaving}>
        Save profile
      </Button>
    </section>
  );
}
