import { Check, ChevronDown, Lock } from 'lucide-react';
import { useId, useState } from 'react';
import type { Step } from '#contract/steps.ts';
import { counted, shortDay } from '#src/ui/dates.ts';
import { StepBody } from './StepBody.tsx';
import { stepId } from './stepId.ts';
import { isDone, stepIcons, stepKindLine } from './stepKinds.ts';
import './steps.css';

/** One step: its line, and opened what there is to read and to do. */
export function StepRow({ programId, topicId, step }: { programId: string; topicId: string; step: Step }) {
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
            id={stepId(topicId, step.stepKey)}
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
            <EndWords step={step} />
          )}
          <ChevronDown className="icon icon-small step-arrow" aria-hidden="true" />
        </span>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <StepBody programId={programId} topicId={topicId} step={step} />}
      </div>
    </li>
  );
}

function EndWords({ step }: { step: Step }) {
  if (step.lock)
    return (
      <>
        <Lock className="icon step-lock" aria-hidden="true" />
        Locked
      </>
    );
  if (step.tally)
    return counted(Math.max(step.tally.goal - step.tally.count, 0), 'time to go', 'times to go');
  return step.state === 'started' ? 'Started' : `${step.minutes} min`;
}
