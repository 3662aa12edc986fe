import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ProgramFields, ProgramSetup } from '#contract/learning/programSetup.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { type WizardStep, wizardPath, wizardSteps } from './wizardPaths.ts';
import { stepLabels, stepOf, summaryOf } from './wizardTexts.ts';

interface WizardStepsProps {
  doc: ProgramFields;
  saved: ProgramSetup;
  step: WizardStep;
  /** The steps that the user has opened since the page loaded. */
  opened: readonly WizardStep[];
}

/** The steps with a summary of their settings. Every step can be opened at any time. */
export function WizardSteps({ doc, saved, step, opened }: WizardStepsProps) {
  const { shortDay } = useFormats();
  const isNew = saved.programId === '';
  const paths = Object.keys(saved.problems);
  // The review lists the problems of all steps. They are counted at their own steps only.
  const problemsOf = (one: WizardStep) => paths.filter((path) => stepOf(path) === one).length;
  return (
    <nav aria-label="Steps of the program">
      <ol className="wizard-steps">
        {wizardSteps.map((one, index) => {
          const problems = isNew ? 0 : problemsOf(one);
          const isDone =
            !isNew && one !== 'review' && problems === 0 && (opened.includes(one) || isChanged(one, doc));
          const name = (
            <>
              <span className="wizard-step-name">{stepLabels[one]}</span>
              <span className="small text-3">
                {problems > 0
                  ? plural(problems, '# problem to fix', '# problems to fix')
                  : summaryOf(one, doc, saved, shortDay)}
              </span>
            </>
          );
          return (
            <li
              key={one}
              data-now={one === step || undefined}
              data-done={isDone || undefined}
              data-problem={problems > 0 || undefined}
            >
              <span className="wizard-mark" aria-hidden="true">
                {isDone && one !== step ? (
                  <Check className="icon icon-small" />
                ) : problems > 0 ? (
                  '!'
                ) : (
                  index + 1
                )}
              </span>
              {isNew && one !== 'purpose' ? (
                <span className="wizard-step">{name}</span>
              ) : (
                <Link
                  className="wizard-step"
                  aria-current={one === step ? 'step' : undefined}
                  to={isNew ? '' : wizardPath(saved.programId, one)}
                >
                  {name}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Optional steps have no problems before anyone has opened them. They are done when they have a value of their own. */
function isChanged(
  step: WizardStep,
  { due, confirmation, coachingPlan, surveyBeforeId, surveyAfterId }: ProgramFields,
) {
  if (step === 'rules') return due.kind !== 'none' || confirmation !== 'self';
  if (step === 'sessions') return coachingPlan !== null || surveyBeforeId !== null || surveyAfterId !== null;
  return true;
}
