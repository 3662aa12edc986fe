import { Link } from 'react-router-dom';
import type { DataRequests as Requests } from '#contract/administration/dataRequests.ts';
import { fullName } from '#contract/people.ts';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useListDataRequestsQuery } from '#store/admin/dataRequestsApi.ts';

/**
 * People's requests for exports and erasures. They are processed automatically. Administrators watch the deadlines
 * here.
 */
export default function DataRequests() {
  const query = useListDataRequestsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  return (
    <>
      <PageHeader
        title="Data requests"
        lede="People request a copy or the erasure of their data on their profile. The retention setting adds people who left long ago. Trellis processes all requests automatically. This page shows the open ones with their deadlines, and those that ended last."
      />
      <QueryContent
        query={query}
        title="Data requests"
        level={2}
        failure="The data requests did not load"
        skeleton={<SkeletonRows count={4} />}
      >
        {({ data, open }) =>
          data.length === 0 ? (
            <div className="card">
              <EmptyState drawing="seed" title="No data requests">
                No one has requested an export or an erasure yet.
              </EmptyState>
            </div>
          ) : (
            <>
              <p className="small text-2 figures" role="status">
                {plural(open, '# open request', '# open requests')}
                {open > shownOpen(data) &&
                  plural(shownOpen(data), '. The next one is listed.', '. The next # are listed.')}
              </p>
              <Rows data={data} />
            </>
          )
        }
      </QueryContent>
    </>
  );
}

const shownOpen = (data: Requests['data']) => data.filter(({ endedAt }) => endedAt === null).length;

const kinds = { export: 'Export', erasure: 'Erasure' };
const states = {
  waiting: { label: 'Waiting', tone: 'amber' },
  running: { label: 'Running', tone: 'sky' },
  done: { label: 'Done', tone: 'primary' },
  cancelled: { label: 'Cancelled' },
  failed: { label: 'Not possible', tone: 'berry' },
} as const;

function Rows({ data }: Pick<Requests, 'data'>) {
  const { longDay, dayAndTime } = useFormats();
  return (
    <Table
      caption="Data requests"
      columns={[
        { name: 'Person' },
        { name: 'Request' },
        { name: 'Asked' },
        { name: 'Deadline' },
        { name: 'State' },
      ]}
    >
      <TableBody>
        {data.map(({ requestId, person, kind, state, requestedAt, dueAt, endedAt, byRule }) => {
          const { label, ...tag } = states[state];
          return (
            <TableRow
              key={requestId}
              className="link-row"
              head={
                <span className="row">
                  <Avatar person={person} size="small" />
                  <Link className="row-title" to={`/admin/people/${person.userId}`}>
                    {fullName(person)}
                  </Link>
                </span>
              }
            >
              <TableCell label="Request">
                {kinds[kind]}
                {byRule && <div className="small text-2">By the retention setting</div>}
              </TableCell>
              <TableCell label="Asked">
                <span className="figures">{dayAndTime(requestedAt)}</span>
              </TableCell>
              <TableCell label="Deadline">
                <span className="figures">{endedAt ? '–' : longDay(dueAt)}</span>
              </TableCell>
              <TableCell label="State">
                <Tag {...tag}>{endedAt ? `${label} on ${longDay(endedAt)}` : label}</Tag>
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
