import { useId, useState } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import {
  differs,
  initialSides,
  merged,
  type ObjectiveFields,
  type Part,
  parts,
  type Side,
} from './objectiveForm.ts';

interface ConflictMergeProps {
  /** The version before the edit, the current version on the server, and the viewer's edit. */
  base: ObjectiveFields;
  theirs: ObjectiveFields;
  mine: ObjectiveFields;
  topicTitle: (topicId: string) => string;
  isSaving: boolean;
  onSave: (fields: ObjectiveFields) => void;
  onTakeTheirs: () => void;
}

/** Shows both versions side by side. The viewer selects one for each field. */
export function ConflictMerge(props: ConflictMergeProps) {
  const { longDay } = useFormats();
  const { base, theirs, mine, topicTitle, isSaving, onSave, onTakeTheirs } = props;
  const [sides, setSides] = useState(() => initialSides(base, mine));
  const shown = parts.filter((part) => differs(part, mine, base) || differs(part, theirs, base));
  return (
    <section className="stack-4" aria-label="Changed at the same time">
      <ErrorSummary>
        <p className="strong">This objective was changed while you were editing it</p>
        <p>Your changes are kept. Select a version for each field, then save.</p>
      </ErrorSummary>
      {shown.map((part) => (
        <VersionChoice
          key={part.name}
          part={part}
          texts={{
            base: part.textOf(base, { topicTitle, longDay }),
            theirs: part.textOf(theirs, { topicTitle, longDay }),
            mine: part.textOf(mine, { topicTitle, longDay }),
          }}
          isBoth={differs(part, mine, base) && differs(part, theirs, base)}
          side={sides[part.name] ?? 'theirs'}
          onSide={(side) => setSides({ ...sides, [part.name]: side })}
        />
      ))}
      <div className="row row-wrap">
        <Button variant="primary" busy={isSaving} onClick={() => onSave(merged(mine, theirs, sides))}>
          Save selected versions
        </Button>
        <Button variant="plain" onClick={onTakeTheirs}>
          Discard my changes
        </Button>
      </div>
    </section>
  );
}

interface VersionChoiceProps {
  part: Part;
  texts: { base: string; theirs: string; mine: string };
  isBoth: boolean;
  side: Side;
  onSide: (side: Side) => void;
}

function VersionChoice({ part, texts, isBoth, side, onSide }: VersionChoiceProps) {
  const name = useId();
  const options: { value: Side; label: string }[] = [
    { value: 'mine', label: 'Your version' },
    { value: 'theirs', label: 'Current version' },
  ];
  return (
    <fieldset className="card conflict-part">
      <legend className="title-3">
        {part.label}
        {isBoth && <span className="small text-3"> (both versions changed)</span>}
      </legend>
      <p className="text-2">
        Original version: <span>{texts.base || 'None'}</span>
      </p>
      <div className="conflict-sides">
        {options.map(({ value, label }) => (
          <label key={value} className="conflict-side" data-selected={side === value || undefined}>
            <input type="radio" name={name} checked={side === value} onChange={() => onSide(value)} />
            <span>
              <span className="small text-3">{label}: </span>
              {texts[value] || 'None'}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
