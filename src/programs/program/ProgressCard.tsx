import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Program } from '#contract/programs.ts';
import { ProgressSegments } from '#src/ui/display/ProgressSegments.tsx';
import './progress.css';
import { segmentsOfProgram } from '#src/programs/topics/topics.ts';
import { ProgressExplanation } from './ProgressExplanation.tsx';

/** The percentage, and on request how it was calculated. */
export function ProgressCard({ program }: { program: Program }) {
  const { done, total, percent } = program.progress;
  const [isOpen, setOpen] = useState(false);
  if (percent === null)
    return (
      <section className="card progress-card" aria-labelledby="progress">
        <h2 className="title-3" id="progress">
          Your progress
        </h2>
        <p className="text-2">Select a topic to start tracking your progress.</p>
      </section>
    );
  return (
    <section className="card progress-card" aria-labelledby="progress">
      <h2 className="title-3" id="progress">
        Your progress
      </h2>
      <div className="progress-figure">
        <span className="figure-large">{percent}%</span>
        <span className="text-2">
          {done} of {total} steps
        </span>
      </div>
      <ProgressSegments groups={segmentsOfProgram(program)} label={`Steps: ${done} of ${total} done`} />
      <details className="progress-explanation" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          How {percent}% is calculated
          <ChevronDown className="icon icon-small" aria-hidden="true" />
        </summary>
        {isOpen && <ProgressExplanation programId={program.programId} />}
      </details>
    </section>
  );
}
