import { scaleLinear } from 'd3-scale';
import { Lock } from 'lucide-react';
import type { Insights } from '#contract/insights/insights.ts';
import { formatNumber } from '#src/ui/text/locale.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { ChartCard } from './ChartCard.tsx';

const PROTECTED = 'Protected';

/** The mood of check-ins by week. Weeks in which few people answered show nothing about them. */
export function Mood({ mood }: { mood: NonNullable<Insights['mood']> }) {
  const { shortDay } = useFormats();
  const { k, weeks } = mood;
  const x = scaleLinear([0, 5], [0, 100]);
  const last = weeks.at(-1)?.figure;
  // If no figure can be shown, one row says so for all.
  const rows = weeks.some(({ figure }) => figure.kind === 'mean') ? weeks : weeks.slice(-1);
  return (
    <ChartCard
      title="Mood in check-ins"
      definition={`The mean of the mood in check-ins that participants sent in time, from 1 (hard) to 5 (very good), for periods that have ended. A period with fewer than ${k} answers, or with equal answers only, is protected. So is a period that would reveal a smaller group together with other programs. It is not split by department or reporting line.`}
      sentence={
        weeks.length === 0
          ? 'No check-in period has ended since people joined.'
          : last?.kind === 'mean'
            ? `${formatNumber(last.mean)} of 5 in the last period, from ${formatNumber(last.n)} answers.`
            : `The last period is protected, because its mean could reveal something about fewer than ${k} people.`
      }
    >
      <table className="bar-table mood-table">
        <caption className="visually-hidden">Mean mood by period</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Mean, out of 5</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ week, figure }) => (
            <tr key={week}>
              <th scope="row">
                {shortDay(week)}
                <svg width="100%" height="12" aria-hidden="true">
                  {figure.kind === 'mean' ? (
                    <rect className="chart-main" x="0" width={`${x(figure.mean)}%`} height="12" rx="2" />
                  ) : (
                    <line className="chart-protected" x1="0" x2="100%" y1="6" y2="6" />
                  )}
                </svg>
              </th>
              <td className="figures">
                {figure.kind === 'mean' ? (
                  <>
                    <b className="strong">{formatNumber(figure.mean)}</b>
                    <span className="text-2">{` of ${formatNumber(figure.n)} answers`}</span>
                  </>
                ) : (
                  <span className="row protected">
                    <Lock className="icon icon-small" aria-hidden="true" />
                    {PROTECTED}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ChartCard>
  );
}
