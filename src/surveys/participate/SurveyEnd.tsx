import { fullName } from '#contract/people.ts';
import type { Answers } from '#contract/surveys/answers.ts';
import type { Participation } from '#contract/surveys/surveys.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { isEqual } from '#src/forms/documentVersions.ts';
import { AnonymityReportCard } from '#src/surveys/anonymous/AnonymityReportCard.tsx';
import { ClosedInBrowser, UnsentInBrowser } from '#src/surveys/anonymous/UnsentInBrowser.tsx';
import { WhatChanges } from '#src/surveys/results/WhatChanges.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { SurveyExit } from './SurveyExit.tsx';
import { UnsentAnswers } from './UnsentAnswers.tsx';

/** Shown after the submission: what happens next, and a link back to the answers. */
export function SubmittedSurvey({ survey, onEdit }: { survey: Participation; onEdit: () => void }) {
  const { shortDay } = useFormats();
  const { surveyName, answeredOn, closesOn, releasesOn, owner } = survey;
  const isOwner = useAppSelector((state) => selectUser(state)?.userId) === owner?.userId;
  return (
    <>
      <p className="overline">{surveyName}</p>
      <h1 className="title-1">Your answers are submitted</h1>
      <div className="card survey-done">
        <p>
          {answeredOn && `You answered on ${shortDay(answeredOn)}. `}
          {closesOn
            ? `You can change your answers until ${shortDay(closesOn)}.`
            : 'You can change your answers until the survey is closed.'}
        </p>
        <p className="text-2">
          {releasesOn
            ? `Results are released on ${shortDay(releasesOn)}.`
            : owner
              ? isOwner
                ? 'You release the results after the survey is closed.'
                : `${fullName(owner)} releases the results after the survey is closed.`
              : 'The results are released after the survey is closed.'}
        </p>
        <div className="row row-wrap">
          <SurveyExit />
          <Button variant="plain" onClick={onEdit}>
            Change answers
          </Button>
        </div>
      </div>
    </>
  );
}

/** The entered answers that differ from the submitted ones. */
function unsentOf({ answeredOn, answers, submitted = answers }: Participation, entered: Answers): Answers {
  if (answeredOn === null) return entered;
  return Object.fromEntries(
    Object.entries(entered).filter(([key, answer]) => !isEqual(answer, submitted[key])),
  );
}

interface ClosedSurveyProps {
  survey: Participation;
  /** The person's answers, including those that only this browser has. */
  entered: Answers;
}
export function ClosedSurvey({ survey, entered }: ClosedSurveyProps) {
  const { shortDay } = useFormats();
  const { surveyName, mode, closedAt, answeredOn, anonymityReport, releasedAt, releasesOn, actions } = survey;
  const results = releasedAt
    ? ` Results were released on ${shortDay(releasedAt)}.`
    : releasesOn
      ? ` Results on ${shortDay(releasesOn)}.`
      : '';
  return (
    <>
      <h1 className="title-1">{surveyName}</h1>
      <EmptyState
        drawing="gate"
        large
        title={closedAt ? `Closed on ${shortDay(closedAt)}.${results}` : 'Closed'}
        action={<SurveyExit />}
      >
        {answeredOn ? (
          `You answered on ${shortDay(answeredOn)}. Your answers can no longer be changed.`
        ) : mode === 'anonymous' ? (
          <ClosedInBrowser survey={survey} />
        ) : (
          'You did not submit answers. Ask the person who sent the survey if you still want to answer.'
        )}
      </EmptyState>
      {mode === 'anonymous' ? (
        <UnsentInBrowser survey={survey} />
      ) : (
        <UnsentAnswers questions={survey.questions} answers={unsentOf(survey, entered)} />
      )}
      {actions.length > 0 && <WhatChanges actions={actions} />}
      {anonymityReport && <AnonymityReportCard report={anonymityReport} />}
    </>
  );
}
