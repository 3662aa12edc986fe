import { Button } from '#src/ui/Button.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { changedFields, fieldLabels, type ProfileFields } from './profileForm.ts';

interface ConflictSummaryProps {
  before: ProfileFields;
  now: ProfileFields;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** The profile was saved elsewhere in between: what is different now, and whose word counts. */
export function ConflictSummary({ before, now, onKeepMine, onTakeTheirs }: ConflictSummaryProps) {
  const changed = changedFields(now, before);
  return (
    <ErrorSummary>
      <p className="strong">Your profile was changed elsewhere while you wrote</p>
      <ul>
        {changed.map((name) => (
          <li key={name}>
            {fieldLabels[name]}: {before[name] || 'empty'} is now {now[name] || 'empty'}
          </li>
        ))}
      </ul>
      <div className="row row-wrap conflict-end">
        <Button small onClick={onKeepMine}>
          Keep what I typed
        </Button>
        <Button small look="plain" onClick={onTakeTheirs}>
          Take what is there now
        </Button>
      </div>
    </ErrorSummary>
  );
}
