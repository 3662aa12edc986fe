import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Growth } from '#contract/home.ts';
import { objectivesPath } from '#src/objectives/objectivePaths.ts';
import { Leaf } from '#src/ui/Drawing.tsx';
import { counted, shortDay } from '#src/ui/dates.ts';
import { Privacy } from '#src/ui/Note.tsx';

/** What one has done in the last weeks: a mark a step, a leaf a topic. It cannot show what the rows do not have. */
export function GrowthCard({ growth }: { growth: Growth }) {
  const { weeks, topicsCompleted, topicsChosen, objectives } = growth;
  const steps = weeks.reduce((sum, week) => sum + week.steps, 0);
  const isEmpty = steps === 0 && topicsCompleted === 0 && weeks.every(({ notes }) => notes === 0);
  return (
    <section className="card" aria-labelledby="growth">
      <h2 className="title-3" id="growth">
        Your growth
      </h2>
      {isEmpty ? (
        <p className="text-2">Your first step draws the first mark here.</p>
      ) : (
        <>
          <p className="text-2">
            {counted(steps, 'step')} in {weeks.length} weeks
          </p>
          <Weeks weeks={weeks} />
          <WeeksTable weeks={weeks} />
        </>
      )}
      <dl className="growth-figures">
        <div>
          <dt>Topics completed</dt>
          <dd>
            {topicsCompleted} of {topicsChosen} chosen
          </dd>
        </div>
        <div>
          <dt>
            <Link to={objectivesPath}>Objectives</Link>
          </dt>
          <dd>{objectiveWords(objectives)}</dd>
        </div>
      </dl>
      <Privacy>Only you see this picture.</Privacy>
    </section>
  );
}

function objectiveWords({ active, achieved, atRisk }: Growth['objectives']): string {
  if (active + achieved === 0) return 'none yet';
  const words = [`${active} under way`];
  if (atRisk > 0) words.push(`${atRisk} at risk`);
  if (achieved > 0) words.push(`${achieved} achieved`);
  return words.join(', ');
}

/** As many marks as stand over each other; a week with more says so in the table. */
const HIGHEST = 8;

const WeekLeaf = () => (
  <svg className="week-leaf" viewBox="-1 -7 13 10" aria-hidden="true">
    <Leaf at="translate(0 0)" />
  </svg>
);

function Weeks({ weeks }: Pick<Growth, 'weeks'>) {
  const [first, last] = [weeks[0], weeks.at(-1)];
  return (
    <div className="weeks" aria-hidden="true">
      <ol>
        {weeks.map(({ weekOf, steps, topics, notes }) => (
          <li key={weekOf}>
            {topics > 0 && <WeekLeaf />}
            {notes > 0 && <span className="week-note" />}
            {Array.from({ length: Math.min(steps, HIGHEST) }, (_, index) => (
              <span key={index} className="week-step" />
            ))}
          </li>
        ))}
      </ol>
      <p className="row row-between small text-3 figures">
        <span>{first && shortDay(first.weekOf)}</span>
        <span>{last && `Week of ${shortDay(last.weekOf)}`}</span>
      </p>
      <p className="weeks-key small text-2">
        <span>
          <span className="week-step" /> a step
        </span>
        <span>
          <WeekLeaf /> a topic
        </span>
        <span>
          <span className="week-note" /> a note on an objective
        </span>
      </p>
    </div>
  );
}

function WeeksTable({ weeks }: Pick<Growth, 'weeks'>) {
  return (
    <details className="weeks-table">
      <summary>
        In figures
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </summary>
      <table>
        <caption className="visually-hidden">Steps, completed topics and notes by week</caption>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Steps</th>
            <th scope="col">Topics</th>
            <th scope="col">Notes</th>
          </tr>
        </thead>
        <tbody className="figures">
          {weeks.toReversed().map(({ weekOf, steps, topics, notes }) => (
            <tr key={weekOf}>
              <th scope="row">{shortDay(weekOf)}</th>
              <td>{steps}</td>
              <td>{topics}</td>
              <td>{notes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
