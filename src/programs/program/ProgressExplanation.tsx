import type { Why } from '#contract/learning/programs.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import type { Formats } from '#src/ui/text/formats.ts';
import { formatPercent } from '#src/ui/text/locale.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useGetWhyQuery } from '#store/programs/programsApi.ts';

/** Lists the steps that count towards the percentage, and the other steps with the reason why they do not count. */
export function ProgressExplanation({ programId }: { programId: string }) {
  const { data, error, isFetching, refetch } = useGetWhyQuery(
    { programId },
    { refetchOnFocus: true }, // like the program, whose percentage it explains
  );
  if (data) return <CountedSteps explanation={data} />;
  if (error)
    return (
      <div className="stack explanation-part" role="alert">
        <p>The steps did not load. {problemOf(error).message}</p>
        <div className="row">
          <Button small busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      </div>
    );
  return (
    <div className="stack explanation-part" role="status" aria-label="Loading steps">
      <Skeleton width={14} />
      <Skeleton width={12} />
    </div>
  );
}

type CountedStep = Why['counted'][number];
function stateLabel({ counts, doneAt, waived }: CountedStep, shortDay: Formats['shortDay']): string {
  if (counts === 'open') return 'To do';
  if (counts === 'waived') return waived ? `Waived by ${waived.by}` : 'Waived';
  return doneAt ? `Done ${shortDay(doneAt)}` : 'Done';
}

function CountedSteps({ explanation: { progress, counted, notCounted } }: { explanation: Why }) {
  const { shortDay } = useFormats();
  const { done, total, percent } = progress;
  return (
    <>
      <table>
        <caption className="visually-hidden">Steps that count towards {formatPercent(percent ?? 0)}</caption>
        <tbody>
          {counted.map((row) => (
            <tr key={`${row.topicTitle}.${row.stepKey}`} data-done={row.counts !== 'open' || undefined}>
              <th scope="row">{row.title}</th>
              <td title={row.waived?.reason}>{stateLabel(row, shortDay)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {done < total ? `${done} of ${total} steps, rounded down` : `${done} of ${total} steps`}
            </th>
            <td className="figures">{formatPercent(percent ?? 0)}</td>
          </tr>
        </tfoot>
      </table>
      {notCounted.length > 0 && (
        <Disclosure
          className="progress-explanation explanation-part"
          summary={
            notCounted.length === 1
              ? '1 other step is not counted'
              : `${notCounted.length} other steps are not counted`
          }
        >
          <ul className="not-counted">
            {notCounted.map(({ topicTitle, title, because }) => (
              <li key={`${topicTitle}.${title}`}>
                {title} <span className="text-3">{because}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}
