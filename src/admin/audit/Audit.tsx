import { Download } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { AuditLog } from '#contract/administration/audit.ts';
import { useIsOfOtherFilter } from '#src/admin/useIsOfOtherFilter.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useExportAuditLogMutation, useGetAuditLogQuery } from '#store/admin/auditApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import './audit.css';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { auditPath, useAuditAddress } from './auditAddress.ts';
import { Integrity } from './Integrity.tsx';

/** The audit log. */
export default function Audit() {
  const { query: address, filter, filterBy } = useAuditAddress();
  // Entries are added all the time, so the page always loads a fresh response.
  const query = useGetAuditLogQuery(address, { refetchOnMountOrArgChange: true });
  const [save, { isLoading, error }] = useExportAuditLogMutation();
  const isOfOther = useIsOfOtherFilter(query, filter);
  const total = isOfOther ? undefined : query.data?.total;
  return (
    <>
      <PageHeader
        title="Audit log"
        lede="Every change and every read of confidential data. Entries cannot be edited or deleted."
        action={
          <Button busy={isLoading} onClick={() => void save(filter)}>
            <Download className="icon icon-small" aria-hidden="true" />
            {total === undefined ? 'Export' : plural(total, 'Export 1 entry', 'Export # entries')}
          </Button>
        }
      />
      {error && (
        <ErrorSummary>
          <p className="strong">The file was not saved</p>
          <p>
            <ProblemText message={problemOf(error).message} />
          </p>
        </ErrorSummary>
      )}
      {query.data && <Integrity integrity={query.data.integrity} />}
      <AuditFilters filter={filter} onChange={filterBy} />
      <QueryContent
        // “No entries match” must not stay after the filters have changed.
        query={{ ...query, data: isOfOther && query.data?.data.length === 0 ? undefined : query.data }}
        title="Entries"
        level={2}
        failure="The audit log did not load"
        skeleton={<SkeletonRows count={8} />}
      >
        {(log) => (
          <Entries
            log={log}
            isFetching={query.isFetching}
            // The pages of another filter would be combined with the new one.
            hasPages={!isOfOther}
            isFiltered={isSet(filter)}
          />
        )}
      </QueryContent>
    </>
  );
}

const isSet = (filter: object) => Object.keys(filter).length > 0;

function Entries({
  log,
  isFetching,
  hasPages,
  isFiltered,
}: {
  log: AuditLog;
  isFetching: boolean;
  hasPages: boolean;
  isFiltered: boolean;
}) {
  const { filter } = useAuditAddress();
  const { data, total, older, newer } = log;
  if (data.length === 0)
    return (
      <div className="card">
        <EmptyState drawing="seed" title={isFiltered ? 'No entries match' : 'No entries yet'}>
          {isFiltered
            ? 'Change the filters, or clear them to see the whole log.'
            : 'The first change by an administrator appears here.'}
        </EmptyState>
      </div>
    );
  return (
    <div aria-busy={isFetching || undefined}>
      <AuditTable log={log} />
      <nav className="audit-pages" aria-label="Pages of the audit log">
        <p className="small text-2 figures" role="status">
          {plural(total, '# entry', '# entries')}
        </p>
        <div className="row">
          {hasPages && newer !== null && (
            <Link
              className={buttonClass('outlined', true)}
              to={auditPath({ ...filter, after: String(newer) })}
            >
              Newer
            </Link>
          )}
          {hasPages && older !== null && (
            <Link
              className={buttonClass('outlined', true)}
              to={auditPath({ ...filter, before: String(older) })}
            >
              Older
            </Link>
          )}
        </div>
      </nav>
    </div>
  );
}
