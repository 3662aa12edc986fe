import { scaleLinear } from 'd3-scale';
import { Link } from 'react-router-dom';
import type { Insights, InsightsQuery } from '#contract/insights/insights.ts';
import type { StallReason } from '#contract/insights/measures.ts';
import { Definition } from '#src/insights/Definition.tsx';
import { insightPeoplePath } from '#src/insights/insightsPaths.ts';
import { reasonLabels } from '#src/insights/insightsTexts.ts';
import { formatNumber } from '#src/ui/text/locale.ts';

interface ReasonsProps {
  insights: Insights;
  query: InsightsQuery;
  chosen: StallReason | null;
}

/** Why learners are stalled. Each reason lists its people. */
export function Reasons({ insights: { reasons, programId, counts }, query, chosen }: ReasonsProps) {
  const x = scaleLinear([0, Math.max(1, ...reasons.map(({ people }) => people))], [0, 100]);
  const path = (reason?: StallReason) =>
    insightPeoplePath(programId, { ...query, measure: 'stalled', reason });
  return (
    <section className="card" aria-labelledby="reasons">
      <div className="chart-head">
        <h2 className="title-2" id="reasons">
          Reasons
        </h2>
        <Definition of="Reasons">
          What is missing first, in this order: topics, an answer from the coach or manager, a session in the
          calendar, the completion of a topic, a step that the learner can do. A session that was moved counts
          at its new time.
        </Definition>
      </div>
      <ul className="reason-bars">
        {reasons.map(({ reason, people }) => (
          <li key={reason}>
            <Link className="quiet-link" to={path(reason)} aria-current={reason === chosen || undefined}>
              {reasonLabels[reason]}
            </Link>
            <svg width="100%" height="12" aria-hidden="true">
              <rect
                className={chosen === null || chosen === reason ? 'chart-main' : 'chart-other'}
                x="0"
                width={`${x(people)}%`}
                height="12"
                rx="2"
              />
            </svg>
            <b className="figures">{formatNumber(people)}</b>
          </li>
        ))}
      </ul>
      {chosen && (
        <p>
          <Link to={path()}>{`Show all ${formatNumber(counts.stalled)}`}</Link>
        </p>
      )}
    </section>
  );
}
