import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '#contract/session.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Button, buttonClass } from '#src/ui/Button.tsx';
import { Delayed } from '#src/ui/Delayed.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { SkeletonCard } from '#src/ui/Skeleton.tsx';
import { TroubleCard } from '#src/ui/Trouble.tsx';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { redirectTargetOf } from '#store/navigation/safePath.ts';
import { useGetPropensityQuery } from '#store/propensity/propensityApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { readKept } from './keptAnswers.ts';
import { Questionnaire } from './Questionnaire.tsx';
import { Result } from './Result.tsx';
import './surveys.css';

/** The readiness questions until there is a result; then the result with how it was made, and the way on. */
export default function Propensity() {
  const user = useAppSelector(selectUser);
  return user && <OfPerson user={user} />;
}

function OfPerson({ user }: { user: SessionUser }) {
  const [isAnswering, setAnswering] = useState(
    () => user.propensityScore === null || readKept(user.userId) !== null,
  );
  if (isAnswering) return <Questionnaire userId={user.userId} onDone={() => setAnswering(false)} />;
  return <ResultPage onRetake={() => setAnswering(true)} />;
}

function ResultPage({ onRetake }: { onRetake: () => void }) {
  const { search } = useAppSelector(selectLocation);
  const { data, error, refetch, isFetching } = useGetPropensityQuery();
  const target = redirectTargetOf(search);
  return (
    <div className="content content-reading">
      <PageTop
        title="Your readiness to grow"
        action={
          <>
            <Button look={target ? 'plain' : 'outlined'} onClick={onRetake}>
              Answer again
            </Button>
            {target && (
              <Link className={buttonClass('primary')} to={target}>
                Continue
              </Link>
            )}
          </>
        }
      />
      {data?.latest && <Result result={data.latest} earlier={data.earlier} />}
      {!data && error && (
        <TroubleCard
          what="Your result"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && (
        <Delayed>
          <SkeletonCard />
        </Delayed>
      )}
      {!target && (
        <p className="result-on">
          <Link to="/home">Continue to your start page</Link>
        </p>
      )}
    </div>
  );
}
