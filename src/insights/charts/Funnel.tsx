import { scaleLinear } from 'd3-scale';
import { Link } from 'react-router-dom';
import { shareOf } from '#contract/insights/figures.ts';
import type { Insights, InsightsQuery } from '#contract/insights/insights.ts';
import { type Stage, stages } from '#contract/insights/measures.ts';
import { insightPeoplePath } from '#src/insights/insightsPaths.ts';
import { isPercentShown, stageLabels, stoppedText } from '#src/insights/insightsTexts.ts';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';
import { ChartCard } from './ChartCard.tsx';

interface ChartProps {
  insights: Insights;
  query: InsightsQuery;
}

/** How many people reached each stage, and the outcome for all other people. The chart itself is a table. */
export function Funnel({ insights, query }: ChartProps) {
  const { counts, stopped, programId } = insights;
  const x = scaleLinear([0, Math.max(1, counts.invited)], [0, 100]);
  const begun: Stage[] = ['first_step', 'half', 'completed'];
  const notBegun = stopped.filter(({ stage, outcome }) => !begun.includes(stage) && outcome === 'open');
  const below = stopped.filter(({ stage, outcome }) => stage === 'first_step' && outcome === 'open');
  const beyond = stopped.filter(({ stage, outcome }) => stage === 'half' && outcome === 'open');
  const sum = (rows: typeof stopped) => rows.reduce((total, { people }) => total + people, 0);
  return (
    <ChartCard
      isWide
      title={insights.scope === 'line' ? 'How far your people got' : 'How far people got'}
      definition="Each stage counts the people who reached it, so a person counts in every stage up to their last one."
      sentence={`${formatNumber(sum(notBegun))} without a completed step, ${formatNumber(sum(below))} below half of their steps, ${formatNumber(sum(beyond))} at half or more and not completed. Select a number to see the people behind it.`}
    >
      <table className="funnel-table">
        <caption className="visually-hidden">People who reached each stage</caption>
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">People</th>
            <th scope="col" className="funnel-share">
              <span className="visually-hidden">Of those invited</span>
            </th>
            <th scope="col" className="funnel-bar">
              <span className="visually-hidden">As a bar</span>
            </th>
            <th scope="col">Not reached</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage, index) => {
            const people = counts[stage];
            const before = stages[index - 1];
            return (
              <tr key={stage}>
                <th scope="row">{stageLabels[stage]}</th>
                <td>
                  <Link
                    className="quiet-link"
                    to={insightPeoplePath(programId, { ...query, measure: stage })}
                  >
                    {formatNumber(people)}
                    <span className="visually-hidden">{` ${stageLabels[stage]}, show people`}</span>
                  </Link>
                </td>
                <td className="funnel-share text-2">
                  {isPercentShown(counts.invited)
                    ? formatPercent(shareOf(people, counts.invited) ?? 0)
                    : `of ${formatNumber(counts.invited)}`}
                </td>
                <td className="funnel-bar">
                  <svg width="100%" height="20" aria-hidden="true">
                    {before && (
                      <rect className="chart-lost" x="0" width={`${x(counts[before])}%`} height="20" rx="2" />
                    )}
                    <rect className="chart-main" x="0" width={`${x(people)}%`} height="20" rx="2" />
                  </svg>
                </td>
                <td className="small">
                  {before ? (
                    <Stopped stage={before} insights={insights} query={query} />
                  ) : (
                    <span className="text-2">Everyone who was invited or joined</span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ChartCard>
  );
}

/** People who stopped at a stage, each part with its list. */
function Stopped({ stage, insights: { stopped, programId }, query }: ChartProps & { stage: Stage }) {
  const parts = stopped.filter((row) => row.stage === stage);
  if (parts.length === 0) return <span className="text-3">No one stopped before</span>;
  return (
    <ul className="funnel-parts">
      {parts.map(({ outcome, people }) => (
        <li key={outcome}>
          <Link to={insightPeoplePath(programId, { ...query, measure: 'invited', stopped: stage, outcome })}>
            {stoppedText(stage, outcome, people)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
