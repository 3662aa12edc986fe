import { Check, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { Step } from '#contract/programs.ts';
import { counted, shortDay } from '#src/ui/dates.ts';
import { StepBody } from './StepBody.tsx';
import { isDone, stepIcons, stepKindLine } from './stepKinds.ts';

/** One step: its line, and opened what there is to read and to do. */
export function StepRow({ programId, step }: { programId: string; step: Step }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const Icon = stepIcons[step.kind];
  return (
    <li>
      <div className="step">
        <Icon className="icon" aria-hidden="true" />
        <div>
          <button
            type="button"
            className="step-title"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {step.title}
          </button>
          <p className="small text-3">{stepKindLine(step)}</p>
        </div>
        <span className="step-end figures">
          {isDone(step) ? (
            <>
              <Check className="icon" aria-hidden="true" />
              <span className="visually-hidden">Done </span>
              {step.doneAt ? shortDay(step.doneAt) : 'Done'}
            </>
          ) : (
            endWords(step)
          )}
          <ChevronDown className="icon icon-small step-arrow" aria-hidden="true" />
        </span>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <StepBody programId={programId} step={step} />}
      </div>
    </li>
  );
}

const endWords = (step: Step) => {
  if (step.tally)
    return counted(Math.max(step.tally.goal - step.tally.count, 0), 'time to go', 'times to go');
  return step.state === 'started' ? 'Started' : `${step.minutes} min`;
};
