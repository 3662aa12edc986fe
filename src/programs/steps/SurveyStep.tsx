import { use } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Step } from '#contract/learning/steps.ts';
import { stepTarget } from '#contract/notifications/linkTargets.ts';
import { PreviewContext } from '#src/programs/preview/previewContext.ts';
import { surveyPath } from '#src/surveys/participate/surveyAddress.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';

interface SurveyStepProps {
  topicId: string;
  step: Step;
  isNext: boolean;
}

/** The survey of an open step. A submitted answer completes the step. Old versions of a topic may have none. */
export function SurveyStep({ topicId, step: { stepKey, survey, can }, isNext }: SurveyStepProps) {
  const { pathname, search } = useLocation();
  const isPreview = use(PreviewContext) !== null;
  if (!survey)
    return (
      <Note>
        {isPreview
          ? 'No survey is chosen yet.'
          : 'This step has no survey, so it cannot be completed. Ask your coach or manager to waive it.'}
      </Note>
    );
  const { surveyId, surveyName, isAnswered, isOpen } = survey;
  if (isAnswered && !isPreview)
    return (
      <Note>
        {can.record
          ? `You have answered “${surveyName}”. Mark the step as done to use your answer.`
          : `You have answered “${surveyName}”.`}
      </Note>
    );
  if (!isOpen && !isPreview)
    return (
      <Note>{`“${surveyName}” is not open. If it stays closed, ask your coach or manager to waive this step.`}</Note>
    );
  return (
    <>
      <Note>{`This step is completed when you answer “${surveyName}”. You cannot mark it as done yourself.`}</Note>
      {!isPreview && (
        <p>
          <Link
            className={buttonClass(isNext ? 'primary' : 'outlined', true)}
            to={surveyPath(surveyId, `${pathname}${search}#${stepTarget({ topicId, stepKey })}`)}
          >
            Answer survey
          </Link>
        </p>
      )}
    </>
  );
}
