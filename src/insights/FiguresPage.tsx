import { skipToken } from '@reduxjs/toolkit/query';
import { Download, Printer } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Insights, InsightsQuery } from '#contract/insights/insights.ts';
import { Coaches } from '#src/insights/charts/Coaches.tsx';
import { Cohorts } from '#src/insights/charts/Cohorts.tsx';
import { Departments } from '#src/insights/charts/Departments.tsx';
import { Funnel } from '#src/insights/charts/Funnel.tsx';
import { Mood } from '#src/insights/charts/Mood.tsx';
import { PaceChart } from '#src/insights/charts/PaceChart.tsx';
import { Practice } from '#src/insights/charts/Practice.tsx';
import { Steps } from '#src/insights/charts/Steps.tsx';
import { Topics } from '#src/insights/charts/Topics.tsx';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { SelectFilter } from '#src/ui/controls/Filters.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useExportInsightsMutation, useGetInsightsQuery } from '#store/insights/insightsApi.ts';
import { AsOf } from './AsOf.tsx';
import { comparisons } from './insightsAddress.ts';
import { insightPeoplePath } from './insightsPaths.ts';
import { dayOfFigures } from './insightsTexts.ts';
import { Tiles } from './Tiles.tsx';

const DAY_MS = 24 * 60 * 60_000;
const dayBefore = (instant: string, days: number) =>
  new Date(Date.parse(instant) - days * DAY_MS).toISOString().slice(0, 10);

/** Days to compare with since the first invitation. A day that a link chose stays in the list. */
const comparisonsOf = ({ asOf, firstInvitedAt }: Insights, compare: number | null) =>
  comparisons.filter(
    (days) =>
      days === compare || (firstInvitedAt !== null && dayBefore(asOf, days) >= dayBefore(firstInvitedAt, 0)),
  );

/** The day and department of figures. They differ from the chosen ones until these have loaded. */
const queryOf = ({ asOf, isPast, department }: Insights): InsightsQuery => ({
  asOf: isPast ? dayOfFigures({ asOf }) : undefined,
  department: department ? String(department.departmentId) : undefined,
});

interface FiguresPageProps {
  insights: Insights;
  query: InsightsQuery;
  /** False while the figures for the chosen day and department load, and after a failure: others are shown. */
  isCurrent: boolean;
  isBusy: boolean;
  onChange: (query: InsightsQuery) => void;
  /** Days before the day of the figures; null: no comparison. */
  compare: number | null;
  onCompare: (days: number | null) => void;
}

