import { ChevronDown } from 'lucide-react';
import type { Program } from '#contract/programs.ts';
import { Rungs } from '#src/ui/Rungs.tsx';
import { isDone } from './stepKinds.ts';
import { countedSteps, rungsOfProgram } from './topics.ts';

/** The figure, and every step that makes it. */
export function ProgressCard({ program }: { program: Program }) {
  const { done, total, percent } = program.progress;
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
      <details className="why">
        <summary>
          Why {percent} %
          <ChevronDown className="icon icon-small" aria-hidden="true" />
        </summary>
        <table>
          <caption className="visually-hidden">The steps that make {percent} %</caption>
          <tbody>
            {countedSteps(program).flatMap(({ topic, steps }) =>
              steps.map((step) => (
                <tr key={`${topic.topicId}.${step.stepKey}`} data-done={isDone(step) || undefined}>
                  <th scope="row">{step.title}</th>
                  <td>{step.state === 'waived' ? 'Waived' : isDone(step) ? 'Done' : 'To do'}</td>
                </tr>
              )),
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                {done} ÷ {total}
                {done < total && ', rounded down'}
              </th>
              <td className="figures">{percent} %</td>
            </tr>
          </tfoot>
        </table>
      </details>
    </section>
  );
}
