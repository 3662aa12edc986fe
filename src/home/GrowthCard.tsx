import { Link } from 'react-router-dom';
import type { Growth } from '#contract/home.ts';
import { objectivesPath } from '#src/objectives/objectivePaths.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { Leaf } from '#src/ui/display/ErrorIllustration.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';

/** A chart of the last weeks with one mark for each step, topic and note. */
export function GrowthCard({ growth }: { growth: Growth }) {
  const { weeks, topicsCompleted, topicsChosen, objectives } = growth;
  const steps = weeks.reduce((sum, week) => sum + week.steps, 0);
  const isEmpty = hasNoActivity(growth);
  return (
    <section className="card" aria-labelledby="growth">
      <h2 className="title-3" id="growth">
        Your growth
      </h2>
      {isEmpty ? (
        <p className="text-2">Complete your first step to start this chart.</p>
      ) : (
        <>
          <p className="text-2">
            {plural(steps, `# step in ${weeks.length} weeks`, `# steps in ${weeks.length} weeks`)}
          </p>
          <Weeks weeks={weeks} />
          <WeeksTable weeks={weeks} />
        </>
      )}
      <dl className="growth-figures">
        <div>
          <dt>Topics completed</dt>
          <dd>
            {topicsCompleted} of {topicsChosen} selected
          </dd>
        </div>
        <div>
          <dt>
            <Link to={objectivesPath}>Objectives</Link>
          </dt>
          <dd>{objectivesText(objectives)}</dd>
        </div>
      </dl>
      <PrivacyNote>Only you can see this chart.</PrivacyNote>
    </section>
  );
}

export const hasNoActivity = ({ weeks, topicsCompleted }: Growth) =>
  topicsCompleted === 0 && weeks.every(({ steps, notes }) => steps === 0 && notes === 0);

function objectivesText({ active, achieved, atRisk }: Growth['objectives']): string {
  if (active + achieved === 0) return 'None yet';
  // An objective at risk is in progress too.
  const parts = [atRisk > 0 ? `${active} in progress (${atRisk} at risk)` : `${active} in progress`];
  if (achieved > 0) parts.push(`${achieved} achieved`);
  return parts.join(', ');
}

/** Maximum number of marks of a kind per week in the chart. The table shows all. */
const MAX_MARKS = 8;
const marks = (count: number) => Array.from({ length: Math.min(count, MAX_MARKS) }, (_, index) => index);

const WeekLeaf = () => (
  <svg className="week-leaf" viewBox="-1 -7 13 10" aria-hidden="true">
    <Leaf at="translate(0 0)" />
  </svg>
);

function Weeks({ weeks }: Pick<Growth, 'weeks'>) {
  const { shortDay } = useFormats();
  const [first, last] = [weeks[0], weeks.at(-1)];
  return (
    <div className="weeks" aria-hidden="true">
      <ol>
        {weeks.map(({ weekOf, steps, topics, notes }) => (
          <li key={weekOf}>
            {marks(topics).map((index) => (
              <WeekLeaf key={`topic ${index}`} />
            ))}
            {marks(notes).map((index) => (
              <span key={`note ${index}`} className="week-note" />
            ))}
            {marks(steps).map((index) => (
              <span key={`step ${index}`} className="week-step" />
            ))}
          </li>
        ))}
      </ol>
      <p className="row row-between small text-3 figures">
        <span>{first && shortDay(first.weekOf)}</span>
        <span>{last && `Week of ${shortDay(last.weekOf)}`}</span>
      </p>
      <p className="weeks-legend small text-2">
        <span>
          <span className="week-step" /> Step
        </span>
        <span>
          <WeekLeaf /> Topic
        </span>
        <span>
          <span className="week-note" /> Note on an objective
        </span>
      </p>
    </div>
  );
}

function WeeksTable({ weeks }: Pick<Growth, 'weeks'>) {
  const { shortDay } = useFormats();
  return (
    <Disclosure className="weeks-table" summary="Show as table">
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
    </Disclosure>
  );
}
