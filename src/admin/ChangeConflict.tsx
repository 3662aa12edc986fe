import { fullName, type Participant } from '#contract/people.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';

interface ChangeConflictProps {
  latest: { changedBy: Participant | null; changedAt: string | null };
  /** The fields that another administrator changed; `mine` is null for fields that the user has not changed. */
  differences: readonly { label: string; theirs: string; mine: string | null }[];
  onKeep: () => void;
  onTake: () => void;
}

/** What another administrator changed while the page was open, and which values to keep. */
export function ChangeConflict({ latest, differences, onKeep, onTake }: ChangeConflictProps) {
  const { dayAndTime } = useFormats();
  const { changedBy, changedAt } = latest;
  const title =
    changedBy && changedAt
      ? `Changed by ${fullName(changedBy)} on ${dayAndTime(changedAt)}`
      : 'Changed by another administrator';
  return (
    <ErrorSummary>
      <p className="strong">{title}</p>
      {differences.length === 0 && <p>The change does not concern the fields of this page.</p>}
      <ul>
        {differences.map(({ label, theirs, mine }) => (
          <li key={label}>
            {mine === null ? `${label}: now “${theirs}”` : `${label}: now “${theirs}”, yours “${mine}”`}
          </li>
        ))}
      </ul>
      <div className="row row-wrap change-conflict">
        <Button small onClick={onKeep}>
          Keep my changes
        </Button>
        <Button small onClick={onTake}>
          Use the saved values
        </Button>
      </div>
    </ErrorSummary>
  );
}
