import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ProgramSetup } from '#contract/learning/programSetup.ts';
import type { WizardStep } from './wizardPaths.ts';
import { fieldId, problemSentence, stepOf } from './wizardTexts.ts';

/** What has to be fixed in a step before the launch. The review lists the problems of all steps. */
export function StepProblems({ step, saved }: { step: WizardStep; saved: ProgramSetup }) {
  const problems = Object.entries(saved.problems).filter(([field]) => stepOf(field) === step);
  if (saved.programId === '' || problems.length === 0) return null;
  return (
    <ul className="wizard-step-problems" aria-label="To fix before the launch">
      {problems.map(([field, message]) => (
        <li key={field} className="row">
          <CircleAlert className="icon icon-small wizard-must" aria-hidden="true" />
          <Link to={`#${fieldId(field)}`} replace>
            {problemSentence(field, message)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
