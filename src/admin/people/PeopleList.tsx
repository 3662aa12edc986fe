import { useState } from 'react';
import type { BulkAction, BulkChange, BulkRequest } from '#contract/administration/bulk.ts';
import type { AdminPeople } from '#contract/administration/peopleAdmin.ts';
import { BulkBar } from '#src/admin/people/bulk/BulkBar.tsx';
import { BulkDialog } from '#src/admin/people/bulk/BulkDialog.tsx';
import { UndoCard } from '#src/admin/people/bulk/UndoCard.tsx';
import { Refusal } from '#src/admin/person/Refusal.tsx';
import { useIsOfOtherFilter } from '#src/admin/useIsOfOtherFilter.ts';
import { useSettled } from '#src/forms/useSettled.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { LoadMore } from '#src/ui/controls/LoadMore.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { usePagePeopleInfiniteQuery } from '#store/admin/peopleAdminApi.ts';
import { PeopleTable } from './PeopleTable.tsx';
import type { PeopleAddress } from './peopleAddress.ts';
import { useSelection } from './useSelection.ts';

interface OpenAction {
  action: BulkAction;
  selection: BulkRequest['selection'];
  count: number;
}

/** The matching people, with actions for the selected ones. */
export function PeopleList({ address }: { address: PeopleAddress }) {
  const search = useSettled(address.search).trim();
  const condition = { ...(search && { search }), ...address.filters };
  const query = usePagePeopleInfiniteQuery({ ...condition, ...address.order });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const people = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const [first] = query.data?.pages ?? [];
  const isOfOther = useIsOfOtherFilter(query, condition);
  const total = isOfOther ? 0 : (first?.total ?? 0);
  // People of another filter stay visible while those of this one load, but an action is for people of this one.
  const selection = useSelection(JSON.stringify(condition), isOfOther ? [] : people, total);
  const [open, setOpen] = useState<OpenAction | null>(null);
  const [done, setDone] = useState<BulkChange | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const act = (action: BulkAction) =>
    setOpen({
      action,
      selection: selection.isAll ? { query: condition } : { userIds: [...selection.ids] },
      count: selection.count,
    });
  const linked = address.action !== null && total > 0 ? address.action : null;
  const shown = open ?? (linked && { action: linked, selection: { query: condition }, count: total });
  const close = () => {
    setOpen(null);
    if (linked) address.closeAction();
  };
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {selection.count > 0 && plural(selection.count, '# selected', '# selected')}
      </p>
      <QueryContent
        // “No people match” must not stay after the filters have changed.
        query={{ ...query, data: isOfOther && people.length === 0 ? undefined : query.data }}
        title="People"
        level={2}
        failure="The people did not load"
        skeleton={<SkeletonRows count={8} />}
      >
        {() => (
          <>
            <p className="small text-2 figures people-result" role="status">
              {isOfOther && query.error
                ? 'These people match your earlier search or filters, so you cannot select them.'
                : first && resultOf(first)}
            </p>
            <Refusal error={failure} />
            {people.length === 0 ? (
              <NoMatch address={address} />
            ) : (
              <PeopleTable
                people={people}
                address={address}
                selection={selection}
                isBusy={query.isFetching}
                canSelect={!isOfOther}
                onFailure={setFailure}
                onAct={(action, userId) => setOpen({ action, selection: { userIds: [userId] }, count: 1 })}
              />
            )}
            {people.length > 0 && (
              <p className="small text-3 figures people-shown">
                {`${formatNumber(people.length)} of ${formatNumber(first?.total ?? 0)} shown`}
              </p>
            )}
            {hasNextPage && (
              <LoadMore label="Load more people" isBusy={isFetchingNextPage} onMore={fetchNextPage} />
            )}
          </>
        )}
      </QueryContent>
      <div className="people-foot">
        {selection.count > 0 && <BulkBar selection={selection} total={total} onAct={act} />}
        <UndoCard key={done?.id} done={done} wantedId={address.undo} />
      </div>
      {shown && (
        <BulkDialog
          {...shown}
          onClose={() => {
            close();
            // The user can continue with some of these people.
            if (linked) selection.selectAll();
          }}
          onDone={(result) => {
            close();
            setDone(result);
            selection.clear();
          }}
        />
      )}
    </>
  );
}

/** “285 people: 276 active, 9 invited”. A person whose invitation expired, or who has none, is not counted as invited. */
function resultOf({ total, statuses: { active, invited, pending, deactivated } }: AdminPeople): string {
  const parts = [
    active > 0 && `${formatNumber(active)} active`,
    pending > 0 && `${formatNumber(pending)} invited`,
    invited > pending && `${formatNumber(invited - pending)} without a valid invitation`,
    deactivated > 0 && `${formatNumber(deactivated)} deactivated`,
  ].filter((part) => part !== false);
  const people = plural(total, '# person', '# people');
  return parts.length === 0 ? people : `${people}: ${parts.join(', ')}`;
}

const NoMatch = ({ address: { clearAll } }: { address: PeopleAddress }) => (
  <div className="card">
    <EmptyState
      drawing="seed"
      title="No people match"
      action={<Button onClick={clearAll}>Clear search and filters</Button>}
    >
      No one matches this search and these filters. Deactivated people are listed with the status
      “Deactivated” or “All” only.
    </EmptyState>
  </div>
);
