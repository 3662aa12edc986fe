import type { GoalHistory as History } from '#contract/learning/enrolment.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useGetGoalHistoryQuery } from '#store/programs/enrolmentApi.ts';

const changeLabels: Record<History['data'][number]['kind'], string> = {
  selected: 'Selected:',
  removed: 'Removed:',
  reworded: 'Reason or plan changed:',
};

/** Changes of the selected topics, newest first. */
export function GoalHistory({ programId }: { programId: string }) {
  const { longDay } = useFormats();
  const { data, error, isFetching, refetch } = useGetGoalHistoryQuery({ programId });
  if (error && !data)
    return (
      <div className="stack goal-history" role="alert">
        <p>The history did not load. {problemOf(error).message}</p>
        <div className="row">
          <Button small busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      </div>
    );
  if (!data)
    return (
      <div className="stack goal-history" role="status" aria-label="Loading history">
        <Skeleton width={18} />
        <Skeleton width={14} />
      </div>
    );
  if (data.data.length === 0) return <p className="text-2 goal-history">No changes yet.</p>;
  return (
    <ul className="goal-history">
      {data.data.map(({ at, kind, topicTitle, why, ifThenPlan }, index) => (
        <li key={index}>
          <p>
            {changeLabels[kind]} <span className="strong">{topicTitle}</span>
          </p>
          {why && <p className="text-2">Reason: {why}</p>}
          {ifThenPlan && <p className="text-2">If-then plan: {ifThenPlan}</p>}
          <p className="small text-3 figures">{longDay(at)}</p>
        </li>
      ))}
    </ul>
  );
}
