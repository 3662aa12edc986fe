import { Link } from 'react-router-dom';
import type { ProgramSummary } from '#contract/learning/programSummaries.ts';
import { stepTarget } from '#contract/notifications/linkTargets.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { ProgressSegments, segmentsOf } from '#src/ui/display/ProgressSegments.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';

/** The next step of the program the user is working on. */
export function ContinueCard({ program }: { program: ProgramSummary }) {
  const { shortDay } = useFormats();
  const { programId, programName, progress, nextStep, topics, dueOn } = program;
  const path = `/program/${programId}`;
  return (
    <section className="card" aria-labelledby="continue">
      <div className="card-head">
        <h2 className="title-3" id="continue">
          Continue
        </h2>
        {nextStep && nextStep.minutes > 0 && <span className="small text-3">{nextStep.minutes} min</span>}
      </div>
      <p className="strong">{nextStep ? nextStep.title : 'All steps completed'}</p>
      <p className="text-2">
        {nextStep ? `Step ${progress.done + 1} of ${progress.total}` : 'Your topics are ready to complete.'}
      </p>
      <p className="text-2">
        <Link to={path}>{programName}</Link>
      </p>
      <div className="continue-progress">
        <ProgressSegments
          groups={segmentsOf(topics, nextStep !== null)}
          label={`Steps of ${programName}: ${progress.done} of ${progress.total} completed`}
        />
      </div>
      <div className="row row-between">
        <Link
          className={buttonClass('outlined', true)}
          to={nextStep ? `${path}#${stepTarget(nextStep)}` : path}
          aria-label={`Continue program: ${programName}`}
        >
          Continue program
        </Link>
        {dueOn && <span className="small text-3">Due {shortDay(dueOn)}</span>}
      </div>
    </section>
  );
}
