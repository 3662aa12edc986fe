import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { MoreRows } from '#src/ui/MoreRows.tsx';
import { SkeletonRows } from '#src/ui/Skeleton.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { usePagePeopleOfProgramInfiniteQuery } from '#store/programs/programsApi.ts';
import { PersonRow } from './PersonRow.tsx';

/** Everybody who takes part, a page at a time. */
export function EveryoneDialog({ programId, onClose }: { programId: string; onClose: () => void }) {
  const query = usePagePeopleOfProgramInfiniteQuery({ programId });
  const people = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <Dialog title="Who takes part" onClose={onClose}>
      {!query.data && !query.error && (
        <div role="status" aria-label="Loading the people">
          <SkeletonRows count={4} />
        </div>
      )}
      {query.error && (
        <div className="stack" role="alert">
          <p>The people did not load. {problemOf(query.error).message}</p>
          <div className="row">
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              Retry
            </Button>
          </div>
        </div>
      )}
      {people.length > 0 && (
        <ul className="people people-long">
          {people.map((person) => (
            <PersonRow key={person.userId} person={person} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <MoreRows
          small
          label={`Show more, ${people.length} of ${total}`}
          isBusy={query.isFetchingNextPage}
          onMore={query.fetchNextPage}
        />
      )}
    </Dialog>
  );
}
