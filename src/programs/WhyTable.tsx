import type { Why } from '#contract/programs.ts';
import { Button } from '#src/ui/Button.tsx';
import { shortDay } from '#src/ui/dates.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useGetWhyQuery } from '#store/programs/programsApi.ts';

/** The rows that make the percentage, and those that do not count with the reason. */
export function WhyTable({ programId }: { programId: string }) {
  const { data, error, isFetching, refetch } = useGetWhyQuery({ programId });
  if (data) return <Rows why={data} />;
  if (error)
    return (
      <div className="stack why-more" role="alert">
        <p>The steps did not load. {problemOf(error).message}</p>
        <div className="row">
          <Button small busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      </div>
    );
  return (
    <div className="stack why-more" role="status" aria-label="Loading the steps">
      <Skeleton width={14} />
      <Skeleton width={12} />
    </div>
  );
}

type Counted = Why['counted'][number];
function wordsOf({ counts, doneAt, waived }: Counted): string {
  if (counts === 'open') return 'To do';
  if (counts === 'waived') return waived ? `Waived by ${waived.by}` : 'Waived';
  return doneAt ? `Done ${shortDay(doneAt)}` : 'Done';
}

function Rows({ why: { progress, counted, notCounted } }: { why: Why }) {
  const { done, total, percent } = progress;
  return (
    <>
      <table>
        <caption className="visually-hidden">The steps that make {percent} %</caption>
        <tbody>
          {counted.map((row) => (
            <tr key={`${row.topicTitle}.${row.stepKey}`} data-done={row.counts !== 'open' || undefined}>
              <th scope="row">{row.title}</th>
              <td title={row.waived?.reason}>{wordsOf(row)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {done} ÷ {total}
              {done < total && ', rounded down'}
            </th>
            <td className="figures">{percent} %</td>
          </tr>
        </tfoot>
      </table>
      {notCounted.length > 0 && (
        <details className="why why-more">
          <summary>
            {notCounted.length === 1
              ? '1 more step does not count'
              : `${notCounted.length} more steps do not count`}
          </summary>
          <ul className="not-counted">
            {notCounted.map(({ topicTitle, title, because }) => (
              <li key={`${topicTitle}.${title}`}>
                {title} <span className="text-3">{because}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
