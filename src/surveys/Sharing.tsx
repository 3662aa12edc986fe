import type { Propensity } from '#contract/learning/propensity.ts';
import { fullName } from '#contract/people.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { formatList } from '#src/ui/text/formatList.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useSharePropensityMutation } from '#store/propensity/propensityApi.ts';

/** The person decides whether their coaches can see the result. */
export function Sharing({ propensity: { isShared, coaches } }: { propensity: Propensity }) {
  const [share, { isLoading, error }] = useSharePropensityMutation();
  if (coaches.length === 0 && !isShared) return null;
  const names = coaches.length === 0 ? 'your future coaches' : formatList(coaches.map(fullName));
  return (
    <section className="card stack-3" aria-labelledby="sharing">
      <h2 className="title-3" id="sharing">
        Share with your coach
      </h2>
      {error && (
        <ErrorSummary>
          The change was not saved. <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
      <p className="text-2">
        {isShared
          ? `Your latest score, areas and stage are shared with ${names}. Your answers are not.`
          : `${names} cannot see your result. You can share the score, the areas and the stage, without your answers.`}
      </p>
      <p>
        <Button busy={isLoading} onClick={() => void share(!isShared)}>
          {isShared ? 'Stop sharing' : 'Share result'}
        </Button>
      </p>
    </section>
  );
}
