import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Participation } from '#contract/surveys/surveys.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';

interface AnonymouslySubmittedProps {
  survey: Participation;
  onEdit: () => void;
  /** Called once. */
  onOpened: () => void;
}

export function AnonymouslySubmitted({ survey, onEdit, onOpened }: AnonymouslySubmittedProps) {
  const { shortDay } = useFormats();
  const { surveyName, answeredOn, closesOn } = survey;
  const isCalled = useRef(false);
  useEffect(() => {
    if (isCalled.current) return;
    isCalled.current = true;
    onOpened();
  });
  return (
    <>
      <p className="overline">{surveyName}</p>
      <h1 className="title-1">Your answers are submitted</h1>
      <div className="card survey-done">
        <p>
          {closesOn
            ? `You can change your answers in this browser until ${shortDay(closesOn)}.`
            : 'You can change your answers in this browser until the survey is closed.'}
        </p>
        <p className="text-2">
          {answeredOn === null
            ? 'Within a minute, this browser reports that you took part, so that you get no reminders. It waits so that the time does not match your answers. If you close Trellis earlier, it reports that when you open Trellis again. If you sign out earlier, open this survey again.'
            : `The fact that you took part on ${shortDay(answeredOn)} is stored separately from your answers.`}
        </p>
        <div className="row row-wrap">
          <Link className={buttonClass('primary')} to="/survey">
            View your surveys
          </Link>
          <Button variant="plain" onClick={onEdit}>
            Change answers
          </Button>
        </div>
      </div>
    </>
  );
}

/** The ticket of the person is in another browser. */
export function StartedElsewhere({ survey: { surveyName } }: { survey: Participation }) {
  return (
    <>
      <h1 className="title-1">{surveyName}</h1>
      <EmptyState
        drawing="gate"
        large
        title="Continue in the browser where you started"
        action={
          <Link className={buttonClass('primary')} to="/survey">
            View your surveys
          </Link>
        }
      >
        This survey is anonymous. Your ticket and your answers are only in the browser where you started it,
        so the server cannot show them here.
      </EmptyState>
    </>
  );
}
