import { scaleLinear } from 'd3-scale';
import { Link } from 'react-router-dom';
import { shareOf } from '#contract/insights/figures.ts';
import type { Insights, InsightsQuery } from '#contract/insights/insights.ts';
import { definitions, paces } from '#contract/insights/measures.ts';
import { insightPeoplePath } from '#src/insights/insightsPaths.ts';
import { dayOfFigures, paceLabels } from '#src/insights/insightsTexts.ts';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { ChartCard } from './ChartCard.tsx';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;
const [TOP, BOTTOM] = [24, 190];
/** The chart leaves room for the labels at its end. */
const WIDTH = 82;

/** From this percentage of the width on, a label has room to the left of its place. */
const LABEL_ROOM = 24;
/** Below this percentage of the height, the label would be on the days of the axis. */
const AXIS_ROOM = 10;

/**
 * The place of the label next to the dot. The even-pace line rises, so it is below a dot that is ahead of it and above a
 * dot that is behind it; the label is on the other side, if there is room above the axis.
 */
export function labelPlace(x: number, y: number, ahead: number | null) {
  if (y < AXIS_ROOM) return { dx: 9, dy: -10, textAnchor: 'start' } as const;
  if (ahead === null || ahead < 0) return { dx: 9, dy: 16, textAnchor: 'start' } as const;
  if (x < LABEL_ROOM) return { dx: 0, dy: -10, textAnchor: 'start' } as const;
  return { dx: -6, dy: -10, textAnchor: 'end' } as const;
}

interface PaceProps {
  insights: Insights;
  query: InsightsQuery;
  caption: string;
}

/** The share of steps done by week, next to an even pace from the first invitation to the last due date. */
export function PaceChart({ insights, query, caption }: PaceProps) {
  const { shortDay } = useFormats();
  const { weeks, steps, firstInvitedAt, dueOn, asOf, counts, programId } = insights;
  const now = Date.parse(asOf);
  const start = Math.min(Date.parse(firstInvitedAt ?? asOf), now);
  const due = dueOn === null ? null : Date.parse(dueOn) + DAY_MS;
  const end = Math.max(due ?? now, now, start + WEEK_MS);
  const x = scaleLinear([start, end], [0, WIDTH]);
  const y = scaleLinear([0, 100], [BOTTOM, TOP]);
  const share = (done: number) => (steps.total === 0 ? 0 : (100 * done) / steps.total);
  const even = (at: number) =>
    due === null ? null : Math.min(100, (100 * (at - start)) / Math.max(1, due - start));
  const points = weeks
    .map(({ week, done }) => ({ at: Math.min(Date.parse(week) + WEEK_MS, now), done }))
    .filter(({ at }) => at >= start);
  const today = shareOf(steps.done, steps.total) ?? 0;
  const planned = even(now);
  const ahead = planned === null ? null : today - Math.floor(planned);
  const sentence =
    steps.total === 0
      ? 'No one has chosen topics yet.'
      : ahead === null
        ? `${formatPercent(today)} of the required steps are done.`
        : ahead >= 0
          ? `${formatPercent(today)} of the required steps are done, ${formatNumber(ahead)} points ahead of an even pace.`
          : `${formatPercent(today)} of the required steps are done, ${formatNumber(-ahead)} points behind an even pace.`;
  const line = [{ at: start, done: 0 }, ...points].map(
    ({ at, done }) => `${(100 * x(at)) / WIDTH},${100 - share(done)}`,
  );
  const hasRoom = x(due ?? now) >= LABEL_ROOM;
  const labelled = `${sentence} From ${shortDay(new Date(start).toISOString())} to ${shortDay(dayOfFigures(insights))}.`;
  return (
    <ChartCard
      title="Pace against due date"
      definition={`The share of required steps that were done by the end of each week. It counts the topics that participants had chosen when these figures were computed. The even-pace line runs from the first invitation to the last due date. ${definitions.behind}`}
      sentence={sentence}
      caption={caption}
      table={{
        columns: ['Week of', 'Done', ...(due === null ? [] : ['Even pace'])],
        rows: weeks.map(({ week, done }) => [
          shortDay(week),
          formatPercent(Math.floor(share(done))),
          ...(due === null
            ? []
            : [formatPercent(Math.floor(Math.max(0, even(Math.min(Date.parse(week) + WEEK_MS, now)) ?? 0)))]),
        ]),
      }}
    >
      {steps.total > 0 && (
        <svg className="chart" width="100%" height="214" role="img" aria-label={labelled}>
          {[0, 50, 100].map((tick) => (
            <g key={tick}>
              <line className="chart-grid" x1="0" x2={`${WIDTH}%`} y1={y(tick)} y2={y(tick)} />
              {tick > 0 && (
                <text x="0" y={y(tick) - 5}>
                  {formatPercent(tick)}
                </text>
              )}
            </g>
          ))}
          <svg
            x="0"
            y={TOP}
            width={`${WIDTH}%`}
            height={BOTTOM - TOP}
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            overflow="visible"
            aria-hidden="true"
          >
            {due !== null && (
              <line
                className="chart-plan"
                x1="0"
                y1="100"
                x2={(100 * x(due)) / WIDTH}
                y2="0"
                vectorEffect="non-scaling-stroke"
              />
            )}
            <polyline className="chart-line" points={line.join(' ')} vectorEffect="non-scaling-stroke" />
          </svg>
          <circle className="chart-dot" cx={`${x(now)}%`} cy={y(today)} r="4.5" />
          <text
            className="chart-label"
            x={`${x(now)}%`}
            y={y(today)}
            {...labelPlace(x(now), today, ahead)}
          >{`${formatPercent(today)} done`}</text>
          {due !== null && (
            <text x={`${x(due)}%`} y={TOP} dx="8" dy="4">
              Even pace
            </text>
          )}
          {hasRoom && (
            <text x="0" y="208">
              {shortDay(new Date(start).toISOString())}
            </text>
          )}
          <text x={`${x(due ?? now)}%`} y="208" textAnchor={hasRoom ? 'middle' : 'start'}>
            {dueOn === null ? shortDay(dayOfFigures(insights)) : shortDay(dueOn)}
          </text>
        </svg>
      )}
      <ul className="pace-parts">
        {paces.map((pace) => (
          <li key={pace}>
            <Link to={insightPeoplePath(programId, { ...query, measure: pace })}>
              {`${formatNumber(counts[pace])} ${paceLabels[pace].toLowerCase()}`}
            </Link>
          </li>
        ))}
      </ul>
    </ChartCard>
  );
}
