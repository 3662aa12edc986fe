import { Link } from 'react-router-dom';
import type { Insights, InsightsQuery } from '#contract/insights/insights.ts';
import type { Measure } from '#contract/insights/measures.ts';
import { insightPeoplePath } from '#src/insights/insightsPaths.ts';
import { isPercentShown, measureLabels } from '#src/insights/insightsTexts.ts';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { ChartCard } from './ChartCard.tsx';

/**
 * People who joined in the same month have had the same amount of time, so these groups can be compared. The chart itself is a
 * table.
 */
export function Cohorts({ insights, query }: { insights: Insights; query: InsightsQuery }) {
  const { monthAndYear } = useFormats();
  const { cohorts, programId } = insights;
  if (cohorts.length === 0) return null;
  return (
    <ChartCard
      title="By month of joining"
      definition="People by the month in which they accepted, in UTC, and how many of them have reached each stage. Those who joined later had less time."
      sentence={plural(
        cohorts.length,
        'All people joined in the same month.',
        'People joined in # different months.',
      )}
    >
      <table className="figure-table cohort-table">
        <caption className="visually-hidden">Stages by month of joining</caption>
        <thead>
          <tr>
            <th scope="col">Joined in</th>
            {(['accepted', 'first_step', 'half', 'completed'] as const).map((measure) => (
              <th key={measure} scope="col">
                {measureLabels[measure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ month, accepted, firstStep, half, completed }) => {
            const name = monthAndYear(`${month}-01`);
            const cell = (measure: Measure, people: number) => (
              <td>
                <Link
                  className="quiet-link"
                  to={insightPeoplePath(programId, { ...query, measure, joined: month })}
                >
                  {formatNumber(people)}
                  <span className="visually-hidden">{` ${measureLabels[measure]}, joined in ${name}, show people`}</span>
                </Link>
                {measure !== 'accepted' && isPercentShown(accepted) && (
                  <span className="small text-2">{` ${formatPercent(Math.floor((100 * people) / accepted))}`}</span>
                )}
              </td>
            );
            return (
              <tr key={month}>
                <th scope="row">{name}</th>
                {cell('accepted', accepted)}
                {cell('first_step', firstStep)}
                {cell('half', half)}
                {cell('completed', completed)}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ChartCard>
  );
}
