import { Button } from '#src/ui/Button.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useGetVisibilityQuery } from '#store/team/teamApi.ts';
import { VisibleThings } from './VisibleThings.tsx';

/** The exact list of what one can and cannot see of a report, as the report is told it too. */
export function VisibilityCard({ userId }: { userId: number }) {
  const { data, error, isFetching, refetch } = useGetVisibilityQuery({ userId });
  return (
    <section className="card" aria-labelledby="visibility">
      <h2 className="title-3" id="visibility">
        See it as your report does
      </h2>
      {data && (
        <>
          <p className="text-2">{data.subject.firstName} is shown the same list.</p>
          <VisibleThings things={data.things} words={{ seen: 'You see', hidden: 'You do not see' }} />
        </>
      )}
      {!data && error && (
        <div className="stack" role="alert">
          <p>The list did not load. {problemOf(error).message}</p>
          <div className="row">
            <Button small busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          </div>
        </div>
      )}
      {!data && !error && (
        <div className="stack-3" role="status" aria-label="Loading what you see">
          <Skeleton width={14} />
          <Skeleton width={12} />
          <Skeleton width={16} />
        </div>
      )}
    </section>
  );
}
