import { Eye, EyeOff } from 'lucide-react';
import type { Visibility } from '#contract/team.ts';
import { Button } from '#src/ui/Button.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useGetVisibilityQuery } from '#store/team/teamApi.ts';

/** The exact list of what one can and cannot see of a report, as the report is told it too. */
export function VisibilityCard({ userId }: { userId: number }) {
  const { data, error, isFetching, refetch } = useGetVisibilityQuery({ userId });
  return (
    <section className="card" aria-labelledby="visibility">
      <h2 className="title-3" id="visibility">
        See it as your report does
      </h2>
      {data && <Things of={data} />}
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

function Things({ of: { subject, things } }: { of: Visibility }) {
  const groups = [
    { title: 'You see', things: things.filter(({ isVisible }) => isVisible), Icon: Eye },
    { title: 'You do not see', things: things.filter(({ isVisible }) => !isVisible), Icon: EyeOff },
  ];
  return (
    <>
      <p className="text-2">{subject.firstName} is shown the same list.</p>
      {groups.map(
        ({ title, things: rows, Icon }) =>
          rows.length > 0 && (
            <div key={title} className="visible-group">
              <h3 className="small text-3">{title}</h3>
              <ul>
                {rows.map(({ thing, rule, count }) => (
                  <li key={thing}>
                    <Icon className="icon" aria-hidden="true" />
                    <div>
                      <p>
                        {thing}
                        {count !== null && <span className="text-3 figures"> {count}</span>}
                      </p>
                      <p className="small text-3">{rule}</p>
                    </div>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </>
  );
}
