import type { FollowUp } from '#contract/learning/checkInFollowUps.ts';
import { fullName } from '#contract/people.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useChangeFollowUpMutation, useGetFollowUpsQuery } from '#store/checkIns/followUpsApi.ts';

/** The manager's open follow-ups. */
export function FollowUps() {
  const { data } = useGetFollowUpsQuery();
  const [change, { isLoading, error }] = useChangeFollowUpMutation();
  if (!data || data.followUps.length === 0) return null;
  return (
    <section aria-labelledby="follow-ups">
      <h2 className="title-3 review-title" id="follow-ups">
        Your follow-ups
      </h2>
      {error && (
        <ErrorSummary>
          The change was not saved. <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
      <ul className="people">
        {data.followUps.map((followUp) => (
          <li key={followUp.followUpId}>
            <div className="grow">
              <p className="strong">{followUp.text}</p>
              <Where followUp={followUp} />
            </div>
            <Button
              small
              disabled={isLoading}
              aria-label={`Mark as done: ${followUp.text}`}
              onClick={() => void change({ followUpId: followUp.followUpId, isDone: true })}
            >
              Done
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Where({ followUp: { kind, person, dueOn } }: { followUp: FollowUp }) {
  const { shortDay } = useFormats();
  const name = fullName(person);
  if (kind === 'agenda') return <p className="small text-3">{`For the next session with ${name}`}</p>;
  return (
    <p className="small text-3">
      {dueOn ? `From ${name}’s check-in, by ${shortDay(dueOn)}` : `From ${name}’s check-in`}
    </p>
  );
}
