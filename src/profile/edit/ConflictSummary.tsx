import { useEffect, useRef } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { changedFields, fieldLabels, type ProfileFields, valueText } from './profileForm.ts';

interface ConflictSummaryProps {
  original: ProfileFields;
  latest: ProfileFields;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/**
 * Shown if the profile was saved elsewhere while the user was editing it. Lists the differences and lets the user
 * choose.
 */
export function ConflictSummary({ original, latest, onKeepMine, onTakeTheirs }: ConflictSummaryProps) {
  const changed = changedFields(latest, original);
  const title = useRef<HTMLParagraphElement>(null);
  // The button that saves is far below.
  useEffect(() => title.current?.focus(), []);
  return (
    <ErrorSummary>
      <p ref={title} className="strong" tabIndex={-1}>
        Your profile was changed elsewhere while you were editing
      </p>
      <ul>
        {changed.map((name) => (
          <li
            key={name}
          >{`${fieldLabels[name]}: changed from ${valueText(name, original[name])} to ${valueText(name, latest[name])}`}</li>
        ))}
      </ul>
      <div className="row row-wrap conflict-end">
        <Button small onClick={onKeepMine}>
          Keep my changes
        </Button>
        <Button small variant="plain" onClick={onTakeTheirs}>
          Use the saved version
        </Button>
      </div>
    </ErrorSummary>
  );
}
