import { Button } from '#src/ui/controls/Button.tsx';
import { LoadMore } from '#src/ui/controls/LoadMore.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { usePagePeopleOfProgramInfiniteQuery } from '#store/programs/programsApi.ts';
import { ParticipantRow } from './ParticipantRow.tsx';

/** All participants of a program, loaded page by page. */
export function ParticipantsDialog({ programId, onClose }: { programId: string; onClose: () => void }) {
  const query = usePagePeopleOfProgramInfiniteQuery({ programId });
  const people = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  return (
    <Dialog title="Participants" onClose={onClose}>
      {!query.data && !query.error && (
        <div role="status" aria-label="Loading participants">
          <SkeletonRows count={4} />
        </div>
      )}
      {query.error && (
        <div className="stack" role="alert">
          <p>The participants did not load. {problemOf(query.error).message}</p>
          <div className="row">
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          </div>
        </div>
      )}
      {people.length > 0 && (
        <ul className="people people-long">
          {people.map((person) => (
            <ParticipantRow key={person.userId} person={person} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <LoadMore
          small
          label={`Show more (${people.length} of ${total})`}
          isBusy={query.isFetchingNextPage}
          onMore={query.fetchNextPage}
        />
      )}
    </Dialog>
  );
}
