import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { SessionUser } from '#contract/access/session.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { ErrorCard } from '#src/ui/feedback/ErrorCard.tsx';
import { SkeletonCard } from '#src/ui/feedback/Skeleton.tsx';
import { selectDraft } from '#store/drafts/draftsSlice.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { redirectTargetOf } from '#store/navigation/safePath.ts';
import { useGetPropensityQuery } from '#store/propensity/propensityApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { ANSWERS_DRAFT } from './answersDraft.ts';
import { Questionnaire } from './Questionnaire.tsx';
import { Result } from './Result.tsx';
import './surveys.css';

/** The readiness questions, then the result with its calculation and a link to the next page. */
export default function Propensity() {
  const user = useAppSelector(selectUser);
  return user && <PropensityOfUser user={user} />;
}

function withoutAgain(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('answer');
  return query.toString();
}

function PropensityOfUser({ user }: { user: SessionUser }) {
  const hasDraft = useAppSelector((state) => selectDraft(state, ANSWERS_DRAFT) !== '');
  // The link on the home page opens the questions.
  const { search } = useAppSelector(selectLocation);
  const isAgain = new URLSearchParams(search).get('answer') === 'again';
  const navigate = useNavigate();
  const [wantsToAnswer, setAnswering] = useState(user.propensityScore === null || hasDraft);
  const isAnswering = wantsToAnswer || isAgain;
  const [hasAnswered, setAnswered] = useState(false);
  // Answers in this browser are newer than those on the server.
  const { data, isLoading } = useGetPropensityQuery();
  if (isAnswering && isLoading && !hasDraft)
    return (
      <div className="content content-reading">
        <Delayed>
          <SkeletonCard />
        </Delayed>
      </div>
    );
  if (isAnswering) {
    const finish = () => {
      setAnswered(true);
      setAnswering(false);
      // A reload then shows the result.
      if (isAgain) void navigate({ search: withoutAgain(search) }, { replace: true });
    };
    return <Questionnaire propensity={data} onDone={finish} />;
  }
  return <ResultPage takesFocus={hasAnswered} onRetake={() => setAnswering(true)} />;
}

interface ResultPageProps {
  /** The last question, which had the focus, is replaced by the result. */
  takesFocus: boolean;
  onRetake: () => void;
}

function ResultPage({ takesFocus, onRetake }: ResultPageProps) {
  useEffect(() => {
    if (takesFocus) document.getElementById('main')?.focus();
  }, [takesFocus]);
  const { search } = useAppSelector(selectLocation);
  const { data, error, refetch, isFetching } = useGetPropensityQuery();
  const target = redirectTargetOf(search);
  return (
    <div className="content content-reading">
      <PageHeader
        title="Your readiness to grow"
        action={
          <>
            <Button variant={target ? 'plain' : 'outlined'} onClick={onRetake}>
              {data?.draft ? 'Continue answering' : 'Answer questions again'}
            </Button>
            {target && (
              <Link className={buttonClass('primary')} to={target}>
                Continue
              </Link>
            )}
          </>
        }
      />
      {data?.latest && <Result result={data.latest} propensity={data} />}
      {!data && error && (
        <ErrorCard
          failure="Your result did not load"
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
        <p className="result-next">
          <Link to="/home">Continue to Home</Link>
        </p>
      )}
    </div>
  );
}
