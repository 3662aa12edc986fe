import { Link } from 'react-router-dom';
import type { ProgramSummary } from '#contract/programs.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { shortDay } from '#src/ui/dates.ts';
import { Rungs, rungsOf } from '#src/ui/Rungs.tsx';

/** The next step of the program that one is in the middle of. */
export function ContinueCard({ program }: { program: ProgramSummary }) {
  const { programId, programName, progress, nextStep, topics, dueOn } = program;
  const path = `/program/${programId}`;
  return (
    <section className="card" aria-labelledby="continue">
      <div className="card-head">
        <h2 className="title-3" id="continue">
          Continue
        </h2>
        {nextStep && <span className="small text-3">{nextStep.minutes} min</span>}
      </div>
      <p className="strong">{nextStep ? nextStep.title : 'Every step is done'}</p>
      <p className="text-2">
        {nextStep
          ? `Step ${progress.done + 1} of ${progress.total} in `
          : 'Your topics are ready to complete in '}
        <Link to={path}>{programName}</Link>
      </p>
      <div className="continue-rungs">
        <Rungs
          groups={rungsOf(topics, nextStep !== null)}
          label={`Steps of ${programName}: ${progress.done} of ${progress.total} done`}
        />
      </div>
      <div className="row row-between">
        <Link className={buttonClass('outlined', true)} to={path} aria-label={`Continue ${programName}`}>
          Continue
        </Link>
        {dueOn && <span className="small text-3">Due {shortDay(dueOn)}</span>}
      </div>
    </section>
  );
}
