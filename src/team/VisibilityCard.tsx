import { Button } from '#src/ui/controls/Button.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useGetVisibilityQuery } from '#store/team/teamApi.ts';
import { VisibilityList } from './VisibilityList.tsx';

/** Lists what the viewer can and cannot see about a person. The person sees the same list. */
export function VisibilityCard({ userId }: { userId: number }) {
  const { data, error, isFetching, refetch } = useGetVisibilityQuery({ userId });
  return (
    <section className="card" aria-labelledby="visibility">
      <h2 className="title-3" id="visibility">
        What you can see
      </h2>
      {data && (
        <>
          <p className="text-2">{data.subject.firstName} sees the same list.</p>
          <VisibilityList
            things={data.things}
            titles={{ visible: 'You can see', hidden: 'You cannot see' }}
          />
        </>
      )}
      {!data && error && (
        <div className="stack" role="alert">
          <p>The list did not load. {problemOf(error).message}</p>
          <div className="row">
            <Button small busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        </div>
      )}
      {!data && !error && (
        <div className="stack-3" role="status" aria-label="Loading the list">
          <Skeleton width={14} />
          <Skeleton width={12} />
          <Skeleton width={16} />
        </div>
      )}
    </section>
  );
}
