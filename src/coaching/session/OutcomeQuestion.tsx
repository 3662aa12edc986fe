import type { CoachingSession } from '#contract/learning/coaching.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useReportCoachingOutcomeMutation } from '#store/coaching/coachingApi.ts';

/** Whether a session took place. Both people answer. */
export function OutcomeQuestion({ session }: { session: CoachingSession }) {
  const { sessionId, other, can, held, state } = session;
  const [report, reporting] = useReportCoachingOutcomeMutation();
  return (
    <>
      <FormErrors
        title="Not done yet"
        message={reporting.error ? problemOf(reporting.error).message : null}
      />
      <div className="when-actions">
        {/* After the first answer, the focus moves to the heading, which does not change. */}
        <p className="grow" role="status">
          {held.me
            ? `You said that the session took place. ${other.firstName} has not answered yet.`
            : held.other
              ? `${other.firstName} said that the session took place.`
              : state === 'expired'
                ? 'If you met elsewhere, both of you can say that it took place.'
                : 'Did the session take place? Both of you answer.'}
        </p>
        {can.reportNoShow && !held.me && (
          <Button
            small
            busy={reporting.isLoading}
            onClick={() => void report({ sessionId, outcome: 'other_missing' })}
          >
            {`${other.firstName} did not come`}
          </Button>
        )}
        {can.confirmHeld && (
          <Button
            variant={state === 'expired' ? 'outlined' : 'primary'}
            small
            busy={reporting.isLoading}
            onClick={() => void report({ sessionId, outcome: 'held' })}
          >
            It took place
          </Button>
        )}
      </div>
    </>
  );
}
