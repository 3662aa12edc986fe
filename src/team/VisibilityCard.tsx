import type { VisibleThing } from '#contract/team.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useGetVisibilityQuery } from '#store/team/teamApi.ts';
import { VisibilityList } from './VisibilityList.tsx';

function summaryOf(things: readonly VisibleThing[]): string {
  const visible = things.filter(({ isVisible }) => isVisible).length;
  return `You can see ${visible} of ${plural(things.length, '# kind of data', '# kinds of data')}`;
}

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
          <Disclosure summary={summaryOf(data.things)}>
            <div className="visible-groups">
              <VisibilityList
                things={data.things}
                titles={{ visible: 'You can see', hidden: 'You cannot see' }}
              />
            </div>
          </Disclosure>
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
