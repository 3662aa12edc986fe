import { use, useState } from 'react';
import type { Program, Topic } from '#contract/learning/programs.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { ProgressSegments } from '#src/ui/display/ProgressSegments.tsx';
import { plural } from '#src/ui/text/plural.ts';
import './progress.css';
import { PreviewContext } from '#src/programs/preview/previewContext.ts';
import { isSelected, segmentsOfProgram } from '#src/programs/topics/topics.ts';
import { formatPercent } from '#src/ui/text/locale.ts';
import { ProgressExplanation } from './ProgressExplanation.tsx';

/** The percentage and, on request, its calculation. */
export function ProgressCard({ program }: { program: Program }) {
  const { done, total, percent } = program.progress;
  const [isOpen, setOpen] = useState(false);
  const isPreview = use(PreviewContext) !== null;
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
        <span className="figure-large">{formatPercent(percent)}</span>
        <span className="text-2">
          {done} of {total} steps
        </span>
      </div>
      <ProgressSegments groups={segmentsOfProgram(program)} label={`Steps: ${done} of ${total} done`} />
      <p className="text-2 progress-topics">{topicsText(program)}</p>
      {!isPreview && (
        <Disclosure
          className="progress-explanation"
          onToggle={(event) => setOpen(event.currentTarget.open)}
          summary={`How ${formatPercent(percent)} is calculated`}
        >
          {isOpen && <ProgressExplanation programId={program.programId} />}
        </Disclosure>
      )}
    </section>
  );
}

/** A program with all steps done is not finished yet, because its topics still have to be completed. */
function topicsText({ topics }: Program): string {
  const selected = topics.filter(isSelected);
  const countOf = (state: Topic['state']) => selected.filter((topic) => topic.state === state).length;
  const [completed, ready, waiting] = [
    countOf('completed'),
    countOf('ready'),
    countOf('awaiting_confirmation'),
  ];
  return [
    `${completed} of ${plural(selected.length, '# topic', '# topics')} completed.`,
    ...(ready > 0 ? [plural(ready, '# is ready to complete.', '# are ready to complete.')] : []),
    ...(waiting > 0 ? [plural(waiting, '# awaits confirmation.', '# await confirmation.')] : []),
  ].join(' ');
}
