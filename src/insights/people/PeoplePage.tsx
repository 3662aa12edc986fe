import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InsightPeople, InsightPeopleFilter, Insights } from '#contract/insights/insights.ts';
import { definitions, stallReasons } from '#contract/insights/measures.ts';
import { fullName } from '#contract/people.ts';
import { insightsPath } from '#src/insights/insightsPaths.ts';
import {
  dayOfFigures,
  filterText,
  measureLabels,
  peopleTitle,
  reasonLabels,
  reasonTexts,
} from '#src/insights/insightsTexts.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { LoadMore } from '#src/ui/controls/LoadMore.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Table, TableBody, TableGroupHead } from '#src/ui/display/Table.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { Loading, QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import {
  useExportInsightsMutation,
  useGetInsightsQuery,
  usePageInsightPeopleInfiniteQuery,
} from '#store/insights/insightsApi.ts';
import { AfterReminder } from './AfterReminder.tsx';
import { InsightPersonRow } from './InsightPersonRow.tsx';
import { Reasons } from './Reasons.tsx';
import { RemindButton } from './RemindButton.tsx';

const COLUMNS = [
  { name: 'Person' },
  { name: 'What happened' },
  { name: 'Last activity' },
  { name: 'Steps' },
  { name: 'Coach' },
  { name: 'Action', isHidden: true },
];

/** The people behind a number. Their rows add up to it. */
export function PeoplePage({ programId, filter }: { programId: string; filter: InsightPeopleFilter }) {
  const { asOf, department } = filter;
  const figures = useGetInsightsQuery({ programId, asOf, department });
  const people = usePageInsightPeopleInfiniteQuery({ programId, ...filter });
  return (
    <QueryContent
      query={people}
      title="People"
      failure="The people did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={4} />
        </>
      }
      missing={
        <NotFoundState title="No figures found" to="/program" label="Go to Programs">
          The link may be wrong, or no one who reports to you takes part in this program.
        </NotFoundState>
      }
    >
      {() => (
        <List
          programId={programId}
          filter={filter}
          // `data` can belong to another reason or department, whose people must not be reminded under this title.
          figures={figures.currentData ?? null}
          pages={people.currentData?.pages ?? null}
          isFailed={Boolean(people.error)}
          more={
            people.hasNextPage && (
              <LoadMore
                label="Load more people"
                isBusy={people.isFetchingNextPage}
                onMore={people.fetchNextPage}
              />
            )
          }
        />
      )}
    </QueryContent>
  );
}

interface ListProps {
  programId: string;
  filter: InsightPeopleFilter;
  /** Null while they load: the list does not wait for them. */
  figures: Insights | null;
  /** Null while they load, and after a failure. */
  pages: readonly InsightPeople[] | null;
  isFailed: boolean;
  more: ReactNode;
}

function List({ programId, filter, figures, pages, isFailed, more }: ListProps) {
  const { longDay, monthAndYear } = useFormats();
  const [exportFile, exporting] = useExportInsightsMutation();
  const people = pages?.flatMap(({ data }) => data) ?? [];
  const total = pages?.[0]?.total ?? 0;
  const isStalled = filter.measure === 'stalled';
  const { asOf, department } = filter;
  /** The figures are about the whole program, or about the department. */
  const isWhole = [filter.coach, filter.step, filter.joined, filter.topic].every((one) => one === undefined);
  /** The list contains all stalled learners of the program today. */
  const isAllStalled =
    isStalled &&
    isWhole &&
    figures?.scope === 'all' &&
    [asOf, department, filter.reason, filter.stopped, filter.outcome].every((one) => one === undefined);
  const hasReasons = isStalled && isWhole && figures !== null && figures.counts.stalled > 0;
  const day = figures ? dayOfFigures(figures) : asOf;
  const topic = figures?.topics.find(({ topicId }) => topicId === filter.topic)?.title ?? null;
  const coach = figures?.coaches.find(
    (row) => filter.coach !== undefined && String(row.coach?.userId ?? 0) === filter.coach,
  );
  const names = {
    topic,
    coach: coach ? (coach.coach ? fullName(coach.coach) : 'none') : null,
    month: filter.joined === undefined ? null : monthAndYear(`${filter.joined}-01`),
  };
  const groups = isStalled
    ? stallReasons
        .map((reason) => ({ reason, people: people.filter((person) => person.reason === reason) }))
        .filter((group) => group.people.length > 0)
    : [{ reason: null, people }];
  return (
    <>
      <Breadcrumb
        to={insightsPath(programId, { asOf, department })}
        label={`${figures?.programName ?? 'Program'}: insights`}
        here={filterText(filter, names)}
      />
      <PageHeader
        title={pages ? peopleTitle(filter, total) : measureLabels[filter.measure]}
        lede={[
          filterText(filter, names),
          figures?.department && `department ${figures.department.name} and below`,
          // Without the name of the department, the list would read like that of the whole program.
          (figures || !department) && `as of ${day ? longDay(day) : 'today'}`,
        ]
          .filter(Boolean)
          .join(', ')
          .concat('. ', definitions[filter.measure])}
        action={
          <Button
            busy={exporting.isLoading}
            onClick={() => void exportFile({ programId, query: { asOf, department }, people: filter })}
          >
            <Download className="icon icon-small" aria-hidden="true" />
            Export CSV
          </Button>
        }
      />
      {exporting.error && (
        <ErrorSummary>
          The file was not created. <ProblemText message={problemOf(exporting.error).message} />
        </ErrorSummary>
      )}
      {isStalled && figures && isWhole && (
        <div className="stalled-top">
          {hasReasons && (
            <Reasons insights={figures} query={{ asOf, department }} chosen={filter.reason ?? null} />
          )}
          {figures.lastReminder && <AfterReminder reminder={figures.lastReminder} />}
        </div>
      )}
      {pages === null ? (
        !isFailed && <Loading skeleton={<SkeletonRows count={4} />} />
      ) : total === 0 ? (
        <EmptyState drawing="seed" title="No one is in this group">
          {isAllStalled
            ? 'Everyone who takes part was active in the last 21 days.'
            : figures && (filter.reason && hasReasons ? 'Choose another reason.' : 'Choose another number.')}
        </EmptyState>
      ) : (
        <Table caption="People" columns={COLUMNS} className="insight-people">
          {groups.map((group) => (
            <TableBody key={group.reason ?? 'all'}>
              {group.reason && (
                <TableGroupHead columns={COLUMNS.length}>
                  <span className="reason-head">
                    <span>
                      {reasonLabels[group.reason]}{' '}
                      <span className="text-2 figures">
                        {formatNumber(
                          (isWhole &&
                            figures?.reasons.find(({ reason }) => reason === group.reason)?.people) ||
                            group.people.length,
                        )}
                      </span>
                      <span className="small text-2 reason-text">{reasonTexts[group.reason]}</span>
                    </span>
                    {group.people.filter(({ can }) => can.remind).length > 1 && (
                      <RemindButton
                        programId={programId}
                        people={group.people.filter(({ can }) => can.remind)}
                        isForAll
                      />
                    )}
                  </span>
                </TableGroupHead>
              )}
              {group.people.map((person) => (
                <InsightPersonRow key={person.person.userId} programId={programId} row={person} />
              ))}
            </TableBody>
          ))}
        </Table>
      )}
      {more}
      {total > 0 && (
        <p className="small text-2 list-sum" role="status">
          {`${formatNumber(people.length)} of ${formatNumber(total)}`}
        </p>
      )}
    </>
  );
}
