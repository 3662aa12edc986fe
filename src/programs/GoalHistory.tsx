import type { GoalHistory as History } from '#contract/enrolment.ts';
import { Button } from '#src/ui/Button.tsx';
import { longDay } from '#src/ui/dates.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useGetGoalHistoryQuery } from '#store/programs/enrolmentApi.ts';

const verbs: Record<History['data'][number]['kind'], string> = {
  selected: 'You chose',
  removed: 'You gave up',
  reworded: 'You reworded your reasons for',
};

/** What was chosen and given up, newest first. */
export function GoalHistory({ programId }: { programId: string }) {
  const { data, error, isFetching, refetch } = useGetGoalHistoryQuery({ programId });
  if (error && !data)
    return (
      <div className="stack history" role="alert">
        <p>It did not load. {problemOf(error).message}</p>
        <div className="row">
          <Button small busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      </div>
    );
  if (!data)
    return (
      <div className="stack history" role="status" aria-label="Loading what you chose">
        <Skeleton width={18} />
        <Skeleton width={14} />
      </div>
    );
  if (data.data.length === 0) return <p className="text-2 history">Nothing was changed since you chose.</p>;
  return (
    <ul className="history">
      {data.data.map(({ at, kind, topicTitle, why, ifThenPlan }, index) => (
        <li key={index}>
          <p>
            {verbs[kind]} <span className="strong">{topicTitle}</span>
          </p>
          {why && <p className="text-2">Why: {why}</p>}
          {ifThenPlan && <p className="text-2">Plan: {ifThenPlan}</p>}
          <p className="small text-3 figures">{longDay(at)}</p>
        </li>
      ))}
    </ul>
  );
}
