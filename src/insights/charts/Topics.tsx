import { scaleLinear } from 'd3-scale';
import { Link } from 'react-router-dom';
import type { Insights, InsightsQuery } from '#contract/insights/insights.ts';
import { insightPeoplePath } from '#src/insights/insightsPaths.ts';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { ChartCard } from './ChartCard.tsx';
import { ChartKey } from './ChartKey.tsx';

/** How many people chose and completed each topic. */
export function Topics({ insights, query }: { insights: Insights; query: InsightsQuery }) {
  const { topics, programId, counts } = insights;
  const chosen = topics.reduce((sum, topic) => sum + topic.chosen, 0);
  const completed = topics.reduce((sum, topic) => sum + topic.completed, 0);
  const x = scaleLinear([0, Math.max(1, ...topics.map((topic) => topic.chosen))], [0, 100]);
  return (
    <ChartCard
      title="Topics chosen and completed"
      definition="For each topic, the people who had chosen it on this day, and how many of them had completed it."
      sentence={`${plural(counts.chose, '# person', '# people')} with enough topics. ${plural(chosen, '# topic is chosen', '# topics are chosen')}, ${plural(completed, '# is completed', '# are completed')}.`}
    >
      <ChartKey filled="Completed" outline="Chosen" />
      <table className="bar-table">
        <caption className="visually-hidden">Topics, chosen and completed</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Topic</th>
            <th scope="col">Completed, of those who chose it</th>
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => {
            const filter = { ...query, measure: 'invited' as const, topic: topic.topicId };
            return (
              <tr key={topic.topicId}>
                <th scope="row">
                  {topic.title}
                  <svg width="100%" height="12" aria-hidden="true">
                    <rect
                      className="chart-outline"
                      x="0"
                      y="0.5"
                      width={`${x(topic.chosen)}%`}
                      height="11"
                      rx="2"
                    />
                    <rect className="chart-main" x="0" width={`${x(topic.completed)}%`} height="12" rx="2" />
                  </svg>
                </th>
                <td className="figures">
                  <Link
                    className="strong quiet-link"
                    to={insightPeoplePath(programId, { ...filter, topicState: 'completed' })}
                  >
                    {formatNumber(topic.completed)}
                    <span className="visually-hidden">{` completed “${topic.title}”, show people`}</span>
                  </Link>
                  {' of '}
                  <Link
                    className="quiet-link"
                    to={insightPeoplePath(programId, { ...filter, topicState: 'chosen' })}
                  >
                    {formatNumber(topic.chosen)}
                    <span className="visually-hidden">{` chose “${topic.title}”, show people`}</span>
                  </Link>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ChartCard>
  );
}
