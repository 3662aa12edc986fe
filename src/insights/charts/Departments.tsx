import { scaleLinear } from 'd3-scale';
import { Link } from 'react-router-dom';
import { type Interval, intervalOf, shareOf } from '#contract/insights/figures.ts';
import type { Insights, InsightsQuery } from '#contract/insights/insights.ts';
import { definitions } from '#contract/insights/measures.ts';
import { insightPeoplePath } from '#src/insights/insightsPaths.ts';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';
import { ChartCard } from './ChartCard.tsx';

/** Intervals that overlap can differ by chance. */
function sentenceOf(intervals: readonly Interval[]): string {
  if (intervals.length < 2) return 'There is only one department to show.';
  const lowest = Math.min(...intervals.map(({ high }) => high));
  const highest = Math.max(...intervals.map(({ low }) => low));
  return highest <= lowest
    ? 'The intervals overlap, so these differences may be due to chance.'
    : 'Some intervals do not overlap, so not all of these differences are due to chance.';
}

/** A text near an edge of the chart begins or ends at its place, so that it stays inside. */
const anchorAt = (percent: number) => (percent < 15 ? 'start' : percent > 85 ? 'end' : 'middle');

/** Completion by department, each with the interval in which the share lies with 95% confidence. */
export function Departments({
  insights,
  query,
  caption,
}: {
  insights: Insights;
  query: InsightsQuery;
  caption: string;
}) {
  const { departments, counts, programId } = insights;
  const rows = departments
    .filter(({ accepted }) => accepted > 0)
    .map((row) => ({
      ...row,
      title: row.name ?? 'No department',
      interval: intervalOf(row.completed, row.accepted),
    }));
  const all = shareOf(counts.completed, counts.accepted) ?? 0;
  const limit = Math.max(10, ...rows.map(({ interval }) => interval?.high ?? 0));
  const x = scaleLinear([0, limit], [0, 100]);
  const percent = (row: (typeof rows)[number]) => (100 * row.completed) / row.accepted;
  return (
    <ChartCard
      title="Completion by department"
      definition={`${definitions.completed} The line is the 95% interval of the share of people who accepted (Wilson). People are counted in their current departments.`}
      sentence={
        rows.length === 0
          ? 'No one has accepted yet.'
          : sentenceOf(rows.flatMap(({ interval }) => interval ?? []))
      }
      caption={caption}
      table={{
        columns: ['Department', 'Completed', 'Accepted', 'Share', '95% interval'],
        rows: rows.map((row) => [
          row.title,
          formatNumber(row.completed),
          formatNumber(row.accepted),
          formatPercent(Math.floor(percent(row))),
          row.interval ? `${formatPercent(row.interval.low)} to ${formatPercent(row.interval.high)}` : '',
        ]),
        total: ['All', formatNumber(counts.completed), formatNumber(counts.accepted), formatPercent(all), ''],
      }}
    >
      <ul className="interval-rows">
        {rows.map((row) => (
          <li key={row.departmentId ?? 0}>
            {row.departmentId === null || row.hasBelow ? (
              <span>{row.title}</span>
            ) : (
              <Link
                className="quiet-link"
                to={insightPeoplePath(programId, {
                  ...query,
                  department: String(row.departmentId),
                  measure: 'accepted',
                })}
              >
                {row.title}
              </Link>
            )}
            <svg
              width="100%"
              height="16"
              role="img"
              aria-label={`${row.title}: ${formatPercent(Math.floor(percent(row)))}, interval ${formatPercent(row.interval?.low ?? 0)} to ${formatPercent(row.interval?.high ?? 0)}`}
            >
              <line className="chart-grid" x1="0" x2="100%" y1="8" y2="8" />
              <line className="chart-reference" x1={`${x(all)}%`} x2={`${x(all)}%`} y1="0" y2="16" />
              <line
                className="chart-interval"
                x1={`${x(row.interval?.low ?? 0)}%`}
                x2={`${x(row.interval?.high ?? 0)}%`}
                y1="8"
                y2="8"
              />
              <circle className="chart-dot" cx={`${x(percent(row))}%`} cy="8" r="4.5" />
            </svg>
            <span className="figures">
              <b className="strong">{formatNumber(row.completed)}</b>
              {` of ${formatNumber(row.accepted)}`}
            </span>
          </li>
        ))}
        {rows.length > 0 && (
          <li className="interval-axis" aria-hidden="true">
            <span />
            <span>
              <svg className="chart" width="100%" height="14" aria-hidden="true">
                <text x={`${x(all)}%`} y="11" textAnchor={anchorAt(x(all))}>
                  {`All ${formatPercent(all)}`}
                </text>
              </svg>
              <span className="interval-scale">
                <span>{formatPercent(0)}</span>
                <span>{formatPercent(limit)}</span>
              </span>
            </span>
            <span />
          </li>
        )}
      </ul>
    </ChartCard>
  );
}
