import { ArrowRight, Download } from 'lucide-react';
import { Fragment } from 'react';
import type { ImportRow } from '#contract/administration/import.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { LoadMore } from '#src/ui/controls/LoadMore.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { usePageImportRowsInfiniteQuery, useSaveFaultyRowsMutation } from '#store/admin/peopleImportApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { fieldLabels } from './fieldLabels.ts';

interface RowsProps {
  importId: string;
  total: number;
}

/** The rows that an import leaves out, with the reasons. */
export function ImportProblems({ importId, outcome, total }: RowsProps & { outcome: 'error' | 'skip' }) {
  const query = usePageImportRowsInfiniteQuery({ importId, outcome });
  const [save, saving] = useSaveFaultyRowsMutation();
  const isError = outcome === 'error';
  const title = isError
    ? plural(total, '# row with an error', '# rows with errors')
    : plural(total, '# skipped row', '# skipped rows');
  return (
    <section className="import-part" aria-label={title}>
      <div className="row row-between row-wrap">
        <div>
          <h2 className="title-3">{title}</h2>
          <p className="text-2">
            {isError
              ? 'These rows are left out. Correct them in the file and import it again: rows that were imported stay unchanged.'
              : 'The accounts of these people are deactivated, so their rows are left out.'}
          </p>
        </div>
        {isError && (
          <Button busy={saving.isLoading} onClick={() => void save({ importId })}>
            <Download className="icon icon-small" aria-hidden="true" />
            {plural(total, 'Download # row', 'Download # rows')}
          </Button>
        )}
      </div>
      {saving.error && (
        <ErrorSummary>
          <p>
            <ProblemText message={problemOf(saving.error).message} />
          </p>
        </ErrorSummary>
      )}
      <QueryContent
        query={query}
        title={title}
        level={2}
        failure="The rows did not load"
        skeleton={<SkeletonRows count={3} />}
      >
        {({ pages }) => (
          <>
            <Table
              caption={title}
              className="import-problems"
              columns={[{ name: 'Line' }, { name: 'Person' }, { name: 'Column' }, { name: 'Reason' }]}
            >
              <TableBody>
                {pages
                  .flatMap(({ data }) => data)
                  .map(({ line, person, problems }) => (
                    <TableRow
                      key={line}
                      head={
                        <>
                          <span className="import-line">Line </span>
                          {formatNumber(line)}
                        </>
                      }
                    >
                      <TableCell label="Person">
                        {person || <span className="text-3">No name</span>}
                      </TableCell>
                      <TableCell label="Column">
                        {[...new Set(problems.map(({ column }) => column))].join(', ')}
                      </TableCell>
                      <TableCell>
                        <Reasons problems={problems} />
                      </TableCell>
                    </TableRow>
                  ))}
              </TableBody>
            </Table>
            {query.hasNextPage && (
              <LoadMore
                label="Load more rows"
                isBusy={query.isFetchingNextPage}
                onMore={query.fetchNextPage}
              />
            )}
          </>
        )}
      </QueryContent>
    </section>
  );
}

function Reasons({ problems }: Pick<ImportRow, 'problems'>) {
  const reasons = problems.map(({ reason, advice }) => (
    <Fragment key={reason}>
      <p>{reason}</p>
      <p className="text-2">{advice}</p>
    </Fragment>
  ));
  if (reasons.length < 2) return reasons;
  return (
    <ul className="import-reasons">
      {reasons.map((reason) => (
        <li key={reason.key}>{reason}</li>
      ))}
    </ul>
  );
}

/** The people whom an import changes, with their values before and after. */
export function ImportUpdates({ importId, total }: RowsProps) {
  const query = usePageImportRowsInfiniteQuery({ importId, outcome: 'update' });
  const title = plural(total, '# update', '# updates');
  return (
    <section className="import-part" aria-label={title}>
      <h2 className="title-3">{title}</h2>
      <QueryContent
        query={query}
        title={title}
        level={2}
        failure="The updates did not load"
        skeleton={<SkeletonRows count={3} />}
      >
        {({ pages }) => (
          <>
            <ul className="import-updates">
              {pages
                .flatMap(({ data }) => data)
                .map(({ line, person, changes }) => (
                  <li key={line}>
                    <span className="strong">{person}</span>
                    <ul>
                      {changes.map(({ field, before, after }) => (
                        <li key={field}>
                          <span className="text-2">{fieldLabels[field]}:</span>{' '}
                          {before && (
                            <>
                              <del className="text-2">{before}</del>{' '}
                            </>
                          )}
                          <ArrowRight className="icon icon-small import-arrow" aria-hidden="true" />{' '}
                          <span className="visually-hidden">becomes</span> <ins>{after}</ins>
                        </li>
                      ))}
                    </ul>
                  </li>
                ))}
            </ul>
            {query.hasNextPage && (
              <LoadMore
                label="Load more updates"
                isBusy={query.isFetchingNextPage}
                onMore={query.fetchNextPage}
              />
            )}
          </>
        )}
      </QueryContent>
    </section>
  );
}
