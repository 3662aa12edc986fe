import type { Participation } from '#contract/surveys/surveys.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { UnsentAnswers } from '#src/surveys/participate/UnsentAnswers.tsx';
import { selectUser } from '#store/session/sessionSlice.ts';
import { boxOwner } from './surveyBox.ts';
import { useSurveyBox } from './useSurveyBox.ts';

/** Answers to a closed anonymous survey that only this browser has. */
export function UnsentInBrowser({ survey }: { survey: Participation }) {
  const user = useAppSelector(selectUser);
  return user && <Unsent survey={survey} owner={boxOwner(user, survey.surveyId)} />;
}

/** Whether this browser submitted answers to a closed anonymous survey. The server does not know it. */
export function ClosedInBrowser({ survey }: { survey: Participation }) {
  const user = useAppSelector(selectUser);
  return user && <Closed owner={boxOwner(user, survey.surveyId)} />;
}

function Closed({ owner }: { owner: string }) {
  const { box, hasFailed } = useSurveyBox(owner);
  if (box === undefined && !hasFailed) return null;
  return box?.isSubmitted
    ? 'You answered this survey in this browser. Your answers can no longer be changed.'
    : 'Answers can no longer be submitted or changed.';
}

function Unsent({ survey, owner }: { survey: Participation; owner: string }) {
  const { box } = useSurveyBox(owner);
  if (!box || box.isSubmitted) return null;
  return <UnsentAnswers questions={survey.questions} answers={box.answers} />;
}