/** The figures of a program. */
export function FiguresPage({
  insights,
  query,
  isCurrent,
  isBusy,
  onChange,
  compare,
  onCompare,
}: FiguresPageProps) {
  const { longDay, shortDay } = useFormats();
  const [exportFile, exporting] = useExportInsightsMutation();
  const shown = queryOf(insights);
  const earlierDay = compare === null ? null : dayBefore(insights.asOf, compare);
  const earlier = useGetInsightsQuery(
    earlierDay === null ? skipToken : { programId: insights.programId, ...shown, asOf: earlierDay },
  );
  const { programId, programName, counts, scope, firstInvitedAt, dueOn, mood, departmentOptions } = insights;
  const selection = [
    `As of ${longDay(dayOfFigures(insights))}`,
    insights.department?.name ?? (scope === 'line' ? 'Your reporting line' : 'All departments'),
  ];
  const caption = [...selection, programName].join(', ');
  const earlierDays = comparisonsOf(insights, compare);
  return (
    <>
      <Breadcrumb to="/program" label="Programs" here={`${programName}: insights`} />
      <PageHeader
        title={programName}
        lede={ledeOf()}
        action={
          <>
            <Button
              busy={exporting.isLoading}
              onClick={() => void exportFile({ programId, query: shown, people: null })}
            >
              <Download className="icon icon-small" aria-hidden="true" />
              Export CSV
            </Button>
            <Button className="print-button" onClick={() => globalThis.print()}>
              <Printer className="icon icon-small" aria-hidden="true" />
              Print
            </Button>
            {counts.stalled > 0 && (
              <Link
                className={buttonClass('primary')}
                to={insightPeoplePath(programId, { ...shown, measure: 'stalled' })}
              >
                {`Review ${formatNumber(counts.stalled)} stalled`}
              </Link>
            )}
          </>
        }
      />
      {exporting.error && (
        <ErrorSummary>
          The file was not created. <ProblemText message={problemOf(exporting.error).message} />
        </ErrorSummary>
      )}
      <p className="insight-printed">
        {[...selection, ...(earlierDay ? [`compared with ${longDay(earlierDay)}`] : [])].join(', ')}
      </p>
      <div className="insight-controls">
        <AsOf insights={insights} asOf={query.asOf} onChange={(asOf) => onChange({ ...query, asOf })} />
        {departmentOptions.length > 0 && (
          <SelectFilter
            label="Department"
            value={query.department ?? ''}
            options={[
              { value: '', label: 'All' },
              ...departmentOptions.map(({ departmentId, name }) => ({
                value: String(departmentId),
                label: name,
              })),
            ]}
            onChange={(department) => onChange({ ...query, department: department || undefined })}
          />
        )}
        {earlierDays.length > 0 && (
          <SelectFilter
            label="Compare with"
            value={compare === null ? '' : String(compare)}
            options={[
              { value: '', label: 'No other day' },
              ...earlierDays.map((days) => ({
                value: String(days),
                label: shortDay(dayBefore(insights.asOf, days)),
              })),
            ]}
            onChange={(days) => onCompare(days === '' ? null : Number(days))}
          />
        )}
      </div>
      {earlier.error && earlierDay && (
        <ErrorSummary>{`The figures for ${shortDay(earlierDay)} did not load. ${problemOf(earlier.error).message}`}</ErrorSummary>
      )}
      <div className="insight-figures" aria-busy={isBusy || undefined}>
        {counts.invited === 0 ? (
          isCurrent && (
            <EmptyState drawing="seed" large title="No one has been invited yet">
              {query.asOf || query.department
                ? 'No one in this selection had been invited by then. Choose another day or all departments.'
                : 'The figures begin when the first person is invited or joins.'}
            </EmptyState>
          )
        ) : (
          <>
            <Tiles insights={insights} query={shown} earlier={earlier.currentData ?? null} />
            <div className="chart-grid-cards">
              <Funnel insights={insights} query={shown} />
              <PaceChart insights={insights} query={shown} caption={caption} />
              <Topics insights={insights} query={shown} />
              <Steps programId={programId} query={shown} />
              <Departments insights={insights} query={shown} caption={caption} />
              <Cohorts insights={insights} query={shown} />
              <Practice insights={insights} caption={caption} />
              <Coaches insights={insights} query={shown} />
              {mood && <Mood mood={mood} />}
            </div>
          </>
        )}
      </div>
      <PrivacyNote>
        {scope === 'line'
          ? 'Only people who report to you, at every level. Notes, chats, answers and moods of individual people are never part of insights.'
          : 'Notes, chats, answers and moods of individual people are never part of insights.'}
      </PrivacyNote>
    </>
  );

  function ledeOf(): string {
    const people =
      scope === 'line'
        ? plural(
            counts.invited,
            'Your reporting line: # person. Other teams are not included.',
            'Your reporting line: # people. Other teams are not included.',
          )
        : plural(counts.invited, '# person invited or joined', '# people invited or joined');
    if (scope === 'line') return people;
    const since = firstInvitedAt
      ? `${people} since ${shortDay(dayBefore(firstInvitedAt, 0))}.`
      : `${people}.`;
    return dueOn ? `${since} Due by ${shortDay(dueOn)}.` : since;
  }
}
