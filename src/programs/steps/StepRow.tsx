import { Check, ChevronDown, Lock } from 'lucide-react';
import { useId } from 'react';
import type { Step } from '#contract/learning/steps.ts';
import { stepTarget } from '#contract/notifications/linkTargets.ts';
import { useDisclosure } from '#src/app/router/useDisclosure.ts';
import { Tag } from '#src/ui/display/Tag.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { isDone } from '#store/programs/nextAction.ts';
import { StepBody } from './StepBody.tsx';
import { stepIcons, stepSummary } from './steps.ts';
import './steps.css';

interface StepRowProps {
  programId: string;
  topicId: string;
  /** The version of the topic. */
  version: number;
  step: Step;
  /** The next step is marked and expanded. */
  isNext: boolean;
  /** Whether it is expanded at first; by default the next step is. */
  startsOpen?: boolean;
}

/** A step as a row that expands to its content and form. */
export function StepRow({ programId, topicId, version, step, isNext, startsOpen = isNext }: StepRowProps) {
  const { shortDay } = useFormats();
  const target = stepTarget({ topicId, stepKey: step.stepKey });
  const [isOpen, setOpen] = useDisclosure([target], startsOpen);
  const id = useId();
  const Icon = stepIcons[step.kind];
  return (
    <li id={target} aria-current={isNext ? 'step' : undefined}>
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
          <p className="small text-3">{stepSummary(step)}</p>
        </div>
        {isNext && (
          <span className="step-next">
            <Tag tone="primary">Next step</Tag>
          </span>
        )}
        <span className="step-end figures">
          {isDone(step) ? (
            <>
              <Check className="icon" aria-hidden="true" />
              <span className="visually-hidden">Done </span>
              {step.doneAt ? shortDay(step.doneAt) : 'Done'}
            </>
          ) : (
            <StateLabel step={step} />
          )}
          <ChevronDown className="icon icon-small step-arrow" aria-hidden="true" />
        </span>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <StepBody
            programId={programId}
            topicId={topicId}
            version={version}
            step={step}
            isNext={isNext}
            onDone={() => setOpen(false)}
          />
        )}
      </div>
    </li>
  );
}

function StateLabel({ step }: { step: Step }) {
  if (step.lock)
    return (
      <>
        <Lock className="icon step-lock" aria-hidden="true" />
        Locked
      </>
    );
  // Below the title of a practice is its count.
  return step.state === 'started' && !step.tally ? 'Started' : null;
}
