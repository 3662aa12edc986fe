import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Program } from '#contract/programs.ts';
import { Rungs } from '#src/ui/Rungs.tsx';
import './progress.css';
import { rungsOfProgram } from './topics.ts';
import { WhyTable } from './WhyTable.tsx';

/** The figure, and every step that makes it. */
export function ProgressCard({ program }: { program: Program }) {
  const { done, total, percent } = program.progress;
  const [isOpen, setOpen] = useState(false);
  if (percent === null)
    return (
      <section className="card lift" aria-labelledby="progress">
        <h2 className="title-3" id="progress">
          Your progress
        </h2>
        <p className="text-2">Nothing to do yet. Your progress counts from the first topic you choose.</p>
      </section>
    );
  return (
    <section className="card lift" aria-labelledby="progress">
      <h2 className="title-3" id="progress">
        Your progress
      </h2>
      <div className="progress-figure">
        <span className="figure-large">{percent} %</span>
        <span className="text-2">
          {done} of {total} steps
        </span>
      </div>
      <Rungs groups={rungsOfProgram(program)} label={`Steps: ${done} of ${total} done`} />
      <details className="why" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          Why {percent} %
          <ChevronDown className="icon icon-small" aria-hidden="true" />
        </summary>
        {isOpen && <WhyTable programId={program.programId} />}
      </details>
    </section>
  );
}
