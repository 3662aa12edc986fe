import { scaleBand, scaleLinear } from 'd3-scale';
import type { Insights } from '#contract/insights/insights.ts';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { ChartCard } from './ChartCard.tsx';

const WEEKS = 12;
const [TOP, BOTTOM] = [20, 134];

/** How often people practised in each of the last weeks. */
export function Practice({ insights, caption }: { insights: Insights; caption: string }) {
  const { shortDay } = useFormats();
  const weeks = insights.weeks.slice(-WEEKS);
  const x = scaleBand(
    weeks.map(({ week }) => week),
    [0, 100],
  ).padding(0.25);
  const y = scaleLinear([0, Math.max(1, ...weeks.map(({ tries }) => tries))], [BOTTOM, TOP]);
  const last = weeks.at(-1);
  const total = weeks.reduce((sum, { tries }) => sum + tries, 0);
  const sentence = last
    ? `${plural(last.tries, '# try', '# tries')} this week, by ${plural(last.people, '# person', '# people')}. ${plural(total, '# try', '# tries')} in ${plural(weeks.length, '# week', '# weeks')}.`
    : 'No one has been invited yet.';
  const isMarked = (index: number) => index === 0 || index === weeks.length - 1;
  return (
    <ChartCard
      title="Practice per week"
      definition="How often learners logged a try of a practice step, by the week of the entry, and how many people did. Weeks start on Monday."
      sentence={sentence}
      caption={caption}
      table={{
        columns: ['Week of', 'Tries', 'People'],
        rows: weeks.map(({ week, tries, people }) => [
          shortDay(week),
          formatNumber(tries),
          formatNumber(people),
        ]),
        total: ['Sum', formatNumber(total), ''],
      }}
    >
      <svg
        className="chart"
        width="100%"
        height="154"
        role="img"
        aria-label={`Practice per week. ${sentence}`}
      >
        <line className="chart-axis" x1="0" x2="100%" y1={BOTTOM + 0.5} y2={BOTTOM + 0.5} />
        {weeks.map(({ week, tries }, index) => {
          const middle = `${(x(week) ?? 0) + x.bandwidth() / 2}%`;
          return (
            <g key={week}>
              <rect
                className="chart-main"
                x={`${x(week) ?? 0}%`}
                width={`${x.bandwidth()}%`}
                y={y(tries)}
                height={BOTTOM - y(tries)}
                rx="2"
              />
              {isMarked(index) && (
                <text className="chart-label" x={middle} y={y(tries) - 6} textAnchor="middle">
                  {formatNumber(tries)}
                </text>
              )}
              {(isMarked(index) || (weeks.length > 6 && index === Math.floor(weeks.length / 2))) && (
                <text
                  x={index === 0 ? '0' : index === weeks.length - 1 ? '100%' : middle}
                  y={BOTTOM + 18}
                  textAnchor={index === 0 ? 'start' : index === weeks.length - 1 ? 'end' : 'middle'}
                >
                  {shortDay(week)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </ChartCard>
  );
}
