import { useId, useState } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import {
  differs,
  merged,
  type ObjectiveFields,
  type Part,
  parts,
  type Side,
  startingSides,
} from './objectiveForm.ts';

interface ConflictMergeProps {
  /** What one began with, what is there now, and what one wrote. */
  base: ObjectiveFields;
  theirs: ObjectiveFields;
  mine: ObjectiveFields;
  topicTitle: (topicId: string) => string;
  isSaving: boolean;
  onSave: (fields: ObjectiveFields) => void;
  onTakeTheirs: () => void;
}

/** Both changes side by side; for each part one says whose counts. */
export function ConflictMerge(props: ConflictMergeProps) {
  const { base, theirs, mine, topicTitle, isSaving, onSave, onTakeTheirs } = props;
  const [sides, setSides] = useState(() => startingSides(base, mine));
  const shown = parts.filter((part) => differs(part, mine, base) || differs(part, theirs, base));
  return (
    <section className="stack-4" aria-label="Changed at the same time">
      <ErrorSummary>
        <p className="strong">This objective was changed while you wrote</p>
        <p>Nothing is lost. Choose for each part whose words count, then save.</p>
      </ErrorSummary>
      {shown.map((part) => (
        <PartChoice
          key={part.name}
          part={part}
          words={{
            base: part.words(base, topicTitle),
            theirs: part.words(theirs, topicTitle),
            mine: part.words(mine, topicTitle),
          }}
          isBoth={differs(part, mine, base) && differs(part, theirs, base)}
          side={sides[part.name] ?? 'theirs'}
          onSide={(side) => setSides({ ...sides, [part.name]: side })}
        />
      ))}
      <div className="row row-wrap">
        <Button look="primary" busy={isSaving} onClick={() => onSave(merged(mine, theirs, sides))}>
          Save what is chosen
        </Button>
        <Button look="plain" onClick={onTakeTheirs}>
          Give up my changes
        </Button>
      </div>
    </section>
  );
}

interface PartChoiceProps {
  part: Part;
  words: { base: string; theirs: string; mine: string };
  isBoth: boolean;
  side: Side;
  onSide: (side: Side) => void;
}

function PartChoice({ part, words, isBoth, side, onSide }: PartChoiceProps) {
  const name = useId();
  const options: { value: Side; label: string }[] = [
    { value: 'mine', label: 'Yours' },
    { value: 'theirs', label: 'There now' },
  ];
  return (
    <fieldset className="card conflict-part">
      <legend className="title-3">
        {part.label}
        {isBoth && <span className="small text-3"> changed on both sides</span>}
      </legend>
      <p className="text-2">
        You began with: <span>{words.base || 'nothing'}</span>
      </p>
      <div className="conflict-sides">
        {options.map(({ value, label }) => (
          <label key={value} className="option" data-taken={side === value || undefined}>
            <input type="radio" name={name} checked={side === value} onChange={() => onSide(value)} />
            <span>
              <span className="small text-3">{label}: </span>
              {words[value] || 'nothing'}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
