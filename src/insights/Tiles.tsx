import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { intervalOf, shareOf } from '#contract/insights/figures.ts';
import type { Insights, InsightsQuery } from '#contract/insights/insights.ts';
import { definitions, type Measure, RECENT_DAYS, STALLED_DAYS } from '#contract/insights/measures.ts';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { Definition } from './Definition.tsx';
import { insightPeoplePath } from './insightsPaths.ts';
import { changeText, dayOfFigures, daysChangeText, isPercentShown, measureLabels } from './insightsTexts.ts';

interface TileProps {
  label: string;
  definition: string;
  /** Leads to the people behind the number. */
  to?: string;
  value: ReactNode;
  unit: string;
  lines: readonly (string | null)[];
}

function Tile({ label, definition, to, value, unit, lines }: TileProps) {
  return (
    <div>
      <dt>
        {label}
        <Definition of={label}>{definition}</Definition>
      </dt>
      <dd>
        <span className="insight-value">
          {to ? (
            <Link className="quiet-link" to={to}>
              {value}
              <span className="visually-hidden">{` ${label}, show people`}</span>
            </Link>
          ) : (
            value
          )}
        </span>{' '}
        <span className="text-2">{unit}</span>
      </dd>
      {lines.flatMap((line) =>
        line
          ? [
              <dd key={line} className="small text-2">
                {line}
              </dd>,
            ]
          : [],
      )}
    </div>
  );
}

interface TilesProps {
  insights: Insights;
  query: InsightsQuery;
  /** Figures of an earlier day, to compare with. */
  earlier: Insights | null;
}

/** The 5 figures at the top. */
export function Tiles({ insights, query, earlier }: TilesProps) {
  const { shortDay } = useFormats();
  const since = (measure: Measure) =>
    earlier &&
    changeText(insights.counts[measure] - earlier.counts[measure], shortDay(dayOfFigures(earlier)));
  const daysSince = (now: number | null, before: number | null | undefined) =>
    earlier && now !== null && before !== null && before !== undefined
      ? daysChangeText(now - before, shortDay(dayOfFigures(earlier)))
      : null;
  const { counts, programId, firstSession, betweenSessions } = insights;
  const to = (measure: Measure) => insightPeoplePath(programId, { ...query, measure });
  const percent = (part: number, all: number) =>
    isPercentShown(all) ? formatPercent(shareOf(part, all) ?? 0) : null;
  const interval = isPercentShown(counts.accepted) ? intervalOf(counts.completed, counts.accepted) : null;
  const median = (days: number | null) => (days === null ? 'None yet' : formatNumber(days));
  const days = (value: number | null) => (value === null ? '' : value === 1 ? 'day, median' : 'days, median');
  return (
    <dl className="insight-tiles">
      <Tile
        label={measureLabels.completed}
        definition={`${definitions.completed} The interval is the 95% interval of the share (Wilson).`}
        to={to('completed')}
        value={formatNumber(counts.completed)}
        unit={`of ${formatNumber(counts.accepted)} accepted`}
        lines={[
          interval
            ? `${percent(counts.completed, counts.accepted)}, 95% interval ${formatPercent(interval.low)} to ${formatPercent(interval.high)}`
            : percent(counts.completed, counts.accepted),
          since('completed'),
        ]}
      />
      <Tile
        label={measureLabels.active}
        definition={definitions.active}
        to={to('active')}
        value={formatNumber(counts.active)}
        unit={`of ${plural(counts.learners, '# learner', '# learners')}`}
        lines={[percent(counts.active, counts.learners), since('active')]}
      />
      <Tile
        label={measureLabels.stalled}
        definition={`${definitions.stalled} A learner whose last activity was ${STALLED_DAYS} to ${RECENT_DAYS} days ago counts as active and as stalled.`}
        to={to('stalled')}
        value={formatNumber(counts.stalled)}
        unit={`of ${plural(counts.learners, '# learner', '# learners')}`}
        lines={[`No activity for ${STALLED_DAYS} days or more`, since('stalled')]}
      />
      <Tile
        label="Between sessions"
        definition="The median of the days between two held sessions of the same learner in this program."
        value={median(betweenSessions.days)}
        unit={days(betweenSessions.days)}
        lines={[
          plural(betweenSessions.people, '# learner with 2 sessions', '# learners with 2 sessions or more'),
          daysSince(betweenSessions.days, earlier?.betweenSessions.days),
        ]}
      />
      <Tile
        label="To first session"
        definition="The median of the days from joining the program to the first held session."
        value={median(firstSession.days)}
        unit={days(firstSession.days)}
        lines={[
          plural(firstSession.people, '# learner with a session', '# learners with a session'),
          daysSince(firstSession.days, earlier?.firstSession.days),
        ]}
      />
    </dl>
  );
}
